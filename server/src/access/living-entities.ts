import type { EntityId } from '@signalbox/contract/id';

/** Tells which entities exist, so that nothing is stored about deleted ones. */
export interface LivingEntities {
  /**
   * Ids of those that are deleted or never were. A promise only where an entity has to be looked up: who is asked for
   * often is known.
   */
  missing(entities: Iterable<EntityId>): ReadonlySet<string> | Promise<ReadonlySet<string>>;
}
