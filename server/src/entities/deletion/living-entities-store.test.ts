import { entityId } from '@signalbox/contract/id';
import type pg from 'pg';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import { createLivingEntities } from './living-entities-store.ts';

const TENANT = '43e6cd90-e580-11f1-9def-6fbc04ae5d78';
const DEVICE = '53e6cd90-e580-11f1-9def-6fbc04ae5d78';

it('looks up entities once, new ones never, and deleted ones again', async () => {
  const lookedUp: string[][] = [];
  const pool = {
    query: async ({ values }: { values: [string[]] }) => {
      lookedUp.push(values[0]);
      return { rows: [] };
    },
  } as unknown as pg.Pool;
  const liveBus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  const living = createLivingEntities(pool, liveBus);
  const device = entityId('DEVICE', DEVICE);
  const tell = (action: 'created' | 'deleted') =>
    liveBus.publish({ kind: 'entity', action, tenantId: TENANT, entityId: device });

  await living.missing([device]);
  await living.missing([device]);
  expect(lookedUp).toEqual([[DEVICE]]);
  tell('deleted');
  await living.missing([device]);
  expect(lookedUp).toHaveLength(2);
  tell('deleted');
  tell('created');
  await living.missing([device]);
  expect(lookedUp).toHaveLength(2);
  living.close();
});

it('looks into the table of its kind, and into all of them for what is not there', async () => {
  const requested: [text: string, ids: string[]][] = [];
  const pool = {
    query: async ({ text, values: [ids] }: { text: string; values: [string[]] }) => {
      requested.push([text, ids]);
      return { rows: ids.filter((id) => id !== DEVICE).map((id) => ({ id })) };
    },
  } as unknown as pg.Pool;
  const living = createLivingEntities(pool, createEmbeddedLiveBus(pino({ level: 'silent' })));
  const missing = await living.missing([entityId('DEVICE', DEVICE), entityId('TENANT', TENANT)]);
  expect(missing).toEqual(new Set([TENANT]));
  expect(requested).toEqual([
    [expect.stringMatching(/FROM device\b/), [DEVICE]],
    [expect.stringMatching(/FROM tenant\b/), [TENANT]],
    [expect.stringMatching(/FROM device\b.*FROM tenant\b/), [TENANT]],
  ]);
  expect(requested[0]?.[0]).not.toMatch(/FROM tenant\b/);
  living.close();
});
