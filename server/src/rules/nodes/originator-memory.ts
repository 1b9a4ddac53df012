import type { Message } from '../../messages/message.ts';
import { createEmbeddedCache } from '../../storage/cache.ts';
import type { MessageEffects } from '../batch-effects.ts';

/** Originators that a node remembers. */
const MAX_ORIGINATORS = 20_000;

/**
 * What a node remembers of each originator, in memory. Values count for later messages of the same batch at once, and
 * for later batches when it is stored: a batch or message that is tried again finds what was there before.
 */
export interface OriginatorMemory<Value> {
  recall(message: Message, effects: MessageEffects): Value | undefined;
  remember(message: Message, effects: MessageEffects, value: Value): void;
}

export function createOriginatorMemory<Value>(): OriginatorMemory<Value> {
  const kept = createEmbeddedCache<Value>(MAX_ORIGINATORS);
  /** batch → originator id → its value, by which message, and what was there before that message */
  const batches = new WeakMap<object, Map<string, { by: string; before: Value | undefined; value: Value }>>();

  const recall: OriginatorMemory<Value>['recall'] = ({ id, originator }, { batch }) => {
    const pending = batches.get(batch)?.get(originator.id);
    if (!pending) return kept.get(originator.id);
    return pending.by === id ? pending.before : pending.value;
  };

  return {
    recall,
    remember(message, effects, value) {
      const { id } = message.originator;
      const before = recall(message, effects);
      let pending = batches.get(effects.batch);
      if (!pending) {
        pending = new Map();
        batches.set(effects.batch, pending);
      }
      pending.set(id, { by: message.id, before, value });
      effects.afterCommit(() => kept.set(id, value));
    },
  };
}
