import { type EntityId, type EntityType, entityId, NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import type { EntityDirectory, EntitySummary } from '../access/entity-directory.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import { createEmbeddedCache } from '../storage/cache.ts';

/** Most summaries kept; one takes about 500 bytes. */
const MAX_ENTRIES = 50_000;

/**
 * How a kind is looked up: one row by `$1`, with the columns of `SummaryRow`. Kinds without a table yet are not
 * listed and never found.
 */
const LOOKUPS: Partial<Record<EntityType, string>> = {
  TENANT: 'SELECT id AS tenant_id, title AS name FROM tenant WHERE id = $1',
  TENANT_PROFILE: `SELECT '${NULL_UUID}' AS tenant_id, name FROM tenant_profile WHERE id = $1`,
  CUSTOMER: 'SELECT tenant_id, title AS name FROM customer WHERE id = $1',
  USER: 'SELECT tenant_id, customer_id, authority, email AS name FROM app_user WHERE id = $1',
  DEVICE: 'SELECT tenant_id, customer_id, name, type, label, device_profile_id FROM device WHERE id = $1',
  DEVICE_PROFILE: 'SELECT tenant_id, name FROM device_profile WHERE id = $1',
  DASHBOARD: 'SELECT tenant_id, title AS name, assigned_customers FROM dashboard WHERE id = $1',
  RULE_CHAIN: 'SELECT tenant_id, name, type FROM rule_chain WHERE id = $1',
  RULE_NODE: `SELECT rule_chain.tenant_id, rule_node.name, rule_node.type
    FROM rule_node JOIN rule_chain ON rule_chain.id = rule_node.rule_chain_id WHERE rule_node.id = $1`,
  RPC: `SELECT rpc.tenant_id, device.customer_id, rpc.id::text AS name
    FROM rpc LEFT JOIN device ON device.id = rpc.device_id WHERE rpc.id = $1`,
};

interface SummaryRow {
  tenant_id: string;
  name: string;
  customer_id?: string | null;
  authority?: EntitySummary['authority'];
  type?: string;
  label?: string | null;
  device_profile_id?: string;
  assigned_customers?: { customerId: { id: string } }[] | null;
}

function toSummary(id: EntityId, row: SummaryRow): EntitySummary {
  return {
    id: id.id,
    entityId: entityId(id.entityType, id.id),
    tenantId: row.tenant_id,
    name: row.name,
    ...(row.customer_id ? { customerId: row.customer_id } : {}),
    ...(row.authority ? { authority: row.authority } : {}),
    ...(row.type === undefined ? {} : { type: row.type }),
    ...(row.label === undefined ? {} : { label: row.label }),
    ...(row.device_profile_id ? { deviceProfileId: row.device_profile_id } : {}),
    ...(row.assigned_customers === undefined
      ? {}
      : { assignedCustomerIds: (row.assigned_customers ?? []).map((assigned) => assigned.customerId.id) }),
  };
}

export interface StoredEntityDirectory extends EntityDirectory {
  /** Stops listening for changes. */
  close(): void;
}

/** EntityDirectory on the tables of the entities, with a cache that changes keep true. */
export function createEntityDirectory(pool: pg.Pool, liveBus: LiveBus): StoredEntityDirectory {
  /** entity id → summary */
  const cache = createEmbeddedCache<EntitySummary>(MAX_ENTRIES);
  /** entity id → look-up under way; taken out by a change, so that what was read before it is not kept */
  const underWay = new Map<string, Promise<EntitySummary | undefined>>();

  function forget(id: string): void {
    cache.delete(id);
    underWay.delete(id);
  }

  const stop = liveBus.subscribeKinds(['entity', 'ruleChain'], (change) => {
    const { entityType, id } = change.entityId;
    forget(id);
    // What belonged to these changes or goes with them, without a notice for each.
    const takesOthersAlong =
      (entityType === 'TENANT' || entityType === 'CUSTOMER') && change.kind === 'entity' && change.action === 'deleted';
    if (takesOthersAlong || entityType === 'RULE_CHAIN' || entityType === 'DEVICE_PROFILE') {
      cache.clear();
      underWay.clear();
    }
  });

  async function load(id: EntityId, text: string): Promise<EntitySummary | undefined> {
    const result = await pool.query<SummaryRow>({
      name: `directory ${id.entityType}`,
      text,
      values: [id.id],
    });
    const row = result.rows[0];
    return row && toSummary(id, row);
  }

  return {
    async find(id) {
      const known = cache.get(id.id);
      if (known) return known.entityId.entityType === id.entityType ? known : undefined;
      const text = LOOKUPS[id.entityType];
      if (!text) return undefined;
      // Ids are unique over all kinds, but a caller may ask with the wrong one while the right one is under way.
      const key = id.id;
      const waiting = underWay.get(key);
      if (waiting) {
        const found = await waiting;
        if (found?.entityId.entityType === id.entityType) return found;
      }
      const loading = load(id, text);
      underWay.set(key, loading);
      try {
        const found = await loading;
        if (found && underWay.get(key) === loading) cache.set(key, found);
        return found;
      } finally {
        if (underWay.get(key) === loading) underWay.delete(key);
      }
    },
    close: stop,
  };
}
