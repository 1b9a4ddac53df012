import type { EntityId } from '@signalbox/contract/id';
import type { RuleNodeDescription } from '@signalbox/contract/rule-nodes/define-rule-node';
import type { Logger } from 'pino';
import type { Message } from '../../messages/message.ts';
import type { DeviceRpc } from '../../rpc/device-rpc.ts';
import type { MessageEffects } from '../batch-effects.ts';
import type { ScriptEngine } from '../scripts/script-engine.ts';

/** A message on its way out of a node. */
export interface NodeOutput {
  /** Routing compares relations without case. */
  relation: string;
  message: Message;
  /** Why, on Failure. */
  error?: Error;
}

/**
 * What a node says of a message: a relation or several for the message as it came in, outputs for changed messages, or
 * an empty list when the message ends here. Throwing means Failure with that error. Nodes that need not wait return it
 * directly: the engine then makes no promise for the message.
 */
export type NodeResult = string | readonly string[] | NodeOutput | readonly NodeOutput[];

/** Whether a node says several things of a message. */
export function isList(result: Exclude<NodeResult, string>): result is readonly string[] | readonly NodeOutput[] {
  return Array.isArray(result);
}

/** The message ends here, and the node goes on with it by itself later. */
export const ACKNOWLEDGED: readonly string[] = [];

/** Services that nodes may use. */
export interface RuleNodeServices {
  scripts: ScriptEngine;
  deviceRpc: Pick<DeviceRpc, 'reply'>;
  log: Logger;
  /** Sends a message later, when no batch is under way any more: an answer from a device. */
  enqueueLater(message: Message): void;
  /** Text that looks like a number is stored as a number. */
  jsonTypeCast: boolean;
  /** How far ahead of now the time of a point may be, in ms; 0: any time. */
  maxAhead: number;
}

/** Which node in which chain is being made, and for whom. */
export interface RuleNodePlace {
  tenantId: string;
  nodeId: string;
  nodeName: string;
  ruleChainId: string;
}

/** Handles one message. Keeps nothing of a message that is not in its effects. */
export type RuleNodeBehaviour = (message: Message, effects: MessageEffects) => NodeResult | Promise<NodeResult>;

/** A running node. */
export interface RuleNodeInstance {
  handle: RuleNodeBehaviour;
  /** Ends timers and connections; the node is gone or has other settings. */
  stop?: () => void;
}

/** A kind of node that can run. */
export interface RuleNodeDefinition<C = unknown, Clazz extends string = string> extends RuleNodeDescription<C, Clazz> {
  /**
   * Makes a node run.
   * @throws when the configuration makes no sense; the node then fails its messages with that error
   */
  start(
    configuration: C,
    services: RuleNodeServices,
    place: RuleNodePlace,
  ): RuleNodeInstance | Promise<RuleNodeInstance>;
}

/** Says what a kind of node does that the contract describes. */
export function implementRuleNode<C, Clazz extends string>(
  description: RuleNodeDescription<C, Clazz>,
  behaviour: Pick<RuleNodeDefinition<C, Clazz>, 'start'>,
): RuleNodeDefinition<C, Clazz> {
  return { ...description, ...behaviour };
}

/** The message with other content: same id, time, place in the chain and customer. */
export function transformed(
  message: Message,
  change: { type?: string; originator?: EntityId; metadata?: Record<string, string>; data?: string },
): Message {
  const next: Message = { ...message, ...change };
  if (change.data !== undefined && change.data !== message.data) delete next.values;
  return next;
}
