import type { Message } from '../../messages/message.ts';
import type { ParkRequest, WaitKind } from '../../messages/parked/executor.ts';
import { defineListEffect } from './effect-kind.ts';

/**
 * Parks a message: once the effects are stored, the executor of the kind carries out the request, and `next` continues
 * with the outcome from the node that it names. The only way for a node to wait for something external.
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
