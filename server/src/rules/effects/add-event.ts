import type { NewEvent } from '../../events/event-store.ts';
import { defineListEffect } from './effect-kind.ts';

/** An event, stored with the other effects: once, however often the batch is retried. */
export const addEvent = defineListEffect({
  kind: 'addEvent',
  adder:
    (list: NewEvent[]) =>
    (event: NewEvent): void => {
      list.push(event);
    },
  store: (unit, list, { events }) => events.store(unit, list),
});
