import type { EntityKind } from '../entity-kind.ts';

/** A persistent call to a device; deleted with the device, like all other data about it. */
export const rpcKind: EntityKind<'RPC'> = {
  entityType: 'RPC',
  table: 'rpc',
  noun: 'call',
  summary: `SELECT rpc.id, rpc.tenant_id, device.customer_id, rpc.id::text AS name
    FROM rpc JOIN device ON device.id = rpc.device_id WHERE rpc.id = ANY ($1)`,
  source: null,
  limit: null,
  audited: false,
  withTenant: 'cascade',
  hasData: false,
};
