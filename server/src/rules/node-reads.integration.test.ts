// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { entityId } from '@signalbox/contract/id';
import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { startTestNode } from '../../test/rule-node.ts';
import { insertTenants } from '../../test/tenants.ts';
import type { LivingEntities } from '../access/living-entities.ts';
import { createAlarmReader } from '../alarms/alarm-reader.ts';
import { createAlarmStore } from '../alarms/alarm-store.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import { createEdgesOf } from '../entities/edge/edges-of.ts';
import { createEntityDirectory } from '../entities/entity-directory-store.ts';
import { createEntityReader } from '../entities/entity-reader.ts';
import { createNamedEntities } from '../entities/named-entities.ts';
import { createAssignments } from '../entities/ownership/assignments.ts';
import { createRelationService } from '../entities/relation/relation-service.ts';
import { createRelationStore } from '../entities/relation/relation-store.ts';
import { createViewDirectory } from '../entities/view-directory.ts';
import { type Message, newMessage } from '../messages/message.ts';
import type { LogPlace } from '../messages/set-aside.ts';
import { newEntityId, randomUuid } from '../storage/ids.ts';
import { inTransaction } from '../storage/transaction.ts';
import { createKeyDictionary } from '../telemetry/key-dictionary.ts';
import { createPackedSeriesStore } from '../telemetry/packed/packed-series-store.ts';
import { createPostgresAttributeStore } from '../telemetry/postgres-attribute-store.ts';
import { createSeriesHistory } from '../telemetry/view-series.ts';
import { createUsageMeter } from '../usage/usage-meter.ts';
import { createAlarmRules } from './alarm-rules/alarm-rules.ts';
import { createRuleStateTable } from './alarm-rules/rule-state-table.ts';
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
  await storeHistory();
});
afterAll(() => database.close());

/** Stores points of two keys of every device, so that they have a chunk each. */
async function storeHistory(): Promise<void> {
  const options = { backgroundInterval: 0, latestInterval: 3_600_000 };
  const own = createPackedSeriesStore({ pool: database.pool, log, keys: createKeyDictionary(database.pool), options });
  await own.open();
  const values = ['t', 'u'].map((key) => ({ key, value: { type: 'LONG', value: 21 } as const }));
  const points = [{ ts: Date.now() - 60_000, values }];
  await inTransaction(database.pool, (unit) =>
    own.write(
      unit,
      devices.map((id) => ({ entityId: id, points })),
    ),
  );
  await own.flushChunks();
  await own.close();
}

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
    liveBus,
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
async function runBatch(node: RuleNodeInstance, effects: BatchEffects): Promise<Message[]> {
  const left = await Promise.all(
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
  return left.flatMap((result) => (typeof result === 'object' && 'message' in result ? [result.message] : []));
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

test.each<[fetchMode: string, configuration: object, found: string]>([
  ['FIRST', {}, '"21"'],
  ['LAST', {}, '"21"'],
  ['ALL', { limit: 1_000 }, '[{"ts":0,"value":21}]'],
  ['ALL', { aggregation: 'AVG' }, '[{"ts":0,"value":21.0}]'],
])('history (%s %o) of two keys of 1,000 devices is read with 3 statements', async (fetchMode, settings, found) => {
  const configuration = { latestTsKeyNames: ['t', 'u'], fetchMode, ...settings };
  const node = await startNode('metadata.TbGetTelemetryNode', configuration);
  queries = [];
  const left = await runBatch(node, createBatchEffects(stores));
  expect(queries.length, queries.slice(0, 5).join('\n')).toBe(3);
  expect(left).toHaveLength(COUNT);
  for (const { metadata } of left) {
    for (const key of ['t', 'u']) expect(metadata[key]?.replace(/"ts":\d+/, '"ts":0')).toBe(found);
  }
});

test.each<[configuration: object, t: string, fresh: string]>([
  [{ fetchMode: 'LAST' }, '"7"', '"3"'],
  [{ fetchMode: 'FIRST' }, '"5"', '"1"'],
  [
    { fetchMode: 'ALL', orderBy: 'DESC', limit: 2 },
    '[{"ts":-1,"value":7},{"ts":-50,"value":6}]',
    '[{"ts":-1,"value":3},{"ts":-50,"value":2}]',
  ],
  [{ fetchMode: 'ALL', aggregation: 'COUNT' }, '[{"ts":-150,"value":4}]', '[{"ts":-150,"value":3}]'],
])('history (%o) has what earlier nodes have saved', async (settings, t, fresh) => {
  const originator = entityId('DEVICE', devices[0] as string);
  const now = Date.now();
  const node = await startNode('metadata.TbGetTelemetryNode', {
    latestTsKeyNames: ['t', 'fresh'],
    useMetadataIntervalPatterns: true,
    startIntervalPattern: String(now - 300_000),
    endIntervalPattern: String(now),
    ...settings,
  });
  const save = (effects: BatchEffects, before: number, ofT: number, ofFresh: number) => {
    const values = [
      { key: 't', value: { type: 'LONG', value: ofT } as const },
      { key: 'fresh', value: { type: 'LONG', value: ofFresh } as const },
    ];
    const data = newMessage({ tenantId: TENANT, type: 'any', originator, data: '{}' });
    return effects.saveTimeseries(data, [{ ts: now - before, values }], 0);
  };
  const admitting = {
    ...stores,
    keyLimits: { admitSeries: () => undefined, admitAttributes: () => undefined },
    usage: createUsageMeter(() => undefined),
  };
  const earlier = createBatchEffects(admitting);
  save(earlier, 1_000, 0, 0);
  save(earlier, 240_000, 5, 1);
  const effects = createBatchEffects(admitting, { earlier });
  save(effects, 50_000, 6, 2);
  save(effects, 1_000, 7, 3);
  const left = await node.handle(newMessage({ tenantId: TENANT, type: 'any', originator, data: '{}' }), effects);
  const { metadata } = (left as { message: Message }).message;
  const shown = (text: string | undefined) =>
    text?.replace(/"ts":(\d+)/g, (_, ts: string) => `"ts":${Math.round((Number(ts) - now) / 1_000)}`);
  expect([shown(metadata.t), shown(metadata.fresh)]).toEqual([t, fresh]);
});

test.each(['pulseCounter', 'another'])(
  'reads what rules about %s need of 1,000 new devices with 7 statements, and then nothing',
  async (key) => {
    const directory = createEntityDirectory(pool, liveBus);
    const living = { missing: async () => new Set() } as unknown as LivingEntities;
    const alarmStore = createAlarmStore({
      pool,
      living,
      liveBus,
      onChange: () => undefined,
    });
    const { reads } = services as RuleNodeServices;
    const table = createRuleStateTable(pool);
    const condition = {
      key: { type: 'TIME_SERIES', key },
      predicate: {
        type: 'NUMERIC',
        operation: 'GREATER',
        value: { defaultValue: 9, dynamicValue: { sourceType: 'CURRENT_DEVICE', sourceAttribute: 'most' } },
      },
    };
    const alarms = [{ id: 'a', alarmType: 'Hot', createRules: { MAJOR: { condition: { condition: [condition] } } } }];
    const [profile] = (await database.pool.query<{ id: string }>('SELECT id FROM device_profile')).rows;
    const alarmRules = createAlarmRules({
      table: { ...table, profiles: async () => [{ id: profile?.id ?? '', name: 'default', alarms }] },
      reads,
      timers: { wake: () => undefined, looked: () => undefined },
      liveBus,
      log,
    });
    services = { ...services, alarmRules };
    const node = await startNode('profile.TbDeviceProfileNode');
    const alarmStores = { reader: createAlarmReader(alarmStore, directory), store: alarmStore };
    const runOne = async (): Promise<number> => {
      queries = [];
      const effects = createBatchEffects({ ...stores, alarms: alarmStores, alarmRules: table });
      await runBatch(node, effects);
      await inTransaction(database.pool, (unit) => effects.store(unit, { partition: 0, batch: 1 } as LogPlace));
      return queries.length;
    };
    expect(await runOne(), queries.slice(0, 10).join('\n')).toBeLessThanOrEqual(7);
    expect(await runOne()).toBe(0);
    alarmRules.close();
  },
);

test('finds one entity by a name, of its own tenant', async () => {
  const { entities } = services as RuleNodeServices;
  const { rows } = await database.pool.query<{ id: string }>("SELECT id FROM asset WHERE name = 'A7'");
  expect(await entities.find(TENANT, 'ASSET', 'A7')).toEqual(entityId('ASSET', rows[0]?.id as string));
  expect(await entities.find(randomUuid(), 'ASSET', 'A7')).toBeUndefined();
  expect(await entities.find(TENANT, 'ASSET', 'a7')).toBeUndefined();
  for (const kind of ['DEVICE', 'ENTITY_VIEW', 'EDGE', 'CUSTOMER', 'DASHBOARD', 'USER'] as const) {
    expect(await entities.find(TENANT, kind, 'A7')).toBeUndefined();
  }
  const names = ['a\0', 'A7', 'a\ud800'];
  const found = await Promise.all(names.map((name) => entities.find(TENANT, 'ASSET', name)));
  expect(found).toEqual([undefined, entityId('ASSET', rows[0]?.id as string), undefined]);
});

test.each([
  ['x'.repeat(256), 'at most 255 characters'],
  ['a\0', 'cannot be stored'],
  ['a\ud800', 'cannot be stored'],
])('does not create what REST calls could not', async (name, reason) => {
  const { entities } = services as RuleNodeServices;
  const creator = { tenantId: TENANT, nodeId: 'node' };
  await expect(entities.ensure(creator, 'ASSET', name, 'room')).rejects.toThrow(reason);
  await expect(entities.ensure(creator, 'ASSET', 'New', name)).rejects.toThrow(reason);
});

test('the nearest entity is that of the relations which the batch has left', async () => {
  const at = (n: number) => entityId('DEVICE', devices[n] as string);
  const node = await startNode('transform.TbChangeOriginatorNode', {
    originatorSource: 'RELATED',
    relationsQuery: { direction: 'FROM', maxLevel: 2, filters: [{ relationType: 'Next', entityTypes: [] }] },
  });
  const effects = createBatchEffects(stores);
  const find = async (n: number): Promise<unknown> => {
    const type = 'POST_TELEMETRY_REQUEST';
    const message = newMessage({ tenantId: TENANT, type, originator: at(n), data: '{}' });
    const result = await Promise.resolve(node.handle(message, effects));
    return (result as { message: Message }).message.originator;
  };
  const next = (from: number, to: number) => ({ from: at(from), to: at(to), type: 'Next' });
  await expect(find(10)).rejects.toThrow('No related entity found');
  effects.changeRelations({ save: { ...next(10, 11), type: 'Other' } });
  effects.changeRelations({ save: next(11, 12) });
  expect(await find(10)).toEqual(at(12));
  effects.changeRelations({ delete: next(11, 12) });
  await expect(find(10)).rejects.toThrow('No related entity found');
});

test('an entity with too many relations fails its own message, and no other one', async () => {
  const [hub, other] = devices as [string, string];
  await database.pool.query(
    `INSERT INTO relation (from_id, from_type, to_id, to_type, relation_type, relation_type_group)
     SELECT gen_random_uuid(), 'ASSET', $1, 'DEVICE', 'Hub', 'COMMON' FROM generate_series(1, 10001)`,
    [hub],
  );
  const node = await startNode('transform.TbChangeOriginatorNode', {
    originatorSource: 'RELATED',
    relationsQuery: { ...walk, filters: [] },
  });
  const effects = createBatchEffects(stores);
  const results = await Promise.allSettled(
    [hub, other].map(async (id) => {
      const originator = entityId('DEVICE', id);
      return node.handle(newMessage({ tenantId: TENANT, type: 'any', originator, data: '{}' }), effects);
    }),
  );
  await database.pool.query("DELETE FROM relation WHERE relation_type = 'Hub'");
  expect(results).toMatchObject([
    { status: 'rejected', reason: { message: expect.stringContaining('more than 10000 relations') } },
    { status: 'fulfilled', value: { message: { originator: { entityType: 'ASSET' } } } },
  ]);
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
