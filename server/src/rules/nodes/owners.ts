import { type EntityId, type EntityType, entityId, NULL_UUID } from '@signalbox/contract/id';
import type { Message } from '../../messages/message.ts';
import type { MessageEffects } from '../batch-effects.ts';
import type { NodeReads } from '../node-reads.ts';

/** Originators that nodes find a customer for. */
export const OF_CUSTOMERS: ReadonlySet<EntityType> = new Set(['CUSTOMER', 'USER', 'ASSET', 'DEVICE']);

/** Originators that nodes find a tenant for. */
export const OF_TENANTS: ReadonlySet<EntityType> = new Set([
  'TENANT',
  'CUSTOMER',
  'USER',
  'ASSET',
  'DEVICE',
  'ALARM',
  'RULE_CHAIN',
]);

/**
 * The customer that the originator of a message belongs to, or is itself.
 * @param kinds kinds of originators that the node works for
 * @throws Error when the kind is none of them, or there is no customer
 */
export async function customerOf(
  { tenantId, originator }: Message,
  kinds: ReadonlySet<EntityType>,
  reads: NodeReads,
  effects: MessageEffects,
): Promise<EntityId<'CUSTOMER'>> {
  if (!kinds.has(originator.entityType)) throw unexpectedOriginator(originator);
  const found = await reads.entity(tenantId, originator);
  if (found && originator.entityType === 'CUSTOMER') return entityId('CUSTOMER', originator.id);
  const customerId = found && (effects.unstoredCustomer(originator.id) ?? found.customerId);
  if (!customerId || customerId === NULL_UUID) throw new Error('The originator has no customer');
  return entityId('CUSTOMER', customerId);
}

/** The tenant of a message. @throws Error when the kind of its originator is none of `kinds` */
export function tenantOf({ tenantId, originator }: Message, kinds: ReadonlySet<EntityType>): EntityId<'TENANT'> {
  if (!kinds.has(originator.entityType)) throw unexpectedOriginator(originator);
  return entityId('TENANT', tenantId);
}

function unexpectedOriginator({ entityType }: EntityId): Error {
  return new Error(`Unsupported originator type: ${entityType}`);
}
