import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { historyAfter, LANES, laneEntity } from '../../../test/series-history.ts';
import { openDatabase } from '../../storage/database.ts';
import { createPackedSeriesStore } from './packed-series-store.ts';

const WRITER = fileURLToPath(new URL('../../../test/series-writer.ts', import.meta.url));
const KILLS = 8;

/**
 * Runs the writer until it has acknowledged some steps, of each lane at least one, then kills it; returns the steps
 * completed by each lane.
 */
async function writeAndKill(database: TestDatabase, firstSteps: number[], stepsBeforeKill: number): Promise<number[]> {
  const child = spawn(process.execPath, [WRITER, JSON.stringify(database.connection), JSON.stringify(firstSteps)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const done = [...firstSteps];
  let acknowledged = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [lane, step] = line.split(' ').map(Number) as [number, number];
    done[lane] = step + 1;
    if (++acknowledged >= stepsBeforeKill && done.every((steps) => steps > 0)) child.kill('SIGKILL');
  }
  await exited;
  return done;
}

describe('a store whose process is killed', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('has everything that was acknowledged, once, and nothing that was deleted', { timeout: 120_000 }, async () => {
    let steps: number[] = Array.from({ length: LANES }, () => 0);
    for (let kill = 0; kill < KILLS; kill++) {
      steps = await writeAndKill(database, steps, 60 + Math.floor(Math.random() * 240));
      const own = openDatabase(database.connection, 4);
      const store = createPackedSeriesStore({
        pool: own.pool,
        log: pino({ level: 'error' }),
        options: { backgroundInterval: 0 },
      });
      await store.open();
      const check = async (): Promise<void> => {
        for (let lane = 0; lane < LANES; lane++) {
          const all = { key: 'v', startTs: 0, endTs: 10_000_000, order: 'ASC' as const };
          const points = await store.read(laneEntity(lane), { ...all, aggregation: 'NONE', interval: 0, limit: 1e6 });
          const found = points.map(({ ts, value }) => [ts, Number(value.value)]);
          const expected = (count: number): number[][] => [...historyAfter(lane, count)].sort((a, b) => a[0] - b[0]);
          // A killed writer leaves steps that were committed, but whose acknowledgements it could not send any more.
          const committed = ((found.at(-1)?.[0] ?? -1) + 1) / 20;
          expect(committed).toBeGreaterThanOrEqual(steps[lane] as number);
          steps[lane] = committed;
          expect(found).toEqual(expected(committed));
          const [count] = await store.read(laneEntity(lane), {
            ...all,
            aggregation: 'COUNT',
            interval: 10_000_000,
            limit: 1,
          });
          expect(count?.value.value).toBe(found.length);
          const [latest] = await store.latest(laneEntity(lane));
          expect([latest?.ts, Number(latest?.value.value)]).toEqual(found.at(-1));
        }
      };
      await check();
      await store.flushChunks();
      await check();
      expect(store.figures()).toEqual({ pointsInMemory: 0, seriesInMemory: 0, blocks: 0 });
      await store.flushLatest();
      await own.close();
      const table = await database.pool.query<{ ts: number }>('SELECT ts FROM latest_value ORDER BY entity_id');
      expect(table.rows.map(({ ts }) => ts)).toEqual(steps.map((count) => count * 20 - 1));
    }
  });
});
