import { FAILURE } from '@signalbox/contract/rule-nodes/define-rule-node';
import type { Message } from '../messages/message.ts';
import type { WaitExecutor } from '../messages/parked/executor.ts';
import type { RunningNode } from './connect-rules.ts';
import type { NodeOutput } from './nodes/define-rule-node.ts';
import { OUTSIDE_CALL } from './nodes/external/call-outside.ts';
import { continuationOf, outputsOf } from './outputs.ts';

/** Tenants take turns; those whose receivers are slow only wait for themselves. */
const AT_ONCE = { all: 2_000, tenant: 400, node: 100 };
/** ms after which a call has failed, whatever its node is set to */
const TIME_LIMIT = 120_000;

/** Makes the calls of nodes to somebody outside, for the messages that they have parked. */
export function createOutsideCallExecutor(
  nodeOf: (tenantId: string, nodeId: string) => RunningNode | undefined | Promise<RunningNode | undefined>,
): WaitExecutor<null> {
  return {
    kind: OUTSIDE_CALL,
    atOnce: AT_ONCE,
    timeLimit: TIME_LIMIT,
    async run(_request, { id, next, attempt, signal }) {
      const { ruleChainId, ruleNodeId } = next;
      const node = await nodeOf(next.tenantId, ruleNodeId as string);
      if (!node) return { continueWith: [] };
      const outputs = await call(node, next, { id, attempt, signal });
      return { continueWith: outputs.map((output) => continuationOf(output, { ruleChainId, ruleNodeId })) };
    },
  };
}

async function call(
  { instance }: RunningNode,
  message: Message,
  context: { id: string; attempt: number; signal: AbortSignal },
): Promise<readonly NodeOutput[]> {
  try {
    // A node that was saved since as one that calls nobody, or that cannot start, fails the message.
    if (!instance.callOutside) throw new Error('The rule node has changed since the message came');
    return outputsOf(message, await instance.callOutside(message, context));
  } catch (cause) {
    const error = cause instanceof Error ? cause : new Error(String(cause));
    const metadata = { ...message.metadata, error: `${error.name}: ${error.message}` };
    return [{ relation: FAILURE, message: { ...message, metadata }, error }];
  }
}
