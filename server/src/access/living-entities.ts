import type { EntityId } from '@signalbox/contract/id';
import type pg from 'pg';

/** Tells which entities exist, so that nothing is stored about deleted ones. */
export interface LivingEntities {
  /**
   * Ids of those that are deleted or never were. A promise only where an entity has to be looked up: who is asked for
   * often is known.
   * @param client of the transaction in hand, which looks without waiting for another connection
   */
  missing(
    entities: Iterable<EntityId>,
    client?: Pick<pg.ClientBase, 'query'>,
  ): ReadonlySet<string> | Promise<ReadonlySet<string>>;
}
