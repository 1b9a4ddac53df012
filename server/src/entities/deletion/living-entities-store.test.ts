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
