import type { EntityType } from '@signalbox/contract/id';

/** What a shared tab needs to know of its entity. */
export interface EntityRef {
  entityType: EntityType;
  id: string;
}
