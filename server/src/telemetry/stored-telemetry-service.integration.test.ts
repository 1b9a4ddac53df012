import type { EntityId } from '@signalbox/contract/id';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import type { LiveChange } from '../bus/live-bus.ts';
import { createViewDirectory } from '../entities/view-directory.ts';
import { newEntityId } from '../storage/ids.ts';
import { inTransaction } from '../storage/transaction.ts';
import { COUNTER, createUsageMeter } from '../usage/usage-meter.ts';
import type { KeyValue, TelemetryValue } from '../values/value.ts';
import { composeTelemetry, type Telemetry } from './compose-telemetry.ts';

const log = pino({ level: 'error' });
const TENANT = newEntityId().id;
const long = (value: number | bigint): TelemetryValue => ({ type: 'LONG', value });
const text = (value: string): TelemetryValue => ({ type: 'STRING', value });

describe('telemetry and attributes', () => {
  let database: TestDatabase;
  let telemetry: Telemetry;
  /** Changes published on the bus, oldest first. */
  let changes: LiveChange[];
  let device: EntityId;
  const liveBus = createEmbeddedLiveBus(log);
  const meter = createUsageMeter(() => undefined);
  const open = async (): Promise<Telemetry> =>
    composeTelemetry({
      connection: database.connection,
      pool: database.pool,
      liveBus,
      log,
      living: { missing: () => new Set() },
      views: createViewDirectory(database.pool, liveBus),
      usage: meter,
      settings: { latestByArrival: false, maxKeysPerDevice: 0, maxKeysPerTenant: 0 },
    });

  beforeAll(async () => {
    database = await createTestDatabase();
    telemetry = await open();
    liveBus.subscribeKinds(['timeseries', 'timeseriesDeleted', 'attributes', 'attributesDeleted'], (change) => {
      changes.push(change);
    });
  });
  afterAll(async () => {
    await telemetry.close();
    await database.drop();
  });
  beforeEach(() => {
    changes = [];
    device = { entityType: 'DEVICE', id: newEntityId().id };
  });

  const saveAttributes = (entries: KeyValue[], scope: 'SERVER_SCOPE' | 'SHARED_SCOPE' = 'SERVER_SCOPE') =>
    telemetry.service.saveAttributes({ tenantId: TENANT, entityId: device, scope, entries });

  it('can be read as soon as the live bus announces them', async () => {
    let seen: unknown;
    const stop = liveBus.subscribeEntity(device.id, () => {
      seen = telemetry.series.latest(device.id);
    });
    await telemetry.service.saveTimeseries({
      tenantId: TENANT,
      entityId: device,
      points: [{ ts: 5, values: [{ key: 't', value: long(21) }] }],
    });
    stop();
    expect(await seen).toEqual([{ key: 't', ts: 5, value: long(21) }]);
    expect(changes.map(({ kind }) => kind)).toEqual(['timeseries']);
  });

  it('of many callers are committed together, and one that fails does not take the others along', async () => {
    const saves = Array.from({ length: 50 }, (_, index) =>
      telemetry.service.saveTimeseries({
        tenantId: TENANT,
        entityId: device,
        points: [{ ts: index === 7 ? 2 ** 60 : index, values: [{ key: 't', value: long(index) }] }],
      }),
    );
    const results = await Promise.allSettled(saves);
    expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1);
    const points = await telemetry.series.read(device.id, {
      key: 't',
      startTs: 0,
      endTs: 100,
      aggregation: 'NONE',
      interval: 0,
      limit: 100,
      order: 'ASC',
    });
    expect(points).toHaveLength(49);
  });

  it('are neither stored nor announced when their unit is rolled back', async () => {
    await expect(
      inTransaction(database.pool, async (unit) => {
        await telemetry.service.saveAttributes({
          unit,
          tenantId: TENANT,
          entityId: device,
          scope: 'SERVER_SCOPE',
          entries: [{ key: 'a', value: long(1) }],
        });
        throw new Error('given up');
      }),
    ).rejects.toThrow('given up');
    expect(await telemetry.attributes.find(device.id, null)).toEqual([]);
    expect(changes).toEqual([]);
  });

  it('as attributes keep their types, the last write of a key, and the order of scopes and keys', async () => {
    await telemetry.attributes.find(device.id, null);
    await saveAttributes([{ key: 'b', value: text('x') }], 'SHARED_SCOPE');
    await inTransaction(database.pool, async (unit) => {
      for (const value of [long(1), long(9_223_372_036_854_775_807n)]) {
        await telemetry.service.saveAttributes({
          unit,
          tenantId: TENANT,
          entityId: device,
          scope: 'SERVER_SCOPE',
          entries: [
            { key: 'z', value },
            { key: 'a', value: { type: 'JSON', value: '{"n":[1.0]}' } },
          ],
        });
      }
    });
    const expected = [
      ['SHARED_SCOPE', 'b', text('x')],
      ['SERVER_SCOPE', 'a', { type: 'JSON', value: '{"n":[1.0]}' }],
      ['SERVER_SCOPE', 'z', long(9_223_372_036_854_775_807n)],
    ];
    const cached = await telemetry.attributes.find(device.id, null);
    expect(cached.map(({ scope, key, value }) => [scope, key, value])).toEqual(expected);
    const fresh = await open();
    const read = await fresh.attributes.find(device.id, null);
    expect(read).toEqual(cached);
    await fresh.close();
    expect(await telemetry.attributes.find(device.id, 'SERVER_SCOPE', ['z', 'missing'])).toHaveLength(1);
    expect(await telemetry.attributes.keys([device.id])).toEqual(['a', 'b', 'z']);
    expect(await telemetry.attributes.keys([device.id], 'SHARED_SCOPE')).toEqual(['b']);
  });

  it('as attributes are gone once they are deleted, for the one scope', async () => {
    await saveAttributes([{ key: 'a', value: long(1) }]);
    await saveAttributes([{ key: 'a', value: long(2) }], 'SHARED_SCOPE');
    await telemetry.attributes.find(device.id, null);
    await telemetry.service.deleteAttributes({
      tenantId: TENANT,
      entityId: device,
      scope: 'SERVER_SCOPE',
      keys: ['a', 'missing'],
    });
    expect((await telemetry.attributes.find(device.id, null)).map(({ scope }) => scope)).toEqual(['SHARED_SCOPE']);
    expect(changes.at(-1)).toMatchObject({ kind: 'attributesDeleted', keys: ['a', 'missing'], notifyDevice: true });
    await inTransaction(database.pool, (unit) => telemetry.attributes.deleteEntities(unit, [device.id]));
    expect(await telemetry.attributes.find(device.id, null)).toEqual([]);
  });

  it('as points are dropped with their partition when they expire, others stay', async () => {
    const now = Date.now();
    const DAY = 86_400_000;
    const save = (key: string, ttlSeconds: number) =>
      telemetry.service.saveTimeseries({
        tenantId: TENANT,
        entityId: device,
        points: [{ ts: now, values: [{ key, value: long(1) }] }],
        ttlSeconds,
      });
    await save('short', 3_600);
    await save('long', 86_400 * 300);
    await save('forever', 0);
    await telemetry.series.flushChunks();
    const partitions = async (): Promise<number[]> => {
      const result = await database.pool.query<{ day: number }>(
        "SELECT substr(relname, 14)::integer AS day FROM pg_class WHERE relname ~ '^series_chunk_[0-9]+$' ORDER BY 1",
      );
      return result.rows.map(({ day }) => day);
    };
    const today = Math.floor(now / DAY);
    const days = await partitions();
    expect(days).toHaveLength(3);
    expect(days[1]).toBeGreaterThan(today + 1);
    expect(days[2]).toBeGreaterThan(today + 364);
    await telemetry.series.expire((days[1] as number) * DAY);
    expect(await partitions()).toEqual([0, days[2]]);
    const all = { startTs: 0, endTs: now + 1, aggregation: 'NONE', interval: 0, limit: 10, order: 'ASC' } as const;
    expect(await telemetry.series.read(device.id, { key: 'short', ...all })).toEqual([]);
    expect(await telemetry.series.read(device.id, { key: 'long', ...all })).toHaveLength(1);
    // A new chunk of the dropped day creates its partition again.
    await save('again', 3_600);
    await telemetry.series.flushChunks();
    expect(await telemetry.series.read(device.id, { key: 'again', ...all })).toHaveLength(1);
  });

  it('are kept as long as the profile of their tenant says, when the save does not', async () => {
    const [profile, tenant] = [newEntityId().id, newEntityId().id];
    await database.pool.query(
      `INSERT INTO tenant_profile VALUES ($1, 0, 'month', null, false, false, false,
         '{"configuration":{"type":"DEFAULT","defaultStorageTtlDays":30}}')`,
      [profile],
    );
    await database.pool.query(
      "INSERT INTO tenant (id, created_time, tenant_profile_id, title, region) VALUES ($1, 0, $2, 'T', 'Global')",
      [tenant, profile],
    );
    await telemetry.service.saveTimeseries({
      tenantId: tenant,
      entityId: device,
      points: [{ ts: Date.now(), values: [{ key: 't', value: long(1) }] }],
      ttlSeconds: 0,
    });
    await telemetry.series.flushChunks();
    const chunks = await database.pool.query<{ days: number }>(
      `SELECT c.expires - $2::integer AS days FROM series_chunk c JOIN series s ON s.id = c.series_id
       WHERE s.entity_id = $1`,
      [device.id, Math.floor(Date.now() / 86_400_000)],
    );
    expect(chunks.rows).toHaveLength(1);
    expect(chunks.rows[0]?.days).toBeGreaterThan(30);
    expect(chunks.rows[0]?.days).toBeLessThan(40);
  });

  it.each([
    ['a value', long(1), 0, 1],
    ['a value for less than a day', long(1), 3_600, 1],
    ['a value for ten days', long(1), 864_000, 10],
    ['a text of 513 characters', { type: 'STRING', value: 'x'.repeat(513) }, 0, 2],
    ['JSON of 1,024 characters', { type: 'JSON', value: `"${'x'.repeat(1022)}"` }, 172_800, 4],
  ] as const)('count as points times days: %s', async (_what, value, ttlSeconds, counted) => {
    const before = meter.of(TENANT).counts[COUNTER.storedDataPointDays] as number;
    await telemetry.service.saveTimeseries({
      tenantId: TENANT,
      entityId: device,
      points: [{ ts: 1, values: [{ key: 't', value }] }],
      ttlSeconds,
    });
    expect((meter.of(TENANT).counts[COUNTER.storedDataPointDays] as number) - before).toBe(counted);
  });

  it('are refused when the tenant has used up its storage', async () => {
    const tenantId = newEntityId().id;
    meter.allow(
      tenantId,
      [...meter.of(tenantId).counts].map((_, at) =>
        at === COUNTER.storedDataPointDays ? 0 : Number.POSITIVE_INFINITY,
      ),
    );
    const points = [{ ts: 1, values: [{ key: 't', value: long(1) }] }];
    await expect(telemetry.service.saveTimeseries({ tenantId, entityId: device, points })).rejects.toMatchObject({
      status: 500,
      message: 'DB storage writes are disabled due to API limits!',
    });
  });

  it('reach the table that entity queries look into, newest ts first', async () => {
    const save = (ts: number, value: TelemetryValue) =>
      telemetry.service.saveTimeseries({
        tenantId: TENANT,
        entityId: device,
        points: [{ ts, values: [{ key: 't', value }] }],
      });
    await save(10, long(1));
    await save(5, long(2));
    await telemetry.series.settleLatest();
    const read = async () =>
      (await database.pool.query('SELECT ts, long_value FROM latest_value WHERE entity_id = $1', [device.id])).rows;
    expect(await read()).toEqual([{ ts: 10, long_value: 1 }]);
    await telemetry.service.deleteTimeseries({
      tenantId: TENANT,
      entityId: device,
      keys: ['t'],
      startTs: 10,
      endTs: 11,
      rewriteLatest: true,
    });
    expect(await telemetry.series.latest(device.id)).toEqual([{ key: 't', ts: 5, value: long(2) }]);
    await telemetry.series.settleLatest();
    expect(await read()).toEqual([{ ts: 5, long_value: 2 }]);
  });
});
