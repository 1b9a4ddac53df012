import { entityId } from '@signalbox/contract/id';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createEmbeddedLiveBus } from '../bus/embedded-live-bus.ts';
import { createViewDirectory } from '../entities/view-directory.ts';
import { randomUuid } from '../storage/ids.ts';
import { createUsageMeter } from '../usage/usage-meter.ts';
import type { TimedValues } from '../values/value.ts';
import { composeTelemetry, type Telemetry } from './compose-telemetry.ts';

let database: TestDatabase;
const tenantId = randomUuid();
const device = entityId('DEVICE', randomUuid());

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function open(perEntity: number, perTenant = 0): Promise<Telemetry> {
  const log = pino({ level: 'silent' });
  return composeTelemetry({
    connection: database.connection,
    pool: database.pool,
    liveBus: createEmbeddedLiveBus(log),
    log,
    living: { missing: () => new Set() },
    views: createViewDirectory(database.pool, createEmbeddedLiveBus(log)),
    usage: createUsageMeter(() => undefined),
    settings: { latestByArrival: false, maxKeysPerDevice: perEntity, maxKeysPerTenant: perTenant },
  });
}

const points = (...keys: string[]): TimedValues[] => [
  { ts: 1, values: keys.map((key) => ({ key, value: { type: 'LONG', value: 1 } })) },
];

it('keys that were stored count after a restart, and nothing is awaited for those that are there', async () => {
  let telemetry = await open(3);
  await telemetry.keyLimits.admitSeries(tenantId, device, points('a', 'b'));
  await telemetry.service.saveTimeseries({ tenantId, entityId: device, points: points('a', 'b') });
  await telemetry.series.flushChunks();
  await telemetry.series.flushLatest();
  await telemetry.close();

  telemetry = await open(3);
  const { keyLimits } = telemetry;
  // Of a device that was not loaded nothing is known: what is too much by itself is refused, the rest when it is stored.
  const silent = randomUuid();
  expect(() => keyLimits.checkSeries(silent, points('c', 'd', 'e', 'f'), 4, 3)).toThrow('Too many keys of telemetry');
  keyLimits.checkSeries(silent, points('c', 'd'), 2, 3);
  await expect(keyLimits.admitSeries(tenantId, device, points('c', 'd'))).rejects.toThrow('Too many keys of telemetry');
  expect(() => keyLimits.checkSeries(device.id, points('c', 'd'), 2, 3)).toThrow('Too many keys of telemetry');
  expect(keyLimits.admitSeries(tenantId, device, points('a', 'b'))).toBeUndefined();
  await keyLimits.admitSeries(tenantId, device, points('a', 'c'));
  // Admitted, though not stored yet.
  await expect(keyLimits.admitSeries(tenantId, device, points('d'))).rejects.toThrow('at most 3');
  await keyLimits.admitSeries(tenantId, device, points('c'));
  await telemetry.close();
});
