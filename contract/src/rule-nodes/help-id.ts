import type { RuleNodeDescription } from './define-rule-node.ts';
import { RULE_NODES } from './registry.ts';

type Named = Pick<RuleNodeDescription, 'name' | 'kind'>;

/** Names that two kinds of nodes have: `script` is a filter and a transformation. */
const names = Object.values(RULE_NODES).map(({ name }) => name as string);
const ambiguous = new Set(names.filter((name, at) => names.indexOf(name) !== at));

/** The name of a kind of node, with its group where another one has the same: `create alarm`, `script (filter)`. */
export const distinctNodeName = ({ name, kind }: Named): string =>
  ambiguous.has(name) ? `${name} (${kind.toLowerCase()})` : name;

/** Id of the help about a kind of node: `nodes/create-alarm`, `nodes/script-filter`. */
export function nodeHelpId(node: Named): string {
  const words = distinctNodeName(node)
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(Boolean);
  return `nodes/${words.join('-')}`;
}
