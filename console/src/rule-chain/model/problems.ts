import { containsMarkup, DEFAULT_TEXT_LENGTH, isStorableText } from '@signalbox/contract/text';
import { CHAIN_NODE, type Chain, type ChainNode } from './chain.ts';

export type NameProblem = 'name' | 'nameLong' | 'nameMalformed';

export type NodeProblem =
  | NameProblem
  | 'label'
  | 'target'
  | 'targetGone'
  | 'unreached'
  | 'circle'
  | 'configuration'
  | 'unknownKind'
  | 'leadsBack';

/** Nodes may be stored with these problems; the others are refused. */
const PASSABLE: ReadonlySet<NodeProblem> = new Set(['configuration', 'unknownKind', 'leadsBack']);

export const isPassable = (problem: NodeProblem): boolean => PASSABLE.has(problem);

/**
 * What is wrong with each node.
 * @param check whether the configuration of a node is good, and its kind known
 * @param leading ids of the chains from which messages come to this one, itself included
 * @param gone ids of chains that nodes lead to and that are not here: the server leaves out links to them
 */
export function findProblems(
  chain: Chain,
  check: (node: ChainNode) => 'configuration' | 'unknownKind' | undefined,
  leading: ReadonlySet<string>,
  gone: ReadonlySet<string>,
): Map<string, NodeProblem> {
  const reached = new Set(chain.links.map(({ to }) => to));
  const mislabelled = new Set(chain.links.filter(({ labels }) => labels.some(textProblem)).map(({ from }) => from));
  const circling = findCircling(chain);
  const problems = new Map<string, NodeProblem>();
  for (const node of chain.nodes) {
    const problem =
      problemOf(node, reached, gone) ??
      (mislabelled.has(node.key) ? 'label' : undefined) ??
      (circling.has(node.key) ? 'circle' : undefined) ??
      (node.type === CHAIN_NODE ? leadsBack(node, leading) : check(node));
    if (problem) problems.set(node.key, problem);
  }
  return problems;
}

/** What the server refuses of the name of a chain or of a node. */
export function nameProblem(name: string): NameProblem | undefined {
  return name.trim() === '' ? 'name' : textProblem(name);
}

function textProblem(text: string): NameProblem | undefined {
  if (text.length > DEFAULT_TEXT_LENGTH) return 'nameLong';
  return containsMarkup(text) || !isStorableText(text) ? 'nameMalformed' : undefined;
}

function problemOf(node: ChainNode, reached: ReadonlySet<string>, gone: ReadonlySet<string>): NodeProblem | undefined {
  if (node.type !== CHAIN_NODE) return nameProblem(node.name);
  if (node.target === null) return 'target';
  if (gone.has(node.target)) return 'targetGone';
  return reached.has(node.key) ? undefined : 'unreached';
}

const leadsBack = ({ target }: ChainNode, leading: ReadonlySet<string>): 'leadsBack' | undefined =>
  target !== null && leading.has(target) ? 'leadsBack' : undefined;

/** Nodes from which messages would come back to where they were, or that lie between such nodes. */
function findCircling(chain: Chain): ReadonlySet<string> {
  const left = new Set(chain.nodes.map(({ key }) => key));
  for (const [end, start] of [['to', 'from'] as const, ['from', 'to'] as const]) {
    const next = new Map<string, string[]>();
    const count = new Map<string, number>();
    for (const link of chain.links) {
      if (!left.has(link.from) || !left.has(link.to)) continue;
      count.set(link[end], (count.get(link[end]) ?? 0) + 1);
      const known = next.get(link[start]);
      if (known) known.push(link[end]);
      else next.set(link[start], [link[end]]);
    }
    const free = [...left].filter((key) => !count.has(key));
    for (let key = free.pop(); key !== undefined; key = free.pop()) {
      left.delete(key);
      for (const after of next.get(key) ?? []) {
        const rest = (count.get(after) ?? 0) - 1;
        count.set(after, rest);
        if (rest === 0) free.push(after);
      }
    }
  }
  return left;
}
