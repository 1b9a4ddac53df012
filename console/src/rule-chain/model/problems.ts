import { CHAIN_NODE, type Chain, type ChainNode } from './chain.ts';

/** Of names of nodes. */
const MAX_NAME = 255;

export type NodeProblem =
  | 'name'
  | 'nameLong'
  | 'target'
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
 */
export function findProblems(
  chain: Chain,
  check: (node: ChainNode) => 'configuration' | 'unknownKind' | undefined,
  leading: ReadonlySet<string>,
): Map<string, NodeProblem> {
  const reached = new Set(chain.links.map(({ to }) => to));
  const circling = findCircling(chain);
  const problems = new Map<string, NodeProblem>();
  for (const node of chain.nodes) {
    const problem =
      problemOf(node, reached) ??
      (circling.has(node.key) ? 'circle' : undefined) ??
      (node.type === CHAIN_NODE ? leadsBack(node, leading) : check(node));
    if (problem) problems.set(node.key, problem);
  }
  return problems;
}

function problemOf(node: ChainNode, reached: ReadonlySet<string>): NodeProblem | undefined {
  if (node.type === CHAIN_NODE) {
    if (node.target === null) return 'target';
    return reached.has(node.key) ? undefined : 'unreached';
  }
  if (node.name.trim() === '') return 'name';
  return node.name.length > MAX_NAME ? 'nameLong' : undefined;
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
