import type { ComponentType } from '@signalbox/contract/component';
import type { RuleChainType } from '@signalbox/contract/rule-chain';
import { FAILURE, type RuleNodeDescription } from '@signalbox/contract/rule-nodes/define-rule-node';
import type { FormField } from '@signalbox/contract/rule-nodes/form-fields';
import { RULE_NODES } from '@signalbox/contract/rule-nodes/registry';
import { CHAIN_NODE, type ChainNode } from './model/chain.ts';

/** What the editor knows of a kind of node. */
export type NodeKind = Omit<RuleNodeDescription, 'fields'> & { fields: Readonly<Record<string, FormField>> };

/** Groups of the library, in order; a chain of its own is the last. */
export const NODE_GROUPS = ['FILTER', 'ENRICHMENT', 'TRANSFORMATION', 'ACTION', 'EXTERNAL', 'RULE_CHAIN'] as const;
export type NodeGroup = (typeof NODE_GROUPS)[number];

/** By which groups are told apart, beside their names. */
export const GROUP_COLOURS: Readonly<Record<NodeGroup | 'INPUT' | 'UNKNOWN', string>> = {
  INPUT: 'var(--c2)',
  FILTER: 'var(--minor)',
  ENRICHMENT: 'var(--warning)',
  TRANSFORMATION: 'var(--c4)',
  ACTION: 'var(--c1)',
  EXTERNAL: 'var(--c3)',
  RULE_CHAIN: 'var(--ok)',
  UNKNOWN: 'var(--critical)',
};

const kinds: readonly NodeKind[] = Object.values(RULE_NODES) as unknown as NodeKind[];
const byClass = new Map(kinds.map((kind) => [kind.clazz, kind]));

/** The kind of a node; undefined for classes that this version does not have. */
export const kindOf = (type: string): NodeKind | undefined => byClass.get(type);

export function groupOf(type: string): ComponentType | 'RULE_CHAIN' | 'UNKNOWN' {
  if (type === CHAIN_NODE) return 'RULE_CHAIN';
  return kindOf(type)?.kind ?? 'UNKNOWN';
}

/** Kinds that chains of a type may have, of one group, in the order of their names. */
export function kindsOf(group: ComponentType, type: RuleChainType): NodeKind[] {
  return kinds
    .filter((kind) => kind.kind === group && kind.ruleChainTypes.includes(type))
    .sort((one, other) => one.name.localeCompare(other.name));
}

const ABBREVIATION = /\b(gps|rpc|rest|api|mqtt|aws|sns|sqs|gcp|sms)\b/g;

/** Names that are written in a way of their own. */
const PROPER_NAMES: Readonly<Record<string, string>> = {
  azure: 'Azure',
  'iot hub': 'IoT Hub',
  pubsub: 'Pub/Sub',
  rabbitmq: 'RabbitMQ',
};

/** The name of a kind as a title: `script` → `Script`, `rest api call` → `REST API call`. */
export function kindTitle(name: string): string {
  const words = name
    .replace(ABBREVIATION, (word) => word.toUpperCase())
    .replace(/\b(azure|iot hub|pubsub|rabbitmq)\b/g, (word) => PROPER_NAMES[word] ?? word);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Labels that links from a node may have, and whether it may have others. */
export function labelsOf({ type }: Pick<ChainNode, 'type'>): { labels: readonly string[]; isOpen: boolean } {
  const kind = kindOf(type);
  if (!kind) return { labels: [FAILURE], isOpen: true };
  const labels = kind.relations.includes(FAILURE) ? kind.relations : [...kind.relations, FAILURE];
  return { labels, isOpen: kind.customRelations };
}
