import type { RelationsQuery } from '@signalbox/contract/relation';
import type { Settings } from '../../model.ts';
import type { Scripts } from '../../sandbox/scripts.ts';

/** An entity as functions of nodes get it. */
export interface NodeEntity {
  id: { entityType: string; id: string };
  name: string;
  label: string;
}

/** What functions of a node get. */
export interface NodeContext {
  parentNodeCtx: NodeContext | null;
  entity: NodeEntity;
  childrenNodesLoaded: boolean;
  /** 1 for the roots. */
  level: number;
  /** The newest values by the label of their key. */
  data: Readonly<Record<string, unknown>>;
}

export type NodeIcon = { iconUrl: string } | { materialIcon: string } | 'default';

/** What the settings of a hierarchy say of its nodes. What fails, or says nothing of use, is as if it were not there. */
export interface NodeFunctions {
  /** Which relations lead to the nodes below; undefined: the usual ones. @throws what the function throws */
  relationsQuery: (node: NodeContext) => unknown;
  hasChildren: (node: NodeContext) => boolean;
  isOpened: (node: NodeContext) => boolean;
  isDisabled: (node: NodeContext) => boolean;
  icon: (node: NodeContext) => NodeIcon;
  text: (node: NodeContext) => string;
  /** Places of the nodes in the order that the function wants; undefined: the usual order. */
  order: (nodes: readonly NodeContext[]) => readonly number[] | undefined;
}

const NAMES = [
  'nodeRelationQueryFunction',
  'nodeHasChildrenFunction',
  'nodeOpenedFunction',
  'nodeDisabledFunction',
  'nodeIconFunction',
  'nodeTextFunction',
  'nodesSortFunction',
] as const;
type FunctionName = (typeof NAMES)[number];

/** Levels that are open at first. */
const OPEN_LEVELS = 4;
/** Results that are remembered for each function. */
const MAX_RESULTS = 5_000;

function bodyOf(settings: Settings, name: FunctionName): string | undefined {
  const body = settings[name];
  return typeof body === 'string' && body.trim() !== '' ? body : undefined;
}

/** Whether the settings of a hierarchy have functions. */
export function hasNodeFunctions(settings: Settings): boolean {
  return NAMES.some((name) => bodyOf(settings, name) !== undefined);
}

/** The function, which is called once for equal arguments. Nothing comes of what fails. */
function remembered<Argument>(call: ((argument: Argument) => unknown) | undefined): (argument: Argument) => unknown {
  if (!call) return () => undefined;
  const results = new Map<string, unknown>();
  return (argument) => {
    const key = JSON.stringify(argument);
    if (results.has(key)) return results.get(key);
    let result: unknown;
    try {
      result = call(argument);
    } catch {
      result = undefined;
    }
    if (results.size >= MAX_RESULTS) results.clear();
    results.set(key, result);
    return result;
  };
}

/** Reads the functions of the settings. */
export function nodeFunctions(settings: Settings, scripts: Scripts | undefined): NodeFunctions {
  const compiled = (name: FunctionName, wrap = (body: string) => body, names = ['nodeCtx']) => {
    const body = bodyOf(settings, name);
    if (body === undefined || !scripts) return undefined;
    return (argument: unknown) => scripts.compile(wrap(body), names)(argument);
  };
  const called = (name: FunctionName) => remembered<NodeContext>(compiled(name));
  const query = compiled('nodeRelationQueryFunction');
  const hasChildren = called('nodeHasChildrenFunction');
  const isOpened = called('nodeOpenedFunction');
  const isDisabled = called('nodeDisabledFunction');
  const icon = called('nodeIconFunction');
  const text = called('nodeTextFunction');
  const order = remembered<readonly NodeContext[]>(compiled('nodesSortFunction', sorting, ['nodeCtxs']));
  return {
    relationsQuery: (node) => query?.(node),
    hasChildren: (node) => hasChildren(node) !== false,
    isOpened: (node) => {
      const result = isOpened(node);
      return typeof result === 'boolean' ? result : node.level <= OPEN_LEVELS;
    },
    isDisabled: (node) => isDisabled(node) === true,
    icon: (node) => iconOf(icon(node)),
    text: (node) => {
      const result = text(node);
      return typeof result === 'string' || typeof result === 'number' ? String(result) : node.entity.name;
    },
    order: (nodes) => orderOf(order(nodes), nodes.length),
  };
}

/** All comparisons in one call: each alone would cost as much as going in and out. */
function sorting(body: string): string {
  return [
    `const compare = function (nodeCtx1, nodeCtx2) {${body}\n};`,
    'const places = nodeCtxs.map((_, place) => place);',
    'return places.sort((one, other) => Number(compare(nodeCtxs[one], nodeCtxs[other])) || 0);',
  ].join('\n');
}

function iconOf(result: unknown): NodeIcon {
  if (typeof result !== 'object' || result === null) return 'default';
  const { iconUrl, materialIcon } = result as Record<string, unknown>;
  if (typeof iconUrl === 'string' && iconUrl !== '') return { iconUrl };
  return typeof materialIcon === 'string' && materialIcon !== '' ? { materialIcon } : 'default';
}

/** Each place once, or nothing. */
function orderOf(result: unknown, count: number): readonly number[] | undefined {
  if (!Array.isArray(result) || new Set(result).size !== count) return undefined;
  return result.every((place) => Number.isInteger(place) && place >= 0 && place < count) ? result : undefined;
}

/** The relations that lead to what is below a node, as its function wants them: else all that it contains. */
export function queryFor({ id: { entityType, id } }: NodeEntity, wanted: unknown): RelationsQuery {
  if (typeof wanted === 'object' && wanted !== null && 'parameters' in wanted) return wanted as RelationsQuery;
  return {
    parameters: {
      rootId: id,
      rootType: entityType as RelationsQuery['parameters']['rootType'],
      direction: 'FROM',
      relationTypeGroup: 'COMMON',
      maxLevel: 1,
      fetchLastLevelOnly: false,
    },
    filters: [{ relationType: 'Contains' }],
  };
}
