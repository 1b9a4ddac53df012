import type { Message } from '../../../messages/message.ts';
import type { WaitKind } from '../../../messages/parked/executor.ts';
import {
  ACKNOWLEDGED,
  type OutsideCall,
  type OutsideMessage,
  type RuleNodeInstance,
  type RuleNodePlace,
} from '../define-rule-node.ts';

/** Messages at nodes that call somebody outside of the platform. */
export const OUTSIDE_CALL: WaitKind<null> = { name: 'outside call' };

export interface CallingOutside {
  call: OutsideCall;
  /** Whom the node sends what to for a message, where somebody wants to see it. */
  sends(message: Message): OutsideMessage;
  /** Throws when a message cannot be sent at all, before it is parked. */
  check?: (message: Message) => void;
  /** Ends the connections of the node. */
  stop?: () => void;
}

/**
 * A node that calls somebody outside for every message. The message is parked with its batch, `call` runs after the
 * commit, at least once, and the message continues with its outcome: nobody outside can hold up a batch.
 */
export function callingOutside(
  { nodeId, ruleChainId }: RuleNodePlace,
  { call, sends, check, stop }: CallingOutside,
): RuleNodeInstance {
  return {
    handle(message, effects) {
      check?.(message);
      const { relation: _relation, failure: _failure, values: _values, ...rest } = message;
      const next: Message = { ...rest, ruleChainId, ruleNodeId: nodeId };
      effects.continueLater(OUTSIDE_CALL, null, next);
      return ACKNOWLEDGED;
    },
    callOutside: call,
    sends,
    ...(stop ? { stop } : {}),
  };
}
