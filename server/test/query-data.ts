import type { EntityDataQuery, EntityKey, FilterPredicate } from '@signalbox/contract/entity-query';
import { entityDataQuerySchema } from '@signalbox/contract/entity-query';
import { type EntityType, entityId, NULL_UUID } from '@signalbox/contract/id';
import { pino } from 'pino';
import { createSharedKeys } from '../src/access/shared-keys.ts';
import { createEmbeddedLiveBus } from '../src/bus/embedded-live-bus.ts';
import { createEntityDirectory } from '../src/entities/entity-directory-store.ts';
import { createRelationStore } from '../src/entities/relation/relation-store.ts';
import { parseWith } from '../src/http/parse.ts';
import type { SecurityUser } from '../src/http/security-user.ts';
import { createEntityQueryService } from '../src/query/entity-query-service.ts';
import { newEntityId } from '../src/storage/ids.ts';
import type { Point, TelemetryValue } from '../src/values/value.ts';
import { createTestDatabase } from './database.ts';
import { insertTenants } from './tenants.ts';

function columns(value: unknown): unknown[] {
  return [
    typeof value === 'boolean' ? value : null,
    typeof value === 'number' && Number.isInteger(value) ? value : null,
    typeof value === 'number' && !Number.isInteger(value) ? value : null,
    typeof value === 'string' ? value : null,
    typeof value === 'object' ? JSON.stringify(value) : null,
  ];
}

function typed(row: Record<string, unknown>): TelemetryValue {
  if (row.string_value !== null) return { type: 'STRING', value: row.string_value as string };
  if (row.double_value !== null) return { type: 'DOUBLE', value: row.double_value as number };
  if (row.long_value !== null) return { type: 'LONG', value: row.long_value as number };
  if (row.bool_value !== null) return { type: 'BOOLEAN', value: row.bool_value as boolean };
  return { type: 'JSON', value: JSON.stringify(row.json_value) };
}

export const field = (key: string): EntityKey => ({ type: 'ENTITY_FIELD', key });
export const series = (key: string): EntityKey => ({ type: 'TIME_SERIES', key });
export const anyAttribute = (key: string): EntityKey => ({ type: 'ATTRIBUTE', key });
export const string = (operation: string, defaultValue: string, ignoreCase = false): FilterPredicate =>
  ({ type: 'STRING', operation, ignoreCase, value: { defaultValue } }) as FilterPredicate;
export const numeric = (operation: string, defaultValue: number): FilterPredicate =>
  ({ type: 'NUMERIC', operation, value: { defaultValue } }) as FilterPredicate;
export const boolean = (operation: string, defaultValue: boolean): FilterPredicate =>
  ({ type: 'BOOLEAN', operation, value: { defaultValue } }) as FilterPredicate;
export const either = (...predicates: FilterPredicate[]): FilterPredicate => ({
  type: 'COMPLEX',
  operation: 'OR',
  predicates,
});
export const all = (...predicates: FilterPredicate[]): FilterPredicate => ({
  type: 'COMPLEX',
  operation: 'AND',
  predicates,
});

/** Builds a query for all devices, oldest first, with `parts` added. */
export function queryOf(parts: Record<string, unknown>): EntityDataQuery {
  return parseWith(
    entityDataQuerySchema,
    {
      entityFilter: { type: 'entityType', entityType: 'DEVICE' },
      entityFields: [field('name')],
      ...parts,
      pageLink: {
        pageSize: 100,
        page: 0,
        sortOrder: { key: field('createdTime'), direction: 'ASC' },
        ...(parts.pageLink as object | undefined),
      },
    },
    'field',
  );
}

/**
 * Creates a database with a few devices and other entities to query:
 * devices `Pump a` to `Valve e` of the tenant, created in this order, `Pump a` and `Valve e` of the customer; `Pump
 * foreign` of another tenant; a customer, a user and two dashboards.
 */
export async function openQueryData() {
  const database = await createTestDatabase();
  const relations = createRelationStore(database.pool);
  const tenantId = newEntityId().id;
  const otherTenantId = newEntityId().id;
  const customerId = newEntityId().id;
  /** device type → id of its profile */
  const profiles = new Map(['pump', 'meter', 'Pump'].map((name) => [name, newEntityId().id]));
  /** name → id */
  const ids = new Map<string, string>();
  /** entity id → points in memory that the table does not have yet */
  const inMemory = new Map<string, Point[]>();
  let clock = 1_700_000_000_000;

  const admin: SecurityUser = {
    userId: newEntityId().id,
    authority: 'TENANT_ADMIN',
    tenantId,
    customerId: NULL_UUID,
    email: 'admin@example.org',
    firstName: null,
    lastName: null,
    isPublic: false,
  };
  const customerUser: SecurityUser = { ...admin, authority: 'CUSTOMER_USER', customerId, userId: newEntityId().id };
  ids.set('Waterworks', customerId);
  ids.set('Ann', customerUser.userId);
  ids.set('Tenant', tenantId);

  async function keyId(name: string): Promise<number> {
    await database.pool.query('INSERT INTO telemetry_key (name) VALUES ($1) ON CONFLICT DO NOTHING', [name]);
    return (await database.pool.query('SELECT id FROM telemetry_key WHERE name = $1', [name])).rows[0].id;
  }

  async function latest(entity: string, key: string, value: unknown, ts = clock++): Promise<void> {
    await database.pool.query('INSERT INTO latest_value VALUES ($1, $2, $3, $4, $5, $6, $7, $8)', [
      ids.get(entity),
      await keyId(key),
      ts,
      ...columns(value),
    ]);
  }

  async function attribute(entity: string, scope: 1 | 2 | 3, key: string, value: unknown, ts = clock++): Promise<void> {
    await database.pool.query('INSERT INTO attribute VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)', [
      ids.get(entity),
      scope,
      await keyId(key),
      ts,
      ...columns(value),
    ]);
  }

  async function device(
    name: string,
    type: string,
    label: string | null,
    options: { tenantId?: string; customerId?: string; additionalInfo?: unknown } = {},
  ): Promise<void> {
    const { id } = newEntityId();
    ids.set(name, id);
    await database.pool.query(
      `INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, label, device_data, additional_info)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, '{}', $9)`,
      [
        id,
        clock++,
        options.tenantId ?? tenantId,
        options.customerId ?? NULL_UUID,
        profiles.get(type),
        name,
        type,
        label,
        options.additionalInfo ? JSON.stringify(options.additionalInfo) : null,
      ],
    );
  }

  const liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  const sharedKeys = createSharedKeys(database.pool, liveBus, { record: async () => undefined });
  const queries = createEntityQueryService({
    directory: createEntityDirectory(database.pool, liveBus),
    valueRightsOf: sharedKeys.rightsOf,
    db: database.db,
    pool: database.pool,
    series: {
      settleLatest: async () => undefined,
      async latestOf(entityIds, keys) {
        const found = new Map<string, Point[]>();
        const { rows } = await database.pool.query(
          `SELECT v.*, k.name FROM latest_value v JOIN telemetry_key k ON k.id = v.key_id
           WHERE entity_id = ANY($1::uuid[]) AND k.name = ANY($2::text[])`,
          [entityIds, keys],
        );
        for (const row of rows) {
          const points = found.get(row.entity_id) ?? [];
          found.set(row.entity_id, [...points, { key: row.name, ts: row.ts, value: typed(row) }]);
        }
        for (const [id, points] of inMemory) found.set(id, points);
        return found;
      },
      async keys(entityIds) {
        const { rows } = await database.pool.query(
          `SELECT DISTINCT k.name FROM latest_value v JOIN telemetry_key k ON k.id = v.key_id
           WHERE entity_id = ANY($1::uuid[]) ORDER BY 1`,
          [entityIds],
        );
        return rows.map((row) => row.name);
      },
    },
    attributes: {
      async keys(entityIds) {
        const { rows } = await database.pool.query(
          `SELECT DISTINCT k.name FROM attribute a JOIN telemetry_key k ON k.id = a.key_id
           WHERE entity_id = ANY($1::uuid[]) ORDER BY 1`,
          [entityIds],
        );
        return rows.map((row) => row.name);
      },
    },
    relationsOf: (entityIds, direction) => relations.listOf(entityIds, direction, 'COMMON'),
  });
  await insertTenants(database.pool, tenantId, otherTenantId);
  for (const [name, id] of profiles) {
    await database.pool.query(
      `INSERT INTO device_profile (id, created_time, tenant_id, name, is_default, type, transport_type, provision_type, profile_data)
       VALUES ($1, 1, $2, $3, false, 'DEFAULT', 'DEFAULT', 'DISABLED', '{}')`,
      [id, tenantId, name],
    );
  }
  await database.pool.query(
    'INSERT INTO customer (id, created_time, tenant_id, title, email) VALUES ($1, 5, $2, $3, $4)',
    [customerId, tenantId, 'Waterworks', 'info@water.example'],
  );
  await database.pool.query(
    `INSERT INTO app_user (id, created_time, tenant_id, customer_id, authority, email, first_name)
     VALUES ($1, 6, $2, $3, 'CUSTOMER_USER', 'ann@water.example', 'Ann')`,
    [customerUser.userId, tenantId, customerId],
  );
  for (const [title, assigned] of [
    ['Shared', [{ customerId: { entityType: 'CUSTOMER', id: customerId }, title: 'Waterworks', public: false }]],
    ['Private', null],
  ] as const) {
    const { id } = newEntityId();
    ids.set(title, id);
    await database.pool.query(
      'INSERT INTO dashboard (id, created_time, tenant_id, title, assigned_customers) VALUES ($1, $2, $3, $4, $5)',
      [id, clock++, tenantId, title, assigned && JSON.stringify(assigned)],
    );
  }
  // Devices a to e belong to the tenant, `foreign` to another. Created in this order.
  await device('Pump a', 'pump', 'North', { customerId, additionalInfo: { description: 'first' } });
  await device('pump b', 'pump', null);
  await device('Meter_c', 'meter', 'south 100%');
  await device('Meter d', 'meter', 'South');
  await device('Valve e', 'Pump', 'back\\slash', { customerId });
  await device('Pump foreign', 'pump', null, { tenantId: otherTenantId });
  await latest('Pump a', 'temperature', 21.5);
  await latest('pump b', 'temperature', 30);
  await latest('Meter_c', 'temperature', 'hot');
  await latest('Meter d', 'temperature', true);
  await latest('Pump a', 'code', '007');
  await latest('pump b', 'code', '21.50');
  await latest('Meter_c', 'code', '1e10');
  await latest('Meter d', 'code', { a: [1] });
  await attribute('Pump a', 3, 'model', 'M1', 100);
  await attribute('Pump a', 2, 'model', 'M2', 200);
  await attribute('pump b', 3, 'model', 'm1');
  await attribute('Meter_c', 1, 'model', 17);
  await attribute('Pump a', 3, 'active', true);
  await attribute('pump b', 3, 'active', false);

  /** Returns the names that a query finds, in its order. */
  async function names(parts: Record<string, unknown>, user = admin): Promise<string[]> {
    const { data } = await queries.find(user, queryOf(parts));
    return data.map((row) => row.latest.ENTITY_FIELD?.name?.value ?? '');
  }

  /** Creates a relation between two entities by name; `kinds` are those of entities other than devices. */
  async function relate(from: string, type: string, to: string, kinds: Record<string, EntityType> = {}): Promise<void> {
    const idOf = (name: string) => entityId(kinds[name] ?? 'DEVICE', ids.get(name) as string);
    await relations.save({ from: idOf(from), to: idOf(to), type, typeGroup: 'COMMON', additionalInfo: null });
  }

  return {
    database,
    queries,
    ids,
    inMemory,
    admin,
    customerUser,
    now: () => clock,
    latest,
    attribute,
    device,
    names,
    relate,
    close: () => database.drop(),
  };
}

export type QueryData = Awaited<ReturnType<typeof openQueryData>>;
