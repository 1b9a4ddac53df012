import type { FieldCondition, FormField } from '@signalbox/contract/rule-nodes/form-fields';
import type { CredentialsSetting } from '@signalbox/contract/rule-nodes/settings';
import type { ChainNode } from './model/chain.ts';
import { kindOf, type NodeKind } from './node-kinds.ts';

type Values = Readonly<Record<string, unknown>>;

/** What is wrong with a value of a configuration: the key of its words, and what they speak of. */
export interface FieldProblem {
  key: 'required' | 'value' | 'number' | 'whole' | 'atLeast' | 'atMost' | 'between' | 'pairs';
  min?: number;
  max?: number;
}

const holds = (condition: FieldCondition | undefined, values: Values): boolean =>
  Object.entries(condition ?? {}).every(([name, wanted]) => {
    const value = values[name];
    return typeof wanted === 'object' ? typeof value === 'string' && wanted.includes(value) : value === wanted;
  });

/** Whether a field counts, by what the other members are. */
export function isShown(field: FormField, values: Values): boolean {
  if (field.control === 'kept') return false;
  if (field.control === 'entity' && !values[field.kindMember]) return false;
  return holds(field.when, values);
}

/** The only values that a text may have now, with their labels; undefined where any will do. */
export const choicesNow = (field: Extract<FormField, { control: 'text' }>, values: Values) =>
  field.choices && holds(field.choices.when, values) ? field.choices.options : undefined;

/** What a configuration means: as its kind reads it, or as it is where the kind cannot. An emptied number stays empty. */
export function readConfiguration(kind: NodeKind, configuration: Values): Values {
  const read = kind.configuration.safeParse(configuration);
  const values = { ...configuration, ...(read.success ? (read.data as Values) : {}) };
  for (const [name, field] of Object.entries(kind.fields)) {
    if (field.control === 'number' && configuration[name] === null) values[name] = null;
    if (field.control === 'switch') values[name] ??= field.absent ?? false;
  }
  return values;
}

/** What each way to prove who one is cannot do without. */
export const REQUIRED_CREDENTIALS: Readonly<Record<CredentialsSetting['type'], readonly string[]>> = {
  anonymous: [],
  basic: ['username'],
  'cert.PEM': [],
  sas: ['sasKey'],
};

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

function checkNumber(field: Extract<FormField, { control: 'number' }>, value: unknown): FieldProblem | undefined {
  if (isBlank(value)) return field.isOptional ? undefined : { key: 'number' };
  const { min, max } = field;
  const number = Number(value);
  if (Number.isNaN(number)) return { key: 'number' };
  if ((min === undefined || number >= min) && (max === undefined || number <= max)) return undefined;
  if (min === undefined) return max === undefined ? undefined : { key: 'atMost', max };
  return max === undefined ? { key: 'atLeast', min } : { key: 'between', min, max };
}

/** Whether a key or a value of pairs is empty (specification §5). */
export const hasGaps = (pairs: unknown): boolean =>
  typeof pairs === 'object' && pairs !== null && Object.entries(pairs).some((pair) => pair.some(isBlank));

function checkField(field: FormField, value: unknown): FieldProblem | undefined {
  if (field.control === 'number') return checkNumber(field, value);
  if (field.control === 'pairs') return hasGaps(value) ? { key: 'pairs' } : undefined;
  if (field.control === 'credentials') {
    const credentials = value as CredentialsSetting;
    const required = REQUIRED_CREDENTIALS[credentials?.type] ?? [];
    return required.some((name) => isBlank(credentials[name as 'username'])) ? { key: 'required' } : undefined;
  }
  if (field.control === 'smsProvider') return isBlank(value) ? { key: 'required' } : undefined;
  return 'isRequired' in field && field.isRequired && isBlank(value) ? { key: 'required' } : undefined;
}

/** What is wrong with the configuration of a node: member → problem. Fields that do not count now have none. */
export function checkConfiguration({
  type,
  configuration,
}: Pick<ChainNode, 'type' | 'configuration'>): Record<string, FieldProblem> {
  const kind = kindOf(type);
  if (!kind) return {};
  const problems: Record<string, FieldProblem> = {};
  const values = readConfiguration(kind, configuration);
  for (const [name, field] of Object.entries(kind.fields)) {
    const problem = isShown(field, values) ? checkField(field, values[name]) : undefined;
    if (problem) problems[name] = problem;
  }
  // What the server refuses, also of fields that do not count.
  for (const { path } of kind.configuration.safeParse(configuration).error?.issues ?? []) {
    const name = String(path[0] ?? '');
    const isNumber = kind.fields[name]?.control === 'number' && typeof configuration[name] === 'number';
    problems[name] ??= { key: isNumber && !Number.isInteger(configuration[name]) ? 'whole' : 'value' };
  }
  return problems;
}

/** By configuration, which is never changed: editing one node does not have all others checked again. */
const checked = new WeakMap<ChainNode['configuration'], { type: string; isGood: boolean }>();

/** Whether the configuration of a node is good, and its kind known. */
export function checkNode(
  node: Pick<ChainNode, 'type' | 'configuration'>,
): 'configuration' | 'unknownKind' | undefined {
  if (!kindOf(node.type)) return 'unknownKind';
  let known = checked.get(node.configuration);
  if (known?.type !== node.type) {
    known = { type: node.type, isGood: Object.keys(checkConfiguration(node)).length === 0 };
    checked.set(node.configuration, known);
  }
  return known.isGood ? undefined : 'configuration';
}
