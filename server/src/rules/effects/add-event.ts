import type { NewEvent } from '../../events/event-store.ts';
import { defineListEffect } from './effect-kind.ts';

/** An event that is stored with the other effects: once, however often the batch is tried. */
export const addEvent = defineListEffect({
  kind: 'addEvent',
  adder:
    (list: NewEvent[]) =>
    (event: NewEvent): void => {
      list.push(event);
    },
  store: (unit, list, { events }) => events.store(unit, list),
});
