import type { EntityId } from '@signalbox/contract/id';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import type { Message } from '../../messages/message.ts';
import type { DeviceRpc } from '../../rpc/device-rpc.ts';
import type { MessageEffects } from '../batch-effects.ts';
import type { ScriptEngine } from '../scripts/script-engine.ts';

export const RULE_NODE_KINDS = ['FILTER', 'ENRICHMENT', 'TRANSFORMATION', 'ACTION', 'EXTERNAL'] as const;
export type RuleNodeKind = (typeof RULE_NODE_KINDS)[number];

export const SUCCESS = 'Success';
export const FAILURE = 'Failure';

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

/** Everything there is to know of one kind of node. */
export interface RuleNodeDefinition<C = unknown> {
  /** Full class name, as chains and clients write it. */
  clazz: string;
  kind: RuleNodeKind;
  /** Name in the node library. */
  name: string;
  /** Own relations in their published order; Failure is added when it is not among them. */
  relations: readonly string[];
  /** Users may name relations of their own. */
  customRelations: boolean;
  /** False for nodes that only bring messages. */
  inEnabled: boolean;
  /** Name of the form that edits the configuration. */
  directive: string;
  /** Material icon; empty: the icon of the kind. */
  icon: string;
  /** Kinds of chain the node may stand in. */
  ruleChainTypes: readonly ('CORE' | 'EDGE')[];
  /** Reads a stored configuration; unknown members are ignored, absent ones get neutral values. */
  configuration: z.ZodMiniType<C>;
  /** What a new node of the library starts with. */
  defaultConfiguration: Record<string, unknown>;
  /** One sentence for the library. */
  description: string;
  /** Help text, HTML. */
  details: string;
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

type Optional = 'relations' | 'customRelations' | 'inEnabled' | 'icon' | 'ruleChainTypes';

/** Declares a kind of node; what most kinds have in common may be left out. */
export function defineRuleNode<C>(
  definition: Omit<RuleNodeDefinition<C>, Optional> & Partial<Pick<RuleNodeDefinition<C>, Optional>>,
): RuleNodeDefinition<C> {
  return {
    relations: [SUCCESS, FAILURE],
    customRelations: false,
    inEnabled: true,
    icon: '',
    ruleChainTypes: ['CORE', 'EDGE'],
    ...definition,
  };
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
