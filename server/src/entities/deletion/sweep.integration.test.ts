import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { createEmbeddedLiveBus } from '../../bus/embedded-live-bus.ts';
import type { Remains } from './remains.ts';
import { createRemoval } from './removal.ts';

/** Ids that a sweep looks at together, and the steps of this one. */
const PAGE = 250;
const STEPS = 4;
const PATIENCE = { timeout: 30_000 };

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());
afterEach(() => vi.restoreAllMocks());

/** Something is kept about so many entities that are gone. */
function leftovers() {
  const ids = Array.from({ length: PAGE * (STEPS - 1) + 1 }, () => randomUUID()).sort();
  const removed = new Set<string>();
  let steps = 0;
  const remains: Remains = {
    async owners(after, limit) {
      steps++;
      return ids.filter((id) => id > after).slice(0, limit);
    },
    async remove(_unit, entityIds) {
      for (const id of entityIds) removed.add(id);
      return true;
    },
  };
  return { ids, removed, remains, steps: () => steps };
}

const removalOf = (remains: Remains, rest?: (ms: number) => Promise<void>) => {
  const log = pino({ level: 'silent' });
  return createRemoval({ pool: database.pool, liveBus: createEmbeddedLiveBus(log), log, remains: [remains], rest });
};

it('rests fifteen times as long as each of its steps took', async () => {
  let now = 0;
  // Each look at the clock takes a minute.
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 60_000));
  const { ids, removed, remains, steps } = leftovers();
  const rests: number[] = [];
  const removal = removalOf(remains, async (ms) => {
    rests.push(ms);
  });
  removal.open();
  await vi.waitFor(() => expect(removed.size).toBe(ids.length), PATIENCE);
  await removal.close();
  expect(steps()).toBe(STEPS);
  expect(rests.filter((ms) => ms >= 900_000)).toHaveLength(STEPS);
});

it('does not keep what is deleted meanwhile waiting for its end', async () => {
  const { ids, removed, remains, steps } = leftovers();
  const resting: (() => void)[] = [];
  const removal = removalOf(remains, () => new Promise((resolve) => resting.push(resolve)));
  const goOn = (): void => {
    for (const resolve of resting.splice(0)) resolve();
  };
  removal.open();
  await vi.waitFor(() => expect(resting).toHaveLength(1), PATIENCE);
  const deleted = randomUUID();
  await database.pool.query('INSERT INTO deleted_entity (entity_id, deleted_time, due_time) VALUES ($1, 1, 1)', [
    deleted,
  ]);
  await vi.waitFor(() => {
    goOn();
    expect(removed).toContain(deleted);
  }, PATIENCE);
  expect(steps()).toBe(1);
  expect(removed.size).toBeLessThan(ids.length);
  await vi.waitFor(() => {
    goOn();
    expect(removed.size).toBe(ids.length + 1);
  }, PATIENCE);
  const closed = removal.close();
  goOn();
  await closed;
});

it('ends at once with the server, however long it rests', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 3_600_000));
  const { remains, steps } = leftovers();
  const removal = removalOf(remains);
  removal.open();
  await vi.waitFor(() => expect(steps()).toBe(1), PATIENCE);
  await removal.close();
  expect(steps()).toBe(1);
});
