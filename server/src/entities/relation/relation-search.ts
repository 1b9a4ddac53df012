import { setImmediate as nextTurn } from 'node:timers/promises';
import type { EntityId } from '@signalbox/contract/id';
import type { Relation, RelationDirection, RelationFilter, RelationParameters } from '@signalbox/contract/relation';
import { badRequest } from '../../http/errors.ts';
import type { RelationStore } from './relation-store.ts';

/** Relations that are looked at in a turn. */
const IN_TURN = 2_000;
/** Maximum number of relations per search, so that a wide graph cannot exhaust the memory. */
const MAX_RELATIONS = 100_000;

const key = ({ entityType, id }: EntityId): string => `${entityType} ${id}`;

function matches(relation: Relation, farEnd: EntityId, filters: readonly RelationFilter[]): boolean {
  if (filters.length === 0) return true;
  return filters.some(
    ({ relationType, entityTypes }) =>
      (!relationType || relationType === relation.type) &&
      (!entityTypes || entityTypes.length === 0 || entityTypes.includes(farEnd.entityType)),
  );
}

/**
 * Walks from the root, level by level, and returns the relations that match, nearest first. Every entity is expanded
 * once, so that cycles end. Filters select from the result; they do not stop the walk.
 */
export async function searchRelations(
  store: Pick<RelationStore, 'listOf'>,
  parameters: RelationParameters,
  filters: readonly RelationFilter[],
  most = MAX_RELATIONS,
): Promise<Relation[]> {
  const { direction, rootId, rootType } = parameters;
  const group = parameters.relationTypeGroup ?? 'COMMON';
  const maxLevel = (parameters.maxLevel ?? 1) > 0 ? (parameters.maxLevel ?? 1) : Number.POSITIVE_INFINITY;
  const found: Relation[] = [];
  let walked = 0;
  let level: EntityId[] = [{ entityType: rootType, id: rootId }];
  const expanded = new Set(level.map(key));
  for (let depth = 1; depth <= maxLevel && level.length > 0; depth++) {
    const nearEnds = new Set(level.map(key));
    const ids = level.map(({ id }) => id);
    const relations = await store.listOf(ids, direction, group);
    walked += relations.length;
    if (walked > most) throw badRequest(`The search finds more than ${most} relations!`);
    level = [];
    for (const [at, relation] of relations.entries()) {
      if (at > 0 && at % IN_TURN === 0) await nextTurn();
      const near = direction === 'FROM' ? relation.from : relation.to;
      const far = direction === 'FROM' ? relation.to : relation.from;
      if (!nearEnds.has(key(near))) continue;
      if ((!parameters.fetchLastLevelOnly || depth === maxLevel) && matches(relation, far, filters)) {
        found.push(relation);
      }
      if (!expanded.has(key(far))) {
        expanded.add(key(far));
        level.push(far);
      }
    }
  }
  return found;
}

/** Far ends of relations, each once. */
export function farEnds(relations: readonly Relation[], direction: RelationDirection): EntityId[] {
  const ends = relations.map(({ from, to }) => (direction === 'FROM' ? to : from));
  return [...new Map(ends.map((end) => [key(end), end])).values()];
}
