import {
  CONTAINS_RELATION,
  MANAGES_RELATION,
  type Relation,
  type RelationDirection,
  type RelationInfo,
  type RelationsQuery,
  relationRoutes,
} from '@signalbox/contract/relation';
import { call } from './client.ts';
import type { EntityRef } from './entity-ref.ts';

/** Relation types that are offered before any other is in use. */
export const KNOWN_RELATION_TYPES: readonly string[] = [CONTAINS_RELATION, MANAGES_RELATION];

/**
 * Relations of an entity to others, or of others to it, with the names of the others.
 * @param parse reads the reply in place of `JSON.parse`
 */
export function getRelations(
  { entityType, id }: EntityRef,
  direction: RelationDirection,
  parse?: (text: string) => unknown,
): Promise<RelationInfo[]> {
  const query = direction === 'FROM' ? { fromId: id, fromType: entityType } : { toId: id, toType: entityType };
  return call(relationRoutes.getRelationInfos, { query }, { ignoreErrors: true, parse });
}

export function saveRelation({ from, to, type, typeGroup, additionalInfo }: Relation) {
  return call(
    relationRoutes.saveRelation,
    { body: { from, to, type, typeGroup, additionalInfo } },
    { ignoreErrors: true },
  );
}

export function deleteRelation({ from, to, type, typeGroup }: Relation) {
  const query = {
    fromId: from.id,
    fromType: from.entityType,
    relationType: type,
    toId: to.id,
    toType: to.entityType,
    relationTypeGroup: typeGroup,
  };
  return call(relationRoutes.deleteRelation, { query }, { ignoreErrors: true });
}

/** The entities at the far ends of the relations that a search finds, in its order, with their names. */
export async function findRelated(query: RelationsQuery): Promise<(EntityRef & { name: string })[]> {
  const relations = await call(
    relationRoutes.findRelationInfos,
    { body: query },
    { ignoreErrors: true, ignoreLoading: true },
  );
  return relations.map(({ from, to, fromName, toName }) =>
    query.parameters.direction === 'TO' ? { ...from, name: fromName ?? '' } : { ...to, name: toName ?? '' },
  );
}
