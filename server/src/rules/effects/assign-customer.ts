import type { Assignment } from '../../entities/ownership/assignments.ts';
import { defineListEffect } from './effect-kind.ts';

/** Entities that are given to customers, or taken from them. */
export const assignCustomer = defineListEffect({
  kind: 'assignCustomer',
  adder:
    (list: Assignment[]) =>
    (assignment: Assignment): void => {
      list.push(assignment);
    },
  store: (unit, list, { assignments }) => assignments.store(unit, list),
});
