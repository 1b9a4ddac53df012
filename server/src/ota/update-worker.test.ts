import type pg from 'pg';
import pino from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { createUpdateWorker, type UpdateWorkerParts } from './update-worker.ts';

const PATIENCE = { timeout: 40_000 };

const target = {
  ...{ title: 'Valve', version: '2', tag: null, url: null },
  ...{ checksumAlgorithm: 'CRC32', checksum: '0a', dataSize: 3 },
};
let worker: ReturnType<typeof createUpdateWorker> | undefined;
afterEach(() => worker?.close());

/** A queue in memory, and telemetry that refuses some devices. */
function setUp(devices: Readonly<Record<string, readonly string[]>>, refused: string) {
  const waiting = Object.entries(devices).flatMap(([tenantId, ids]) =>
    ids.map((deviceId) => ({ tenantId, deviceId, type: 'FIRMWARE' as const, target, isAnnounced: false })),
  );
  const told: string[] = [];
  const ofTenant = (tenantId: string, isAnnounced: boolean) =>
    waiting.filter((one) => one.tenantId === tenantId && one.isAnnounced === isAnnounced);
  const refuse = (ids: readonly string[]) => {
    if (ids.includes(refused)) throw new Error(`${refused} is refused`);
  };
  const client = { query: async () => ({ rows: [] }), release: () => undefined };
  worker = createUpdateWorker({
    pool: { options: { max: 10 }, connect: async () => client } as unknown as pg.Pool,
    queue: {
      rollOut: async () => 0,
      tenants: async (isAnnounced) => Object.keys(devices).filter((id) => ofTenant(id, isAnnounced).length > 0),
      next: async (_, tenantId, isAnnounced, count) => ofTenant(tenantId, isAnnounced).slice(0, count),
      async postpone(tenantId, isAnnounced) {
        const [first] = ofTenant(tenantId, isAnnounced);
        if (first) waiting.push(...waiting.splice(waiting.indexOf(first), 1));
      },
      async announced(_, updates) {
        for (const one of waiting)
          if (updates.some(({ deviceId }) => deviceId === one.deviceId)) one.isAnnounced = true;
      },
      async done(_, updates) {
        for (const { deviceId } of updates) {
          told.push(deviceId);
          waiting.splice(
            waiting.findIndex((one) => one.deviceId === deviceId),
            1,
          );
        }
      },
    },
    telemetry: {
      saveTimeseriesBatch: async (_: unknown, series: readonly { entityId: { id: string } }[]) => {
        refuse(series.map(({ entityId }) => entityId.id));
        return [];
      },
      saveAttributes: async () => undefined,
      deleteAttributes: async () => undefined,
    } as unknown as UpdateWorkerParts['telemetry'],
    attributes: { find: async () => [] },
    liveBus: { subscribeKinds: () => () => undefined } as unknown as Parameters<
      typeof createUpdateWorker
    >[0]['liveBus'],
    log: pino({ level: 'silent' }),
    devicesPerMinute: 1000,
  });
  worker.open();
  return { told, waiting };
}

it('tells all others, also those of other tenants, when one device cannot be told', async () => {
  const { told, waiting } = setUp({ acme: ['a', 'bad', 'b', 'c'], umbrella: ['d'] }, 'bad');
  await vi.waitFor(() => expect([...told].sort()).toEqual(['a', 'b', 'c', 'd']), PATIENCE);
  expect(waiting.map(({ deviceId }) => deviceId)).toEqual(['bad']);
});

it('tells all of a tenant together where nothing fails', async () => {
  const { told, waiting } = setUp({ acme: ['a', 'b'] }, 'bad');
  await vi.waitFor(() => expect(told).toEqual(['a', 'b']), PATIENCE);
  expect(waiting).toEqual([]);
});
