import type { Message } from '../../messages/message.ts';
import type { ParkRequest, WaitKind } from '../../messages/parked/executor.ts';
import { defineListEffect } from './effect-kind.ts';
import { createLengthBound } from './length-bound.ts';

const requireShort = createLengthBound('Too long messages wait at rule nodes at once');

/** How many messages may wait at a node, where it has a limit of its own, and what the next one is told. */
export interface WaitingRoom {
  max: number;
  refusal: string;
}

/**
 * Parks a message: once the effects are stored, the executor of the kind carries out the request, and `next` continues
 * with the outcome from the node that it names. The only way for a node to wait for something external.
 */
export const continueLater = defineListEffect({
  kind: 'continueLater',
  adder:
    (requests: ParkRequest[], { parked }) =>
    <Request>(kind: WaitKind<Request>, request: Request, next: Message, room?: WaitingRoom): void => {
      const { tenantId, ruleNodeId } = next;
      if (ruleNodeId !== null) {
        parked.requireRoom(tenantId, ruleNodeId, requests.length);
        if (room) {
          const more = requests.reduce((count, other) => count + (other.next.ruleNodeId === ruleNodeId ? 1 : 0), 0);
          if (parked.waitingAt(ruleNodeId) + more >= room.max) throw new Error(room.refusal);
        }
      }
      requireShort(requests, tenantId, next.data.length);
      requests.push({ kind, request, next });
    },
  store: (unit, requests, { parked }) => parked.park(unit, requests),
});
