import type { EntityId } from '@signalbox/contract/id';
import type { RelationDirection } from '@signalbox/contract/relation';
import { isCleared, isSameRelation, type RelationChange, type RelationEnds } from './effects/change-relations.ts';

/** What earlier nodes of the batch have done to COMMON relations: later ones see it although it is not stored yet. */
export interface UnstoredRelations {
  /** Whether a relation is there; undefined when it was not touched. */
  has(relation: RelationEnds): boolean | undefined;
  /** The stored relations of a type that start (FROM) or end (TO) at an entity, as they are now. */
  apply(at: EntityId, direction: RelationDirection, type: string, stored: readonly RelationEnds[]): RelationEnds[];
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
          const isThere = relations.some((relation) => isSameRelation(relation, save));
          if (!isThere && isCleared(save, { at, direction, type })) relations.push(save);
        } else if ('delete' in change) {
          relations = relations.filter((relation) => !isSameRelation(relation, change.delete));
        } else relations = relations.filter((relation) => !isCleared(relation, change.clear));
      }
      return relations;
    },
  };
}
