import type { FormField } from '@signalbox/contract/rule-nodes/form-fields';
import { distinctNodeName, nodeHelpId } from '@signalbox/contract/rule-nodes/help-id';
import { RULE_NODES } from '@signalbox/contract/rule-nodes/registry';

type NodeKind = (typeof RULE_NODES)[keyof typeof RULE_NODES];

/** Title of the page of a node: `Create alarm`, `Script (filter)`. */
const titleOf = (node: NodeKind) =>
  distinctNodeName(node)
    .replace(/\b(gps|rpc|rest|api|mqtt|aws|sns|sqs|gcp|sms)\b/g, (word) => word.toUpperCase())
    .replace(/^./, (first) => first.toUpperCase());

/** The few marks of the descriptions of nodes, as Markdown. */
const markdownOf = (html: string) =>
  html
    .replace(/<\/?code>/g, '`')
    .replace(/<\/?b>/g, '**')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');

const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
/** Values in code, also those with backticks. */
const code = (text: string) => (text === '' ? 'empty' : `\`${cell(text.replaceAll('`', "'"))}\``);

/** What a member is at first, in a few words; absent where that says nothing. */
function defaultOf(field: FormField, value: unknown): string {
  if (value === null || value === undefined || field.control === 'script') return '';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (field.control === 'choice' && typeof value === 'string') {
    return (field.options as Readonly<Record<string, string>>)[value] ?? value;
  }
  if (typeof value === 'number') return `${value}`;
  if (typeof value === 'string') return value === '' ? '' : code(value);
  if (Array.isArray(value)) return value.length === 0 ? '' : value.map((one) => code(String(one))).join(', ');
  return '';
}

/** What may be entered: limits, units, placeholders, choices. */
function rulesOf(field: FormField): string {
  const rules: string[] = [];
  if (field.control === 'number') {
    if (field.unit) rules.push(`In ${field.unit}.`);
    if (field.min !== undefined && field.max !== undefined) rules.push(`From ${field.min} to ${field.max}.`);
    else if (field.min !== undefined) rules.push(`At least ${field.min}.`);
    else if (field.max !== undefined) rules.push(`At most ${field.max}.`);
  }
  if (field.control === 'choice') rules.push(`One of: ${Object.values(field.options).join(', ')}.`);
  if ('isRequired' in field && field.isRequired) rules.push('Required.');
  if ('isPattern' in field && field.isPattern) rules.push('May have [placeholders](/help/rules/placeholders).');
  if (field.control === 'script') rules.push(`A [function](/help/functions/rule-${field.script}).`);
  return rules.join(' ');
}

function fieldsTable(node: NodeKind): string {
  const defaults = node.defaultConfiguration as Readonly<Record<string, unknown>>;
  const rows = Object.entries(node.fields as Readonly<Record<string, FormField>>)
    .filter(([, field]) => field.control !== 'kept')
    .map(([name, field]) => {
      const what = [field.help, rulesOf(field)].filter(Boolean).join(' ');
      return `| ${cell(field.label)} | \`${name}\` | ${cell(what)} | ${defaultOf(field, defaults[name])} |`;
    });
  if (rows.length === 0) return 'It has no settings.';
  return ['| setting | in JSON | what it is | at first |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function relationsOf(node: NodeKind): string {
  const relations: string[] = [...new Set([...node.relations, 'Failure'])];
  const names = relations.map((relation) => `**${relation}**`).join(', ');
  return node.customRelations ? `${names}, and any other that you name.` : `${names}.`;
}

/** The part of a node's page that is known from its description, as Markdown. */
function nodePart(node: NodeKind): string {
  return [
    `# ${titleOf(node)}`,
    node.description,
    markdownOf(node.details),
    `A node of the group ${node.kind.toLowerCase()}. Messages leave along ${relationsOf(node)}`,
    '## Settings',
    fieldsTable(node),
  ].join('\n\n');
}

/** Id → the part of its page that is not written by hand, of every node. */
export const nodeParts = (): ReadonlyMap<string, string> =>
  new Map(Object.values(RULE_NODES).map((node) => [nodeHelpId(node), nodePart(node)]));
