import type { HoldRequest } from '../../messages/held/held-messages.ts';
import type { Message } from '../../messages/message.ts';
import { defineListEffect } from './effect-kind.ts';
import { createLengthBound } from './length-bound.ts';

const requireShort = createLengthBound('Too long messages wait in queues at once');

/** A message waits for its turn in its queue: it has failed, or must not overtake one of its originator. */
export const holdInQueue = defineListEffect({
  kind: 'holdInQueue',
  adder:
    (requests: HoldRequest[], { held }) =>
    (request: HoldRequest): void => {
      if (!request.before) held.requireRoom(request.message.tenantId, requests.length);
      requireShort(requests, request.message.tenantId, request.message.data.length);
      requests.push(request);
    },
  store: (unit, requests, { held }) => held.hold(unit, requests),
});

/** Moves a message to the queue that it names, with the transaction of its batch. */
export const moveToQueue = defineListEffect({
  kind: 'moveToQueue',
  adder:
    (requests: HoldRequest[], { held }) =>
    (message: Message): void => {
      held.requireRoom(message.tenantId, requests.length);
      requireShort(requests, message.tenantId, message.data.length);
      requests.push({ message, attempts: 0, before: undefined });
    },
  store: (unit, requests, { held }) => held.hold(unit, requests),
});
