import type { EntityId, EntityType } from '@signalbox/contract/id';
import type { Relation, RelationDirection, RelationFilter } from '@signalbox/contract/relation';
import { badRequest } from '../http/errors.ts';

/** What a query asks of relations (rest-content.md §6.3). */
export interface RelatedSearch {
  root: EntityId;
  direction: RelationDirection;
  /** 0 and less, or more than 50: 50. */
  maxLevel: number;
  fetchLastLevelOnly: boolean;
  /** At least one; a relation passes when one of them lets it. */
  filters: readonly RelationFilter[];
}

/** COMMON relations that start (FROM) or end (TO) at any of the entities. */
export type RelationsOf = (ids: readonly string[], direction: RelationDirection) => Promise<Relation[]>;

const MAX_LEVEL = 50;
/** Maximum number of relations per search, so that a wide graph cannot exhaust the memory. */
const MAX_RELATIONS = 100_000;
/** Maximum number of steps along the paths of a graph with cycles. */
const MAX_STEPS = 500_000;

/** A relation as the walk sees it: from where it was reached to where it leads. */
interface Hop {
  from: string;
  to: string;
  passes: boolean;
}

const keyOf = ({ entityType, id }: EntityId): string => `${entityType} ${id}`;

function passes({ type }: Relation, far: EntityId, filters: readonly RelationFilter[]): boolean {
  return filters.some(
    ({ relationType, entityTypes }) =>
      (!relationType || relationType === type) &&
      (!entityTypes || entityTypes.length === 0 || entityTypes.includes(far.entityType)),
  );
}

/**
 * Entities that a walk from the root finds: all relations are followed, the last one of a path must pass a filter, and no
 * entity comes twice in a path.
 * @returns kind → ids
 * @throws ApiError 400 / 31 when there are too many relations to follow
 */
export async function findRelated(search: RelatedSearch, relationsOf: RelationsOf): Promise<Map<EntityType, string[]>> {
  const { root, direction, filters } = search;
  const maxLevel = search.maxLevel > 0 ? Math.min(search.maxLevel, MAX_LEVEL) : MAX_LEVEL;
  const rootKey = keyOf(root);
  const entities = new Map([[rootKey, root]]);
  /** entity → fewest relations from the root to it */
  const distances = new Map([[rootKey, 0]]);
  /** entity → relations that lead on from it */
  const hopsFrom = new Map<string, Hop[]>();
  let walked = 0;
  let level: EntityId[] = [root];
  for (let depth = 1; depth <= maxLevel && level.length > 0; depth++) {
    const near = new Set(level.map(keyOf));
    const relations = await relationsOf(
      level.map(({ id }) => id),
      direction,
    );
    walked += relations.length;
    if (walked > MAX_RELATIONS) throw badRequest(`The query follows more than ${MAX_RELATIONS} relations!`);
    level = [];
    for (const relation of relations) {
      const [start, end] = direction === 'FROM' ? [relation.from, relation.to] : [relation.to, relation.from];
      const [from, to] = [keyOf(start), keyOf(end)];
      if (!near.has(from) || from === to) continue;
      const hop = { from, to, passes: passes(relation, end, filters) };
      const hops = hopsFrom.get(from);
      if (hops) hops.push(hop);
      else hopsFrom.set(from, [hop]);
      if (!distances.has(to)) {
        distances.set(to, depth);
        entities.set(to, end);
        level.push(end);
      }
    }
  }
  const graph: Graph = { rootKey, hopsFrom, distances };
  const found = search.fetchLastLevelOnly
    ? findLastLevel(graph, search.maxLevel, maxLevel)
    : findReached(graph, maxLevel);
  const result = new Map<EntityType, string[]>();
  for (const key of found) {
    const { entityType, id } = entities.get(key) as EntityId;
    const ids = result.get(entityType);
    if (ids) ids.push(id);
    else result.set(entityType, [id]);
  }
  return result;
}

interface Graph {
  rootKey: string;
  hopsFrom: ReadonlyMap<string, readonly Hop[]>;
  distances: ReadonlyMap<string, number>;
}

/** Finds entities with a path of at most `maxLevel` relations whose last relation passes. */
function findReached(graph: Graph, maxLevel: number): Set<string> {
  const { rootKey, hopsFrom, distances } = graph;
  const found = new Set<string>();
  /** entity → starts of hops that lead back to it, towards the root: every path to them may contain it */
  const back = new Map<string, Set<string>>();
  for (const hops of hopsFrom.values()) {
    for (const hop of hops) {
      if (!hop.passes || hop.to === rootKey) continue;
      if ((distances.get(hop.to) as number) >= (distances.get(hop.from) as number)) found.add(hop.to);
      else back.set(hop.to, (back.get(hop.to) ?? new Set()).add(hop.from));
    }
  }
  for (const [to, starts] of back) {
    if (!found.has(to) && isReachedWithout(graph, starts, to, maxLevel - 1)) found.add(to);
  }
  return found;
}

/** True when one of `targets` is at most `maxLevel` relations from the root on a path that leaves `avoided` out. */
function isReachedWithout(
  { rootKey, hopsFrom }: Graph,
  targets: ReadonlySet<string>,
  avoided: string,
  maxLevel: number,
): boolean {
  const seen = new Set([rootKey, avoided]);
  let level = [rootKey];
  for (let depth = 1; depth <= maxLevel && level.length > 0; depth++) {
    const next: string[] = [];
    for (const key of level) {
      for (const { to } of hopsFrom.get(key) ?? []) {
        if (targets.has(to)) return true;
        if (seen.has(to)) continue;
        seen.add(to);
        next.push(to);
      }
    }
    level = next;
  }
  return false;
}

/**
 * Finds the entities at the last level (on a path of exactly `exactLevel` relations) and those from which no passing
 * relation leads further.
 */
function findLastLevel(graph: Graph, exactLevel: number, maxLevel: number): Set<string> {
  const found = findReached(graph, maxLevel);
  const leadOn = new Set<string>();
  for (const [from, hops] of graph.hopsFrom) if (hops.some((hop) => hop.passes)) leadOn.add(from);
  // More than 50 levels cannot be told from 50.
  const atLastLevel = exactLevel > 0 && exactLevel <= MAX_LEVEL ? findAtLevel(graph, exactLevel) : new Set<string>();
  return new Set([...found].filter((key) => atLastLevel.has(key) || !leadOn.has(key)));
}

/** Finds entities at the end of a path of exactly `wanted` relations whose last one passes. */
function findAtLevel({ rootKey, hopsFrom }: Graph, wanted: number): Set<string> {
  const found = new Set<string>();
  const path = new Set<string>();
  /** Visited pairs of entity and level, which give the same result again if there are no cycles. */
  const seen = new Set<string>();
  const isCyclic = hasCycle(rootKey, hopsFrom);
  let steps = 0;

  function walk(key: string, depth: number): void {
    path.add(key);
    for (const hop of hopsFrom.get(key) ?? []) {
      if (path.has(hop.to)) continue;
      if (++steps > MAX_STEPS) throw badRequest('The query follows too many paths of relations!');
      if (depth === wanted) {
        if (hop.passes) found.add(hop.to);
        continue;
      }
      if (!isCyclic) {
        const visit = `${depth} ${hop.to}`;
        if (seen.has(visit)) continue;
        seen.add(visit);
      }
      walk(hop.to, depth + 1);
    }
    path.delete(key);
  }

  walk(rootKey, 1);
  return found;
}

function hasCycle(rootKey: string, hopsFrom: ReadonlyMap<string, readonly Hop[]>): boolean {
  const done = new Set<string>();
  const path = new Set<string>();
  /** Entities of the path with the hops that are left to follow; no recursion, since a path may be long. */
  const stack: { key: string; left: Hop[] }[] = [{ key: rootKey, left: [...(hopsFrom.get(rootKey) ?? [])] }];
  path.add(rootKey);
  for (let top = stack.at(-1); top; top = stack.at(-1)) {
    const hop = top.left.pop();
    if (!hop) {
      path.delete(top.key);
      done.add(top.key);
      stack.pop();
    } else if (path.has(hop.to)) {
      return true;
    } else if (!done.has(hop.to)) {
      path.add(hop.to);
      stack.push({ key: hop.to, left: [...(hopsFrom.get(hop.to) ?? [])] });
    }
  }
  return false;
}
