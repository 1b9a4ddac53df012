import type { UnitOfWork } from '../../storage/transaction.ts';

/** Something that is kept about entities outside of their own tables, and that has to go when they are deleted. */
export interface Remains {
  /**
   * Removes data about deleted entities, as a part of `unit`.
   * @returns false when there is more than one transaction should remove: it is called again
   */
  remove(unit: UnitOfWork, entityIds: readonly string[]): Promise<boolean>;
  /** Ids after `after` of entities about which something is kept, in ascending order. */
  owners(after: string, limit: number): Promise<string[]>;
}
