import { ENTITY_TRAITS } from '@signalbox/contract/entity-traits';
import { type EntityId, type EntityType, NULL_UUID } from '@signalbox/contract/id';
import { badRequest, entityNotFound, notFound, permissionDenied } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { EntityDirectory, EntitySummary } from './entity-directory.ts';
import { type Operation, requirePermission } from './permissions.ts';

/** How replies call kinds whose names say something else. */
const KIND_NAMES: Partial<Record<EntityType, string>> = {
  OTA_PACKAGE: 'OTA package',
  TB_RESOURCE: 'Resource',
  RPC: 'RPC',
};

/** `DEVICE_PROFILE` → `Device profile`. */
function kindName(entityType: EntityType): string {
  const words = entityType.toLowerCase().replaceAll('_', ' ');
  return KIND_NAMES[entityType] ?? `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The entity, unless it belongs to another tenant: that does not exist for the caller. */
async function findVisible(
  directory: EntityDirectory,
  user: SecurityUser,
  entityId: EntityId,
): Promise<EntitySummary | undefined> {
  const entity = await directory.find(entityId);
  const isForeign =
    user.authority !== 'SYS_ADMIN' && entity?.tenantId !== user.tenantId && entity?.tenantId !== NULL_UUID;
  return isForeign ? undefined : entity;
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
  const entity = await findVisible(directory, user, entityId);
  if (!entity) throw entityNotFound(kindName(entityId.entityType), entityId.id);
  requirePermission(user, entityId.entityType, operation, entity);
  return entity;
}

/** Kinds of entities that belong to tenants, whose values are theirs alone. */
const OF_TENANTS: ReadonlySet<EntityType> = new Set([
  ...(['DEVICE', 'ASSET', 'CUSTOMER', 'ENTITY_VIEW', 'EDGE', 'DEVICE_PROFILE'] as const),
  ...(['OTA_PACKAGE', 'API_USAGE_STATE'] as const),
]);
export const NOT_FOR_CUSTOMERS = 'Customer user is not allowed to perform this operation!';
/** Kinds whose values customer users never read. */
const NOT_OF_CUSTOMERS: ReadonlySet<EntityType> = new Set(['TENANT', 'RULE_CHAIN']);

/** Why callers of this authority never get at values of such entities, whichever they are. */
function refusalOf({ authority }: SecurityUser, { entityType }: EntityId): string | undefined {
  if (authority === 'SYS_ADMIN') {
    return OF_TENANTS.has(entityType) ? 'System administrator is not allowed to perform this operation!' : undefined;
  }
  if (entityType === 'TENANT_PROFILE') return 'Only system administrator is allowed to perform this operation!';
  const isNotOfCustomers = authority === 'CUSTOMER_USER' && NOT_OF_CUSTOMERS.has(entityType);
  return isNotOfCustomers ? NOT_FOR_CUSTOMERS : undefined;
}

/** @throws ApiError 400 / 31 for kinds that have no values */
function requireKindWithValues({ entityType }: EntityId): void {
  if (ENTITY_TRAITS[entityType].hasValues) return;
  throw badRequest(`Entities of type ${entityType} have no attributes and telemetry.`);
}

/**
 * The same for values of entities, whose refusals 3.3.2 words differently.
 * @throws ApiError 400 / 31 for kinds that have none, 404 / 32 or 403 / 20
 */
export async function requireWithValues(
  directory: EntityDirectory,
  user: SecurityUser,
  entityId: EntityId,
  operation: Operation,
): Promise<EntitySummary> {
  requireKindWithValues(entityId);
  const refusal = refusalOf(user, entityId);
  if (refusal) throw permissionDenied(refusal);
  const entity = await findVisible(directory, user, entityId);
  if (!entity) throw notFound(`${kindName(entityId.entityType)} with requested id wasn't found!`);
  requirePermission(user, entityId.entityType, operation, entity);
  return entity;
}
