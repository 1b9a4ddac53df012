import { createDeletedTenants, type DeletedTenants } from '../storage/deleted-tenants.ts';
import { hasGone, type LiveBus } from './live-bus.ts';

/** Follows which tenants are deleted. */
export function followDeletedTenants(liveBus: LiveBus): DeletedTenants {
  const deletedTenants = createDeletedTenants();
  liveBus.subscribeKinds(['entity'], (change) => {
    if (change.entityId.entityType === 'TENANT' && hasGone(change)) deletedTenants.note(change.entityId.id);
  });
  return deletedTenants;
}
