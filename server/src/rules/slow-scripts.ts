import type { Message } from '../messages/message.ts';
import { BatchOutdated } from '../messages/message-log.ts';
import type { WaitExecutor, WaitKind } from '../messages/parked/executor.ts';
import { type BatchEffects, createBatchEffects, type MessageEffects } from './batch-effects.ts';
import type { RunningNode } from './connect-rules.ts';
import type { EffectStores } from './effects/effect-kind.ts';
import type { NodeOutput } from './nodes/define-rule-node.ts';
import { continuationOf, outputsOf } from './outputs.ts';

/** Messages at nodes whose scripts are too slow for a batch. */
const SLOW_SCRIPT: WaitKind<null> = { name: 'slow script' };

/** Messages at nodes that read too much for a batch. */
const SLOW_READ: WaitKind<null> = { name: 'slow read' };
/** What is read so is much, and others read from the same database. */
const READS_AT_ONCE = { all: 50, tenant: 2, node: 2 };

/** The scripts of a node run in the order of the messages, so those of one originator stay in order. */
const AT_ONCE = { all: 1_000, tenant: 100, node: 100 };

/**
 * Takes a message out of its batch; the node handles it later.
 * @throws when too many wait at the node
 */
export function parkSlowNode(
  effects: MessageEffects,
  node: RunningNode,
  message: Message,
  what: 'script' | 'read',
): void {
  const { relation: _relation, failure: _failure, ...rest } = message;
  const kind = what === 'script' ? SLOW_SCRIPT : SLOW_READ;
  effects.continueLater(kind, null, { ...rest, ruleChainId: node.ruleChainId, ruleNodeId: node.id });
}

/** How often a node runs because what it was decided by has changed. */
const MAX_ATTEMPTS = 20;

type NodeOf = (tenantId: string, nodeId: string) => RunningNode | undefined | Promise<RunningNode | undefined>;

/**
 * Runs nodes for messages that were taken out of their batches: those with scripts, and those that read.
 * @param commit stores the effects of one message, and sends what it enqueued
 */
export function createSlowNodeExecutors(
  nodeOf: NodeOf,
  stores: () => EffectStores,
  commit: (effects: BatchEffects) => Promise<void>,
): WaitExecutor<null>[] {
  const executor = createSlowScriptExecutor(nodeOf, stores, commit);
  return [executor, { ...executor, kind: SLOW_READ, atOnce: READS_AT_ONCE }];
}

/** The one for scripts. */
export function createSlowScriptExecutor(
  nodeOf: NodeOf,
  stores: () => EffectStores,
  commit: (effects: BatchEffects) => Promise<void>,
): WaitExecutor<null> {
  /** Runs the node and stores what it did; again, when that was decided by something that has changed meanwhile. */
  async function runNode(node: RunningNode, message: Message): Promise<readonly NodeOutput[]> {
    for (let attempts = 1; ; attempts++) {
      const effects = createBatchEffects(stores(), { mayWait: true });
      const outputs = outputsOf(message, await node.instance.handle(message, effects));
      try {
        await commit(effects);
        return outputs;
      } catch (error) {
        if (!(error instanceof BatchOutdated) || attempts >= MAX_ATTEMPTS) throw error;
      }
    }
  }

  return {
    kind: SLOW_SCRIPT,
    atOnce: AT_ONCE,
    async run(_request, { next }) {
      const { ruleChainId, ruleNodeId } = next;
      const node = await nodeOf(next.tenantId, ruleNodeId as string);
      if (!node) return { continueWith: [] };
      const outputs = await runNode(node, next);
      return {
        continueWith: outputs.map((output) => continuationOf(output, { ruleChainId, ruleNodeId })),
      };
    },
  };
}
