import { defineListEffect } from './effect-kind.ts';

/**
 * Runs once the effects are stored: what others in this process are told must not be said before. It is lost with the
 * server; what must not be lost is parked by `continueLater`.
 */
export const afterCommit = defineListEffect({
  kind: 'afterCommit',
  adder:
    (actions: (() => void)[]) =>
    (action: () => void): void => {
      actions.push(action);
    },
  store(unit, actions) {
    for (const action of actions) unit.afterCommit(action);
  },
});
