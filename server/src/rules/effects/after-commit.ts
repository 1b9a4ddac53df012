import { defineListEffect } from './effect-kind.ts';

/**
 * An action that runs once the effects are stored, such as telling others in this process. It is lost when the server
 * is killed; use `continueLater` for what must not be lost.
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
