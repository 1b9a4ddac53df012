import type { Message } from '../messages/message.ts';
import type { WaitExecutor, WaitKind } from '../messages/parked/executor.ts';
import { type BatchEffects, createBatchEffects, type MessageEffects } from './batch-effects.ts';
import type { RunningNode } from './connect-rules.ts';
import type { EffectStores } from './effects/effect-kind.ts';
import { continuationOf, outputsOf } from './outputs.ts';

/** Messages at nodes whose scripts are too slow for a batch. */
const SLOW_SCRIPT: WaitKind<null> = { name: 'slow script' };

/** The scripts of a node run in the order of the messages, so those of one originator stay in order. */
const AT_ONCE = { all: 1_000, tenant: 100, node: 100 };

/**
 * Takes a message out of its batch; the node handles it later.
 * @throws when too many wait at the node
 */
export function parkSlowScript(effects: MessageEffects, node: RunningNode, message: Message): void {
  const { relation: _relation, failure: _failure, ...rest } = message;
  effects.continueLater(SLOW_SCRIPT, null, { ...rest, ruleChainId: node.ruleChainId, ruleNodeId: node.id });
}

/** Runs nodes for messages that were taken out of their batches. */
export function createSlowScriptExecutor(
  nodeOf: (tenantId: string, nodeId: string) => RunningNode | undefined | Promise<RunningNode | undefined>,
  stores: () => EffectStores,
): WaitExecutor<null> {
  return {
    kind: SLOW_SCRIPT,
    atOnce: AT_ONCE,
    async run(_request, { next }) {
      const { ruleChainId, ruleNodeId } = next;
      const node = await nodeOf(next.tenantId, ruleNodeId as string);
      if (!node) return { continueWith: [] };
      const effects = createBatchEffects(stores(), { mayWait: true });
      const outputs = outputsOf(next, await node.instance.handle(next, effects));
      requireNone(effects);
      return {
        continueWith: outputs.map((output) => continuationOf(output, { ruleChainId, ruleNodeId })),
      };
    },
  };
}

/** Effects cannot be stored outside of a batch, so a node with a slow script must not have any. */
function requireNone(effects: BatchEffects): void {
  if (!effects.empty() || effects.takeEnqueued().length > 0) throw new Error('A node with a slow script cannot save');
}
