import type { Message } from '../../messages/message.ts';
import type { ParkRequest, WaitKind } from '../../messages/parked/executor.ts';
import { defineListEffect } from './effect-kind.ts';

/**
 * Parks a message: once the effects are stored, the executor of the kind does what is requested, and `next` goes on
 * with the outcome from the node that it names. The only way in which a node may wait for something outside.
 */
export const continueLater = defineListEffect({
  kind: 'continueLater',
  adder:
    (requests: ParkRequest[], { parked }) =>
    <Request>(kind: WaitKind<Request>, request: Request, next: Message): void => {
      if (next.ruleNodeId !== null) parked.requireRoom(next.tenantId, next.ruleNodeId, requests.length);
      requests.push({ kind, request, next });
    },
  store: (unit, requests, { parked }) => parked.park(unit, requests),
});
