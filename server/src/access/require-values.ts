import { ErrorCode } from '@signalbox/contract/error';
import type { EntityId } from '@signalbox/contract/id';
import { ApiError, PERMISSION_DENIED, permissionDenied } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { EntityDirectory, EntitySummary } from './entity-directory.ts';
import { NOT_FOR_CUSTOMERS, requireWithValues } from './require-entity.ts';
import type { ValueRightsOf } from './value-rights.ts';

export interface ValueGate {
  directory: EntityDirectory;
  valueRightsOf: ValueRightsOf;
}

/** An entity and the requested keys that may be read; `keys` undefined: all. */
interface ReadableEntity {
  entity: EntitySummary;
  keys: readonly string[] | undefined;
}

/**
 * The entity if `user` may read these of its values. Customer users and visitors read of their tenant what it shares
 * with them.
 * @param keys undefined: all that may be read
 * @throws ApiError 404 / 32 or 403 / 20, which names the keys that may not be read in `notPermitted`
 */
export async function requireValues(
  { directory, valueRightsOf }: ValueGate,
  user: SecurityUser,
  entityId: EntityId,
  operation: 'READ_ATTRIBUTES' | 'READ_TELEMETRY',
  keys: readonly string[] | undefined,
): Promise<ReadableEntity> {
  const isOwnTenant = entityId.entityType === 'TENANT' && entityId.id === user.tenantId;
  const tenant = isOwnTenant && user.authority === 'CUSTOMER_USER' ? await directory.find(entityId) : undefined;
  if (!tenant) return { entity: await requireWithValues(directory, user, entityId, operation), keys };
  const { tenantKeys = new Set<string>() } = await valueRightsOf(user);
  const refused = (keys ?? []).filter((key) => !tenantKeys.has(key));
  if (refused.length > 0) {
    throw new ApiError(403, ErrorCode.permissionDenied, PERMISSION_DENIED, { notPermitted: refused });
  }
  if (tenantKeys.size === 0) throw permissionDenied(NOT_FOR_CUSTOMERS);
  return { entity: tenant, keys: keys ?? [...tenantKeys] };
}
