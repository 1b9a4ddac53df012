import type { EntityId } from '@signalbox/contract/id';
import type {
  Relation,
  RelationDirection,
  RelationFilter,
  RelationInput,
  RelationParameters,
} from '@signalbox/contract/relation';

/** Searching and keeping relations, for other parts of the house that build on them. */
export interface Relations {
  /** Far ends of the relations that a search finds, each once; permissions are not checked. */
  search(parameters: RelationParameters, filters: readonly RelationFilter[]): Promise<EntityId[]>;
  /** COMMON relations that start (FROM) or end (TO) at any of the entities; permissions are not checked. */
  of(entityIds: readonly string[], direction: RelationDirection): Promise<Relation[]>;
  /** The same, so many of each entity at most. */
  ofEach(entityIds: readonly string[], direction: RelationDirection, most: number): Promise<Relation[]>;
  /** Whether each of these COMMON relations exists. */
  existing(relations: readonly Pick<Relation, 'from' | 'to' | 'type'>[]): Promise<boolean[]>;
  /** COMMON relations of a type that start (FROM) or end (TO) at each of the entities, 1,000 of each at most. */
  ofType(ends: readonly { at: EntityId; type: string }[], direction: RelationDirection): Promise<Relation[]>;
  /** Creates or replaces a relation. */
  save(relation: RelationInput & { type: string }): Promise<void>;
  /** Deletes a relation; false when there was none. */
  delete(relation: Pick<RelationInput, 'from' | 'to' | 'typeGroup'> & { type: string }): Promise<boolean>;
}
