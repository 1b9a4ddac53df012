import type { EntityId } from '@signalbox/contract/id';
import type { Owned } from './permissions.ts';

/** What other rooms need to know about entities of any kind: owner and name. */
export interface EntitySummary extends Owned {
  entityId: EntityId;
  /** Name, title or e-mail, whichever the kind has. */
  name: string;
  /** Device type, rule chain type … where the kind has one. */
  type?: string;
  label?: string | null;
  /** Devices only. */
  deviceProfileId?: string;
}

/**
 * Looks entities of any kind up by id, from a bounded cache that changes keep true (LiveBus 'entity').
 * For permission checks and names; never for the entity itself.
 */
export interface EntityDirectory {
  find(entityId: EntityId): Promise<EntitySummary | undefined>;
}
