import { type EntityId, type EntityType, NULL_UUID } from '@signalbox/contract/id';
import { notFound } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { EntityDirectory, EntitySummary } from './entity-directory.ts';
import { type Operation, requirePermission } from './permissions.ts';

/** `DEVICE_PROFILE` → `Device profile`. */
function kindName(entityType: EntityType): string {
  const words = entityType.toLowerCase().replaceAll('_', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/**
 * The owner and name of an entity of any kind, if `user` may do `operation` with it. What belongs to another tenant
 * does not exist for the caller.
 * @throws ApiError 404 / 32 or 403 / 20
 */
export async function requireEntity(
  directory: EntityDirectory,
  user: SecurityUser,
  entityId: EntityId,
  operation: Operation,
): Promise<EntitySummary> {
  const entity = await directory.find(entityId);
  const isForeign =
    entity !== undefined &&
    user.authority !== 'SYS_ADMIN' &&
    entity.tenantId !== user.tenantId &&
    entity.tenantId !== NULL_UUID;
  if (!entity || isForeign) throw notFound(`${kindName(entityId.entityType)} with requested id wasn't found!`);
  requirePermission(user, entityId.entityType, operation, entity);
  return entity;
}
