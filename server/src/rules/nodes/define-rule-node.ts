import type { EntityId } from '@signalbox/contract/id';
import { type RuleNodeDescription, SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import type { Logger } from 'pino';
import type { MailService } from '../../mail/mail-service.ts';
import type { Message } from '../../messages/message.ts';
import type { AddressGuard } from '../../outbound/address-guard.ts';
import type { DeviceRpc } from '../../rpc/device-rpc.ts';
import type { Sms, SmsSender } from '../../sms/sms-sender.ts';
import type { UsageMeter } from '../../usage/usage-meter.ts';
import type { AlarmRules } from '../alarm-rules/alarm-rules.ts';
import type { MessageEffects } from '../batch-effects.ts';
import type { NodeEntities } from '../node-entities.ts';
import type { NodeReads } from '../node-reads.ts';
import type { ScriptEngine } from '../scripts/script-engine.ts';
import type { CloudAddresses } from './external/cloud-addresses.ts';

/** A message on its way out of a node. */
export interface NodeOutput {
  /** Routing compares relations without case. */
  relation: string;
  message: Message;
  /** The reason, with Failure. */
  error?: Error;
}

/**
 * Result of a node for a message: one or several relations for the unchanged message, outputs for changed messages, or
 * an empty list when the message ends here. Throwing means Failure with that error. Nodes that need not wait return it
 * directly, which saves the engine a promise.
 */
export type NodeResult = string | readonly string[] | NodeOutput | readonly NodeOutput[];

/** Whether a result is a list of relations or outputs. */
export function isList(result: Exclude<NodeResult, string>): result is readonly string[] | readonly NodeOutput[] {
  return Array.isArray(result);
}

/** The message ends here; the node may resume it later. */
export const ACKNOWLEDGED: readonly string[] = [];

/** Sends text messages. @throws Error saying why one was not sent */
export interface NodeSms extends Pick<SmsSender, 'sendWith'> {
  /** By the provider of the installation. */
  send(message: Sms): Promise<void>;
}

/** Services that nodes may use. */
export interface RuleNodeServices {
  scripts: ScriptEngine;
  deviceRpc: Pick<DeviceRpc, 'reply'>;
  reads: NodeReads;
  entities: NodeEntities;
  /** Alarm rules of device profiles, and what is known of devices. */
  alarmRules: Pick<AlarmRules, 'find' | 'read' | 'looked' | 'remember'>;
  /** Which addresses may be called that tenants name. */
  addressGuard: AddressGuard;
  cloud: CloudAddresses;
  /** Sends what rule chains have written. */
  mail: Pick<MailService, 'sendComposed' | 'systemSender'>;
  sms: NodeSms;
  /** What the tenant may still use. */
  usage: Pick<UsageMeter, 'of'>;
  log: Logger;
  /**
   * Sends a message of a timer through the chains, outside of any batch, and counts a run of the node; must not be
   * waited for in a batch. Resolves to false when it cannot be sent, or the tenant has used up its executions.
   */
  send(message: Message): Promise<boolean>;
  /** The name of this server, which stays over restarts. */
  serverName: string;
  /** Text that looks like a number is stored as a number. */
  jsonTypeCast: boolean;
  /** How far ahead of now the time of a point may be, in ms; 0: any time. */
  maxAhead: number;
}

/** The node that is being started: its chain and tenant. */
export interface RuleNodePlace {
  tenantId: string;
  nodeId: string;
  nodeName: string;
  ruleChainId: string;
}

/** Handles one message. Anything it keeps of a message must be an effect. */
export type RuleNodeBehaviour = (message: Message, effects: MessageEffects) => NodeResult | Promise<NodeResult>;

/** What a node knows of a call to somebody outside. */
export interface OutsideContext {
  /** The same for every attempt, also after a restart, so that receivers can tell repetitions. */
  id: string;
  /** 1 for the first attempt since the server was started. */
  attempt: number;
  /** Aborted when the time is up or the server stops. */
  signal: AbortSignal;
}

/**
 * Calls somebody outside for a message that has been parked. What it throws is the failure of the message, with the
 * reason in its metadata.
 */
export type OutsideCall = (message: Message, context: OutsideContext) => Promise<NodeResult>;

/** What a node sends to somebody outside for a message. */
export interface OutsideMessage {
  /** An address, a topic, the recipients. */
  to: string;
  /** What goes along, by name, without what proves who sends it. */
  details?: Readonly<Record<string, string>>;
  text: string;
}

/** A running node. */
export interface RuleNodeInstance {
  handle: RuleNodeBehaviour;
  /**
   * Whether it does nothing but read what may be much: a batch then does not wait for it to the end, and it runs again
   * outside of the batch.
   */
  onlyReads?: boolean;
  /** Nodes that park messages for OUTSIDE_CALL. */
  callOutside?: OutsideCall;
  /** Whom such a node sends what to. Throws when the message cannot be sent. */
  sends?: (message: Message) => OutsideMessage;
  /** Ends timers and connections when the node was removed or reconfigured. */
  stop?: () => void;
}

/** The reason why a node cannot start until its chain is saved again. */
export class LastingError extends Error {}

/** A kind of node that can run. */
export interface RuleNodeDefinition<C = unknown, Clazz extends string = string> extends RuleNodeDescription<C, Clazz> {
  /** Whether it does something without being given a message, so that it runs from the start of the server on. */
  worksByItself?: boolean;
  /** Whether it decides by what it remembers of earlier messages, which nobody else knows. */
  hasMemory?: boolean;
  /**
   * Starts a node.
   * @throws when the configuration is unusable; the node then fails its messages with that error
   */
  start(
    configuration: C,
    services: RuleNodeServices,
    place: RuleNodePlace,
  ): RuleNodeInstance | Promise<RuleNodeInstance>;
}

/** Implements a kind of node that the contract describes. */
export function implementRuleNode<C, Clazz extends string>(
  description: RuleNodeDescription<C, Clazz>,
  behaviour: Pick<RuleNodeDefinition<C, Clazz>, 'start' | 'worksByItself' | 'hasMemory'>,
): RuleNodeDefinition<C, Clazz> {
  return { ...description, ...behaviour };
}

/** The message leaves along Success with more metadata. */
export function withMetadata(message: Message, added: Readonly<Record<string, string>>): NodeOutput {
  return { relation: SUCCESS, message: transformMessage(message, { metadata: { ...message.metadata, ...added } }) };
}

/** Returns the message with new content, but the same id, time, place in the chain and customer. */
export function transformMessage(
  message: Message,
  change: { type?: string; originator?: EntityId; metadata?: Record<string, string>; data?: string },
): Message {
  const next: Message = { ...message, ...change };
  if (change.data !== undefined && change.data !== message.data) delete next.values;
  return next;
}
