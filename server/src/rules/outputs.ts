import type { Message } from '../messages/message.ts';
import { isList, type NodeOutput, type NodeResult } from './nodes/define-rule-node.ts';

/** The outputs that a result of a node stands for. */
export function outputsOf(message: Message, result: NodeResult): readonly NodeOutput[] {
  if (typeof result === 'string') return [{ relation: result, message }];
  if (!isList(result)) return [result];
  return result.map((output) => (typeof output === 'string' ? { relation: output, message } : output));
}

/** A message that continues later from a node, along the relation of an output. */
export function continuationOf(
  { relation, message, error }: NodeOutput,
  place: Pick<Message, 'ruleChainId' | 'ruleNodeId'>,
): Message & { relation: string } {
  return { ...message, ...place, relation, ...(error ? { failure: error.message } : {}) };
}
