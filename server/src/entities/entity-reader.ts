import type { EntityId, EntityType } from '@signalbox/contract/id';
import type pg from 'pg';
import type { LiveBus } from '../bus/live-bus.ts';
import { createBatchLoader } from '../storage/batch-loader.ts';
import { createEmbeddedCache } from '../storage/cache.ts';
import { createNotedChanges } from '../storage/noted-changes.ts';
import { toAsset } from './asset/assets.ts';
import { toCustomer } from './customer/customer-store.ts';
import { toDevice } from './device/device-rows.ts';
import { toEdge } from './edge/edges.ts';
import { toEntityView } from './entity-view/entity-views.ts';
import { toRuleChain } from './rule-chain/rule-chain-rows.ts';
import { toTenant } from './tenant/tenant-store.ts';
import { toUserItself } from './user/user-store.ts';

/** An entity as the API shows it. */
export type EntityJson = Readonly<Record<string, unknown>>;

/** Reads entities of the kinds below, for rule nodes that look into their fields. Those found must not be changed. */
export interface EntityReader {
  /** Undefined when there is none, or when the kind cannot be read. Reads at the same time share a statement. */
  find(entityId: EntityId): Promise<EntityJson | undefined>;
}

type Load = (id: string) => Promise<EntityJson | undefined>;

/** Loads rows of a table; `toEntity` is the mapping of the kind's own store. */
function rowsOf<Row extends { id: string }>(table: string, toEntity: (row: Row) => object) {
  return (pool: pg.Pool): Load =>
    createBatchLoader(async (ids) => {
      const { rows } = await pool.query<Row>({
        name: `read ${table}`,
        text: `SELECT * FROM ${table} WHERE id = ANY ($1)`,
        values: [ids],
      });
      return new Map(rows.map((row) => [row.id, toEntity(row) as EntityJson]));
    });
}

const LOADERS: Readonly<Partial<Record<EntityType, (pool: pg.Pool) => Load>>> = {
  ASSET: rowsOf('asset', toAsset),
  CUSTOMER: rowsOf('customer', toCustomer),
  DEVICE: rowsOf('device', toDevice),
  EDGE: rowsOf('edge', toEdge),
  ENTITY_VIEW: rowsOf('entity_view', toEntityView),
  RULE_CHAIN: rowsOf('rule_chain', toRuleChain),
  TENANT: rowsOf('tenant', toTenant),
  USER: rowsOf('app_user', toUserItself),
};

/** Entities kept; one takes about 2 kB. */
const MAX_ENTRIES = 10_000;

/** EntityReader on the tables of the entities, with a cache that changes keep true. */
export function createEntityReader(pool: pg.Pool, liveBus: LiveBus): EntityReader & { close(): void } {
  /** entity id → the entity */
  const cache = createEmbeddedCache<{ entityType: EntityType; entity: EntityJson }>(MAX_ENTRIES);
  const changes = createNotedChanges();
  const stop = liveBus.subscribeKinds(['entity', 'ruleChain'], (change) => {
    // What goes with these, or stops being theirs, has no notices of its own.
    if (change.entityId.entityType === 'TENANT' || change.entityId.entityType === 'CUSTOMER') {
      changes.noteAll();
      cache.clear();
    } else {
      changes.note(change.entityId.id);
      cache.delete(change.entityId.id);
    }
  });

  const loaders = new Map(Object.entries(LOADERS).map(([entityType, loader]) => [entityType, loader(pool)]));

  return {
    async find({ entityType, id }) {
      const load = loaders.get(entityType);
      if (!load) return undefined;
      const known = cache.get(id);
      if (known?.entityType === entityType) return known.entity;
      const before = changes.count();
      const entity = await load(id);
      if (entity && !changes.hasChangedSince(before, id)) cache.set(id, { entityType, entity });
      return entity;
    },
    close: stop,
  };
}
