// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { entityId } from '@signalbox/contract/id';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { startTestNode } from '../../test/rule-node.ts';
import { insertTenants } from '../../test/tenants.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import { createEdgesOf } from '../entities/edge/edges-of.ts';
import { createEntityDirectory } from '../entities/entity-directory-store.ts';
import { createEntityReader } from '../entities/entity-reader.ts';
import { createNamedEntities } from '../entities/named-entities.ts';
import { createAssignments } from '../entities/ownership/assignments.ts';
import { createRelationService } from '../entities/relation/relation-service.ts';
import { createRelationStore } from '../entities/relation/relation-store.ts';
import { createViewDirectory } from '../entities/view-directory.ts';
import { newMessage } from '../messages/message.ts';
import { newEntityId, randomUuid } from '../storage/ids.ts';
import { inTransaction } from '../storage/transaction.ts';
import { createKeyDictionary } from '../telemetry/key-dictionary.ts';
import { createPackedSeriesStore } from '../telemetry/packed/packed-series-store.ts';
import { createPostgresAttributeStore } from '../telemetry/postgres-attribute-store.ts';
import { createSeriesHistory } from '../telemetry/view-series.ts';
import { type BatchEffects, createBatchEffects } from './batch-effects.ts';
import type { RelationChange } from './effects/change-relations.ts';
import type { EffectStores } from './effects/effect-kind.ts';
import { createNodeEntities } from './node-entities.ts';
import { createNodeReads } from './node-reads.ts';
import type { RuleNodeDefinition, RuleNodeInstance, RuleNodeServices } from './nodes/define-rule-node.ts';
import { ruleNodeOf } from './nodes/registry.ts';

const CLASS = 'org.thingsboard.rule.engine.';
const COUNT = 1_000;
const TENANT = randomUuid();
const log = pino({ level: 'silent' });
const liveBus = createEmbeddedLiveBus(log);

let database: TestDatabase;
let pool: pg.Pool;
/** Statements since the last reset. */
let queries: string[];
/** Nothing is cached by them yet. */
let services: Partial<RuleNodeServices>;
let devices: string[];
const stores = { assignments: createAssignments(liveBus) } as unknown as EffectStores;

beforeAll(async () => {
  database = await createTestDatabase();
  await insertTenants(database.pool, TENANT);
  pool = new Proxy(database.pool, {
    get(target, name, receiver) {
      if (name !== 'query') return Reflect.get(target, name, receiver);
      return (statement: string | { text: string }, ...rest: unknown[]) => {
        queries.push(typeof statement === 'string' ? statement : statement.text);
        return (target.query as (...all: unknown[]) => unknown).call(target, statement, ...rest);
      };
    },
  });
  const profile = randomUuid();
  await database.pool.query(
    `INSERT INTO device_profile (id, created_time, tenant_id, name, type, transport_type, provision_type, is_default, profile_data)
     VALUES ($1, 1, $2, 'default', 'DEFAULT', 'DEFAULT', 'DISABLED', true, '{}')`,
    [profile, TENANT],
  );
  devices = Array.from({ length: COUNT }, () => randomUuid());
  await database.pool.query(
    `WITH customer AS (
       INSERT INTO customer (id, created_time, tenant_id, title, is_public)
       SELECT gen_random_uuid(), 1, $1, 'C' || n, false FROM generate_series(1, $4) AS n RETURNING id, title
     ), asset AS (
       INSERT INTO asset (id, created_time, tenant_id, customer_id, name, type)
       SELECT gen_random_uuid(), 1, $1, '13814000-1dd2-11b2-8080-808080808080', 'A' || n, 'room'
       FROM generate_series(1, $4) AS n RETURNING id, name
     ), device AS (
       INSERT INTO device (id, created_time, tenant_id, customer_id, device_profile_id, name, type, device_data)
       SELECT d.id, 1, $1, customer.id, $2, 'D' || d.n, 'default', '{}'
       FROM unnest($3::uuid[]) WITH ORDINALITY AS d (id, n) JOIN customer ON customer.title = 'C' || d.n RETURNING id, name
     )
     INSERT INTO relation (from_id, from_type, to_id, to_type, relation_type, relation_type_group)
     SELECT asset.id, 'ASSET', device.id, 'DEVICE', 'Contains', 'COMMON'
     FROM asset JOIN device ON substr(asset.name, 2) = substr(device.name, 2)`,
    [TENANT, profile, devices, COUNT],
  );
});
afterAll(() => database.close());

beforeEach(async () => {
  queries = [];
  const directory = createEntityDirectory(pool, liveBus);
  const views = createViewDirectory(pool, liveBus);
  const keys = createKeyDictionary(pool);
  const series = createPackedSeriesStore({ pool, log, keys });
  const relations = createRelationService({
    store: createRelationStore(pool),
    directory,
    actionLog: { record: async () => undefined },
  }).port;
  const none = { save: () => Promise.reject(new Error('nothing is created')) };
  services = {
    reads: createNodeReads({
      directory,
      entities: createEntityReader(pool, liveBus),
      attributes: createPostgresAttributeStore({ pool, keys }),
      series,
      history: createSeriesHistory(series, views),
      relations,
      edgesOf: createEdgesOf(pool),
      views,
    }),
    entities: createNodeEntities({
      named: createNamedEntities({ pool, devices: none, assets: none, customers: none }),
      messageLog: { append: async () => undefined },
      log,
    }),
  };
});

async function startNode(type: string, configuration?: object): Promise<RuleNodeInstance> {
  const definition = ruleNodeOf(CLASS + type) as RuleNodeDefinition;
  return startTestNode(definition, { ...definition.defaultConfiguration, ...configuration }, services, TENANT);
}

/** Runs a node for a message of every device, as a batch does. */
async function runBatch(node: RuleNodeInstance, effects: BatchEffects): Promise<void> {
  await Promise.all(
    devices.map(async (id, at) =>
      node.handle(
        newMessage({
          tenantId: TENANT,
          type: 'POST_TELEMETRY_REQUEST',
          originator: entityId('DEVICE', id),
          metadata: { n: String(at + 1) },
          data: '{"pulseCounter":1}',
        }),
        effects,
      ),
    ),
  );
}

const walk = { direction: 'TO', maxLevel: 1, fetchLastLevelOnly: false };

test.each<[type: string, most: number, configuration?: object]>([
  ['metadata.CalculateDeltaNode', 2],
  ['metadata.TbGetCustomerDetailsNode', 3, { detailsList: ['TITLE'] }],
  ['metadata.TbGetCustomerAttributeNode', 2],
  ['metadata.TbGetTenantDetailsNode', 2, { detailsList: ['TITLE'] }],
  ['metadata.TbGetOriginatorFieldsNode', 2],
  [
    'metadata.TbGetAttributesNode',
    3,
    { serverAttributeNames: ['a'], latestTsKeyNames: ['t'], tellFailureIfAbsent: false },
  ],
  ['metadata.TbGetRelatedAttributeNode', 3, { relationsQuery: { ...walk, filters: [] } }],
  ['filter.TbCheckRelationNode', 1, { checkForSingleEntity: false }],
  ['transform.TbChangeOriginatorNode', 1],
  ['transform.TbChangeOriginatorNode', 2, { originatorSource: 'RELATED', relationsQuery: { ...walk, filters: [] } }],
  ['edge.TbMsgPushToEdgeNode', 1],
  ['action.TbAssignToCustomerNode', 1, { customerNamePattern: 'C${n}' }],
  ['action.TbCreateRelationNode', 1, { entityType: 'ASSET', entityNamePattern: 'A${n}' }],
  [
    'geo.TbGpsGeofencingActionNode',
    1,
    {
      fetchPerimeterInfoFromMessageMetadata: false,
      latitudeKeyName: 'n',
      longitudeKeyName: 'n',
      perimeterType: 'CIRCLE',
      centerLatitude: 0,
      centerLongitude: 0,
      range: 1,
      rangeUnit: 'METER',
    },
  ],
])('%s reads for 1,000 messages of as many devices with %i statements at most', async (type, most, configuration) => {
  const node = await startNode(type, configuration);
  queries = [];
  const admitted = { admitSeries: () => undefined, admitAttributes: () => undefined };
  await runBatch(node, createBatchEffects({ ...stores, keyLimits: admitted }));
  node.stop?.();
  const first = queries.slice(0, 10).join('\n');
  expect(queries.length, first).toBeGreaterThan(0);
  expect(queries.length, first).toBeLessThanOrEqual(most);
});

test('finds one entity by a name, of its own tenant', async () => {
  const { entities } = services as RuleNodeServices;
  const { rows } = await database.pool.query<{ id: string }>("SELECT id FROM asset WHERE name = 'A7'");
  expect(await entities.find(TENANT, 'ASSET', 'A7')).toEqual(entityId('ASSET', rows[0]?.id as string));
  expect(await entities.find(randomUuid(), 'ASSET', 'A7')).toBeUndefined();
  expect(await entities.find(TENANT, 'ASSET', 'a7')).toBeUndefined();
  for (const kind of ['DEVICE', 'ENTITY_VIEW', 'EDGE', 'CUSTOMER', 'DASHBOARD', 'USER'] as const) {
    expect(await entities.find(TENANT, kind, 'A7')).toBeUndefined();
  }
});

test.each(['x'.repeat(256), 'a\0'])('does not create what REST calls could not', async (name) => {
  const { entities } = services as RuleNodeServices;
  const creator = { tenantId: TENANT, nodeId: 'node' };
  await expect(entities.ensure(creator, 'ASSET', name, 'room')).rejects.toThrow();
  await expect(entities.ensure(creator, 'ASSET', 'New', name)).rejects.toThrow('at most 255 characters');
});

test('changes of relations have the effect of their order', async () => {
  const at = (n: number) => entityId('DEVICE', devices[n] as string);
  const relation = (n: number, type: string) => ({ from: at(0), to: at(n), type });
  const changes: RelationChange[] = [
    { save: relation(1, 'a') },
    { save: relation(2, 'a') },
    { delete: relation(1, 'a') },
    { save: relation(3, 'b') },
    { clear: { at: at(0), direction: 'FROM', type: 'b' } },
    { save: relation(4, 'b') },
    { save: relation(5, 'c') },
    { clear: { at: at(5), direction: 'TO', type: 'c' } },
  ];
  const effects = createBatchEffects(stores);
  for (const change of changes) effects.changeRelations(change);
  const place = { partition: 0, batch: 1 } as Parameters<BatchEffects['store']>[1];
  await inTransaction(database.pool, (unit) => effects.store(unit, place));
  const { reads } = services as RuleNodeServices;
  const left = await Promise.all(['a', 'b', 'c'].map((type) => reads.relationsOf(at(0), 'FROM', type)));
  expect(left.flat().map(({ to, type }) => [to.id, type])).toEqual([
    [at(2).id, 'a'],
    [at(4).id, 'b'],
  ]);
  const again = createBatchEffects(stores);
  again.changeRelations({ clear: { at: at(0), direction: 'FROM', type: 'b' } });
  again.changeRelations({ delete: relation(2, 'a') });
  await inTransaction(database.pool, (unit) => again.store(unit, place));
  expect(await reads.hasRelation(relation(2, 'a'))).toBe(false);
  expect(await reads.relationsOf(at(0), 'FROM', 'b')).toEqual([]);
});

test('the last assignment of a batch counts, and a customer that is gone has no effect', async () => {
  const [first, second] = devices as [string, string];
  const { rows } = await database.pool.query<{ id: string }>(
    "SELECT id FROM customer WHERE title IN ('C8', 'C9') ORDER BY title",
  );
  const [c8, c9] = rows.map(({ id }) => ({ id, title: '' })) as [
    { id: string; title: string },
    { id: string; title: string },
  ];
  const effects = createBatchEffects(stores);
  const give = (id: string, customer: { id: string; title: string }, isAssigned = true) =>
    effects.assignCustomer({ tenantId: TENANT, entity: entityId('DEVICE', id), customer, isAssigned });
  give(first, c8);
  give(first, c9);
  give(second, { id: newEntityId().id, title: 'gone' });
  expect(effects.unstoredCustomer(first)).toBe(c9.id);
  const before = await database.pool.query('SELECT customer_id FROM device WHERE id = $1', [second]);
  const place = { partition: 0, batch: 1 } as Parameters<BatchEffects['store']>[1];
  await inTransaction(database.pool, (unit) => effects.store(unit, place));
  const after = await database.pool.query('SELECT id, customer_id FROM device WHERE id = ANY($1)', [[first, second]]);
  expect(new Map(after.rows.map((row) => [row.id, row.customer_id]))).toEqual(
    new Map([
      [first, c9.id],
      [second, before.rows[0].customer_id],
    ]),
  );
});
