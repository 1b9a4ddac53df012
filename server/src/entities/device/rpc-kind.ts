import type { EntityKind } from '../entity-kind.ts';

/** A persistent call to a device; it goes with its device, as the rest of what is kept about that. */
export const rpcKind: EntityKind<'RPC'> = {
  entityType: 'RPC',
  table: 'rpc',
  noun: 'call',
  summary: `SELECT rpc.tenant_id, device.customer_id, rpc.id::text AS name
    FROM rpc JOIN device ON device.id = rpc.device_id WHERE rpc.id = $1`,
  source: null,
  limit: null,
  audited: false,
  withTenant: 'cascade',
  hasData: false,
};
