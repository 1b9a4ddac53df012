import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createBackgroundTurns } from '../storage/background-turns.ts';
import { createLogSearch, type LogQuery, type LogSearch } from './log-search.ts';
import { createLogTable } from './log-table.ts';
import { type Message, newMessage } from './message.ts';
import { encodeMessages } from './message-codec.ts';
import { partitionOf } from './partitions.ts';
import { createPostgresMessageLog } from './postgres-message-log.ts';

const TENANT = '6faf8590-e57e-11f1-a2cf-f30f015b2b9a';
const ONE = '43e6cd90-e580-11f1-9def-6fbc04ae5d78';
const OTHER = '70096560-e57e-11f1-a2cf-f30f015b2b9a';
const PARTITIONS = 3;

const messageOf = (id: string, n: number): Message =>
  newMessage({
    tenantId: TENANT,
    type: 'POST_TELEMETRY_REQUEST',
    originator: { entityType: 'DEVICE', id },
    data: `{"n":${n}}`,
  });

describe('the search in the log', () => {
  let database: TestDatabase;
  let search: LogSearch;
  const now = Date.now();
  /** A batch of both devices every 40 s over two hours; two batches have the same time. */
  const TIMES = Array.from({ length: 180 }, (_, at) => now - 7_200_000 + at * 40_000 - (at % 2 === 0 ? 0 : 40_000));
  const wanted = (changes: Partial<LogQuery> = {}): LogQuery => ({
    originatorId: ONE,
    mentions: [ONE],
    accept: ({ originator }) => originator.id === ONE,
    from: 0,
    until: now + 1_000,
    order: 'newest first',
    limit: 10,
    patience: 10_000,
    ...changes,
  });
  const numbers = (found: readonly { message: Message }[]): number[] =>
    found.map(({ message }) => (JSON.parse(message.data) as { n: number }).n);

  beforeAll(async () => {
    database = await createTestDatabase();
    const log = await createPostgresMessageLog({
      pool: database.pool,
      log: pino({ level: 'silent' }),
      partitions: PARTITIONS,
      retentionHours: 24,
      onBroken: () => undefined,
    });
    await log.close();
    const table = createLogTable(database.pool);
    await table.takeOver([0, 1, 2]);
    const client = await database.pool.connect();
    const batches = new Map<number, number>();
    for (const [n, createdTime] of TIMES.entries()) {
      for (const id of [ONE, OTHER]) {
        const messages = [messageOf(id, n), messageOf(id, 1_000 + n)];
        const partition = partitionOf(messages[0] as Message, PARTITIONS);
        const batch = (batches.get(partition) ?? 0) + 1;
        batches.set(partition, batch);
        await table.insert(client, [
          { partition, batch, createdTime, messageCount: 2, body: encodeMessages(messages) },
        ]);
      }
    }
    client.release();
    search = createLogSearch({ pool: database.pool, partitions: PARTITIONS, begin: createBackgroundTurns() });
  });
  afterAll(() => database.drop());

  it('finds the newest messages of a device, and their places', async () => {
    const { found, isComplete } = await search.find(wanted({ limit: 3 }));
    expect(numbers(found)).toEqual([1_179, 179, 1_178, 178]);
    expect(isComplete).toBe(false);
    for (const one of found) expect(await search.at(one.place)).toEqual(one);
  });

  it.each(['newest first', 'oldest first'] as const)('finds everything once, part by part, %s', async (order) => {
    const all: number[] = [];
    let { from, until } = wanted();
    for (let parts = 0; ; parts++) {
      const { found, reached, isComplete } = await search.find(wanted({ order, from, until, limit: 7 }));
      all.push(...numbers(found));
      if (order === 'newest first') until = reached;
      else from = reached;
      if (isComplete) break;
      expect(parts).toBeLessThan(200);
    }
    const expected = TIMES.flatMap((_, n) => [n, 1_000 + n]);
    expect([...all].sort((a, b) => a - b)).toEqual([...expected].sort((a, b) => a - b));
    expect(all).toEqual(order === 'newest first' ? expected.reverse() : expected);
  });

  it('searches all partitions for what belongs to nobody in particular', async () => {
    const { found, isComplete } = await search.find(
      wanted({
        originatorId: undefined,
        mentions: [TENANT],
        accept: ({ tenantId }) => tenantId === TENANT,
        limit: 1e6,
      }),
    );
    expect(found).toHaveLength(TIMES.length * 4);
    expect(isComplete).toBe(true);
  });

  it('ends when it has taken too long, and says how far it came', async () => {
    const first = await search.find(wanted({ limit: 1e6, patience: 0 }));
    expect(first.isComplete).toBe(false);
    const rest = await search.find(wanted({ limit: 1e6, until: first.reached }));
    expect(first.found.length + rest.found.length).toBe(TIMES.length * 2);
  });

  it('ends when nobody waits for it any more', async () => {
    const leaving = new AbortController();
    let seen = 0;
    const left = search.find(
      wanted({
        limit: 1e6,
        signal: leaving.signal,
        accept() {
          if (++seen === 10) leaving.abort(new Error('The caller has left'));
          return true;
        },
      }),
    );
    await expect(left).rejects.toThrow('The caller has left');
    expect(seen).toBeLessThan(TIMES.length);
  });

  it('finds nothing at a place that is not there', async () => {
    expect(await search.at({ partition: 0, batch: 1_000_000, index: 0 })).toBeUndefined();
    expect(await search.at({ partition: 0, batch: 1, index: 5 })).toBeUndefined();
  });
});
