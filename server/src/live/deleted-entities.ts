import { hasGone, type LiveBus } from '../bus/live-bus.ts';

/** Most deletions that are remembered. */
const MAX_REMEMBERED = 10_000;

/** The entities that were deleted last: a page that is older than their deletion may still name them. */
export interface DeletedEntities {
  has(id: string): boolean;
  close(): void;
}

export function createDeletedEntities(liveBus: LiveBus): DeletedEntities {
  /** Ids, the one deleted first in front. */
  const deleted = new Set<string>();
  const stop = liveBus.subscribeKinds(['entity'], (change) => {
    if (!hasGone(change)) return;
    deleted.add(change.entityId.id);
    if (deleted.size > MAX_REMEMBERED) deleted.delete(deleted.values().next().value as string);
  });
  return { has: (id) => deleted.has(id), close: stop };
}
