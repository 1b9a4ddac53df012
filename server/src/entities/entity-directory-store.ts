import type { PresentType } from '@signalbox/contract/entity-traits';
import { type EntityType, entityId } from '@signalbox/contract/id';
import type pg from 'pg';
import type { EntityDirectory, EntitySummary } from '../access/entity-directory.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import { createBatchLoader } from '../storage/batch-loader.ts';
import { createEmbeddedCache } from '../storage/cache.ts';
import { ENTITY_KINDS } from './entity-kinds.ts';

/** Maximum number of summaries kept; one takes about 500 bytes. */
const MAX_ENTRIES = 50_000;

/** Kinds whose owner changes without a notice for each of them. */
const UNCACHED: ReadonlySet<EntityType> = new Set<EntityType>(['ALARM']);

/** What a kind's `summary` finds. */
interface SummaryRow {
  id: string;
  tenant_id: string;
  name: string;
  customer_id?: string | null;
  authority?: EntitySummary['authority'];
  type?: string;
  label?: string | null;
  device_profile_id?: string;
  assigned_customers?: { customerId: { id: string } }[] | null;
}

function toSummary(entityType: PresentType, row: SummaryRow): EntitySummary {
  return {
    id: row.id,
    entityId: entityId(entityType, row.id),
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

  /** kind → its look-up; those at the same time share a statement */
  const loaders = new Map<EntityType, (id: string) => Promise<EntitySummary | undefined>>(
    ENTITY_KINDS.map(({ entityType, summary }) => [
      entityType,
      createBatchLoader(async (ids) => {
        const { rows } = await pool.query<SummaryRow>({
          name: `directory ${entityType}`,
          text: summary,
          values: [ids],
        });
        return new Map(rows.map((row) => [row.id, toSummary(entityType, row)]));
      }),
    ]),
  );

  return {
    async find(id) {
      // Changes are announced in lower case: what is cached otherwise would never be forgotten.
      const key = id.id.toLowerCase();
      const known = cache.get(key);
      if (known) return known.entityId.entityType === id.entityType ? known : undefined;
      const load = loaders.get(id.entityType);
      if (!load) return undefined;
      // Ids are unique over all kinds, but a caller may ask with the wrong one while the right one is under way.
      const waiting = underWay.get(key);
      if (waiting) {
        const found = await waiting;
        if (found?.entityId.entityType === id.entityType) return found;
      }
      const loading = load(key);
      underWay.set(key, loading);
      try {
        const found = await loading;
        if (found && underWay.get(key) === loading && !UNCACHED.has(id.entityType)) cache.set(key, found);
        return found;
      } finally {
        if (underWay.get(key) === loading) underWay.delete(key);
      }
    },
    close: stop,
  };
}
