import { entityId } from '@signalbox/contract/id';
import type pg from 'pg';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { createEventStore } from './event-table.ts';

afterEach(() => void vi.useRealTimers());

it('are written together where they come one after the other, and all of them in the end', async () => {
  vi.useFakeTimers();
  /** How many events each statement has written. */
  const written: number[] = [];
  const query = async (statement: string | pg.QueryConfig) => {
    if (typeof statement === 'object' && statement.name === 'event insert') {
      const [ids] = statement.values as unknown[][];
      written.push(ids?.length ?? 0);
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    return { rows: [], rowCount: 0 };
  };
  const client = { query, release: () => undefined, on: () => undefined };
  const pool = { options: { max: 10 }, connect: async () => client } as unknown as pg.Pool;
  const store = createEventStore(pool, pino({ level: 'silent' }));
  const event = { tenantId: 'tenant', entityId: entityId('RULE_NODE', 'node'), type: 'STATS' as const, body: {} };
  for (let at = 0; at < 500; at++) {
    store.append([event]);
    await vi.advanceTimersByTimeAsync(1);
  }
  expect(written.length).toBeLessThan(15);
  store.append(Array.from({ length: 2_500 }, () => event));
  await vi.advanceTimersByTimeAsync(200);
  expect(written.reduce((sum, count) => sum + count, 0)).toBe(3_000);
  await store.close();
});
