import { type FailedMessage, setAside as writeSetAside } from '../../messages/set-aside.ts';
import { defineListEffect } from './effect-kind.ts';

/** A message that failed for good. */
export const setAside = defineListEffect({
  kind: 'setAside',
  adder:
    (list: FailedMessage[]) =>
    (failed: FailedMessage): void => {
      list.push(failed);
    },
  store: (unit, list, _stores, place) => writeSetAside(unit.client, place, list),
});
