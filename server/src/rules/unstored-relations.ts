import type { EntityType } from '@signalbox/contract/id';
import type { RelationDirection } from '@signalbox/contract/relation';
import { isCleared, isSameRelation, type RelationChange, type RelationEnds } from './effects/change-relations.ts';

/** An entity; of any kind when that is not known. */
interface End {
  id: string;
  entityType?: EntityType;
}

/** What earlier nodes of the batch have done to COMMON relations: later ones see it although it is not stored yet. */
export interface UnstoredRelations {
  /** Whether a relation is there; undefined when it was not touched. */
  has(relation: RelationEnds): boolean | undefined;
  /** The stored relations of a type, or of all, that start (FROM) or end (TO) at an entity, as they are now. */
  apply(
    at: End,
    direction: RelationDirection,
    type: string | undefined,
    stored: readonly RelationEnds[],
  ): RelationEnds[];
}

/** Whether a relation starts (FROM) or ends (TO) at an entity. */
function isAt({ from, to }: RelationEnds, { id, entityType }: End, direction: RelationDirection): boolean {
  const near = direction === 'FROM' ? from : to;
  return near.id === id && (entityType ?? near.entityType) === near.entityType;
}

/** @param earlier what messages before this one have done, when their effects are gathered elsewhere */
export function unstoredRelations(
  changes: readonly RelationChange[],
  earlier: UnstoredRelations | undefined,
): UnstoredRelations {
  return {
    has(relation) {
      for (let i = changes.length - 1; i >= 0; i--) {
        const change = changes[i] as RelationChange;
        if ('save' in change && isSameRelation(change.save, relation)) return true;
        if ('delete' in change && isSameRelation(change.delete, relation)) return false;
        if ('clear' in change && isCleared(relation, change.clear)) return false;
      }
      return earlier?.has(relation);
    },
    apply(at, direction, type, stored) {
      let relations = earlier?.apply(at, direction, type, stored) ?? [...stored];
      for (const change of changes) {
        if ('save' in change) {
          const { save } = change;
          const isMeant = isAt(save, at, direction) && (type === undefined || type === save.type);
          if (isMeant && !relations.some((relation) => isSameRelation(relation, save))) relations.push(save);
        } else if ('delete' in change) {
          relations = relations.filter((relation) => !isSameRelation(relation, change.delete));
        } else relations = relations.filter((relation) => !isCleared(relation, change.clear));
      }
      return relations;
    },
  };
}
