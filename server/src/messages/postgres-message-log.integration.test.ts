import { fork } from 'node:child_process';
import { once } from 'node:events';
import type pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { loseCommitReplies } from '../../test/lost-commits.ts';
import { createLogTable } from './log-table.ts';
import { type Message, newMessage } from './message.ts';
import type { BatchConsumer, MessageLog } from './message-log.ts';
import { describeMessageLog } from './message-log-suite.ts';
import { createPostgresMessageLog, type PostgresMessageLogParts } from './postgres-message-log.ts';

const TENANT = '6faf8590-e57e-11f1-a2cf-f30f015b2b9a';
const log = pino({ level: 'silent' });

let database: TestDatabase;
let opened: MessageLog[];

beforeEach(async () => {
  database = await createTestDatabase();
  opened = [];
  await database.pool.query('CREATE TABLE effect (originator uuid, number integer, place bigserial)');
});

afterEach(async () => {
  for (const messageLog of opened) await messageLog.close();
  await database.drop();
});

async function open(options: Partial<PostgresMessageLogParts> = {}): Promise<MessageLog> {
  const messageLog = await createPostgresMessageLog({
    pool: database.pool,
    log,
    partitions: 4,
    retentionHours: 24,
    retryPauses: [1, 1],
    onBroken(error) {
      throw error;
    },
    ...options,
  });
  opened.push(messageLog);
  return messageLog;
}

function device(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}

function message(originator: number, number: number): Message {
  return newMessage({
    tenantId: TENANT,
    type: 'POST_TELEMETRY_REQUEST',
    originator: { entityType: 'DEVICE', id: device(originator) },
    metadata: { deviceName: `Device ${originator}` },
    data: String(number),
  });
}

/** A pool that loses the first reply to a statement that moves an offset outside of a transaction. */
function loseOffsetReply(pool: pg.Pool): pg.Pool {
  let isLost = false;
  return new Proxy(pool, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name, target);
      if (typeof member !== 'function') return member;
      if (name !== 'query') return member.bind(target);
      return async (...given: [never]) => {
        const result: unknown = await target.query(...given);
        if (isLost || (given[0] as { name?: string }).name !== 'message-offset') return result;
        isLost = true;
        throw new Error('Connection terminated unexpectedly');
      };
    },
  });
}

/** Stores a row for each message; the database refuses some numbers. */
const storeEffects: BatchConsumer =
  async ({ messages }) =>
  async (unit) => {
    await unit.client.query('INSERT INTO effect (originator, number) SELECT * FROM unnest($1::uuid[], $2::integer[])', [
      messages.map((entry) => entry.originator.id),
      messages.map((entry) => entry.data),
    ]);
  };

async function effects(): Promise<Map<string, number[]>> {
  const rows = await database.pool.query<{ originator: string; number: number }>(
    'SELECT originator, number FROM effect ORDER BY place',
  );
  const found = new Map<string, number[]>();
  for (const { originator, number } of rows.rows) found.set(originator, [...(found.get(originator) ?? []), number]);
  return found;
}

describe('the message log', () => {
  test('delivers each message once and in the order of its originator', async () => {
    const messageLog = await open();
    await messageLog.consume(storeEffects);
    const appended: Promise<void>[] = [];
    for (let number = 0; number < 200; number++) {
      for (let originator = 0; originator < 10; originator++)
        appended.push(messageLog.append([message(originator, number)]));
    }
    await Promise.all(appended);
    await messageLog.drained();
    const found = await effects();
    expect(found.size).toBe(10);
    for (const numbers of found.values()) expect(numbers).toEqual([...Array(200).keys()]);
    expect(messageLog.pressure()).toMatchObject({ full: false, bytes: 0 });
  });

  test('continues after a restart with unprocessed messages, even when the number of partitions changed', async () => {
    const first = await open({ partitions: 5 });
    for (let number = 0; number < 20; number++) await first.append([message(1, number), message(2, number)]);
    await first.close();
    const second = await open({ partitions: 2 });
    await second.append([message(1, 20)]);
    await second.consume(storeEffects);
    await second.append([message(2, 20)]);
    await second.drained();
    await second.close();
    const third = await open();
    await third.consume(storeEffects);
    await third.drained();
    const expected = [...Array(21).keys()];
    expect(await effects()).toEqual(
      new Map([
        [device(1), expected],
        [device(2), expected],
      ]),
    );
  });

  test('sets aside the message that always fails and processes the others', async () => {
    await database.pool.query('ALTER TABLE effect ADD CHECK (number <> 13)');
    const told: string[] = [];
    const messageLog = await open({ partitions: 1, onSetAside: ({ message: { data } }) => told.push(data) });
    const kept: number[] = [];
    await messageLog.append(Array.from({ length: 40 }, (_, number) => message(1, number)));
    await messageLog.consume(async (batch) => {
      const store = await storeEffects(batch);
      return async (unit) => {
        await store?.(unit);
        for (const { data } of batch.messages) unit.afterCommit(() => kept.push(Number(data)));
      };
    });
    await messageLog.drained();
    const expected = [...Array(40).keys()].filter((number) => number !== 13);
    expect((await effects()).get(device(1))).toEqual(expected);
    expect(kept).toEqual(expected);
    expect(told).toEqual(['13']);
    const aside = await database.pool.query('SELECT message, error FROM message_set_aside');
    expect(aside.rows).toMatchObject([{ message: { data: '13' }, error: expect.stringContaining('check constraint') }]);
  });

  test('computes what comes behind a message that always fails from what was stored before it', async () => {
    await database.pool.query('ALTER TABLE effect ADD CHECK (number <> 13)');
    const messageLog = await open({ partitions: 1 });
    const built: { on: number; stored: number }[] = [];
    let stored = 0;
    await messageLog.append(Array.from({ length: 40 }, (_, number) => message(1, number)));
    await messageLog.consume(async (batch) => {
      const { rows } = await database.pool.query<{ count: number }>('SELECT count(*)::integer AS count FROM effect');
      const store = await storeEffects(batch);
      return async (unit) => {
        await store?.(unit);
        unit.afterCommit(() => {
          built.push({ on: rows[0]?.count ?? 0, stored });
          stored += batch.messages.length;
        });
      };
    });
    await messageLog.drained();
    expect(stored).toBe(39);
    expect(built.length).toBeGreaterThan(2);
    expect(built.filter((part) => part.on !== part.stored)).toEqual([]);
  });

  test('continues after a restart amid a batch that is processed in parts', async () => {
    await database.pool.query('ALTER TABLE effect ADD CHECK (number NOT IN (13, 57))');
    const told: string[] = [];
    let closing: Promise<void> | undefined;
    const first = await open({
      partitions: 1,
      onSetAside({ message: { data } }) {
        told.push(data);
        closing = first.close();
      },
    });
    for (let number = 0; number < 60; number++) await first.append([message(1, number)]);
    await first.consume(storeEffects);
    await expect.poll(() => told).toEqual(['13']);
    await closing;
    const before = (await effects()).get(device(1)) ?? [];
    expect(before).toEqual([...Array(13).keys()]);
    const again = await open({ partitions: 1, onSetAside: ({ message: { data } }) => told.push(data) });
    await again.consume(storeEffects);
    await again.append([message(1, 60)]);
    await again.drained();
    expect((await effects()).get(device(1))).toEqual([...Array(61).keys()].filter((n) => n !== 13 && n !== 57));
    expect(told).toEqual(['13', '57']);
  });

  test('says when it is full and when there is room again', async () => {
    const messageLog = await open({ highMark: 20_000 });
    await messageLog.append(Array.from({ length: 40 }, (_, number) => message(number, number)));
    expect(messageLog.pressure().full).toBe(true);
    const relieved = new Promise<void>((resolve) => messageLog.onRelief(resolve));
    await messageLog.consume(storeEffects);
    await relieved;
    expect(messageLog.pressure().full).toBe(false);
  });

  test('refuses messages that would exhaust the memory', async () => {
    const messageLog = await open({ highMark: 1_000 });
    await messageLog.append(Array.from({ length: 10 }, (_, number) => message(number, number)));
    await expect(messageLog.append([message(1, 1)])).rejects.toThrow('overloaded');
  });

  test('recovers when its database connections are cut', async () => {
    const messageLog = await open();
    await messageLog.consume(storeEffects);
    await messageLog.append([message(1, 0)]);
    await messageLog.drained();
    await database.pool
      .query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()')
      .catch(() => undefined);
    for (let number = 1; ; number++) {
      const stored = await messageLog.append([message(1, number)]).then(
        () => true,
        () => false,
      );
      if (stored) break;
    }
    await messageLog.drained();
    expect((await effects()).get(device(1))?.length).toBeGreaterThanOrEqual(2);
  });

  test('continues when the reply to the commit of a batch is lost, with its effects stored once', async () => {
    const messageLog = await open({
      partitions: 1,
      pool: loseCommitReplies(database.pool, { isStored: () => true, count: 3 }),
    });
    const told: number[] = [];
    await messageLog.consume(async (batch) => {
      const store = await storeEffects(batch);
      return async (unit) => {
        await store?.(unit);
        for (const { data } of batch.messages) unit.afterCommit(() => told.push(Number(data)));
      };
    });
    for (let number = 0; number < 5; number++) {
      await messageLog.append([message(1, number)]);
      await messageLog.drained();
    }
    expect((await effects()).get(device(1))).toEqual([0, 1, 2, 3, 4]);
    expect(told).toEqual([0, 1, 2, 3, 4]);
  });

  test('continues when the reply is lost to a batch that stores only its offset', async () => {
    const messageLog = await open({ partitions: 1, pool: loseOffsetReply(database.pool) });
    const seen: string[] = [];
    await messageLog.consume(async ({ messages }) => {
      for (const { data } of messages) seen.push(data);
      return undefined;
    });
    await messageLog.append([message(1, 0)]);
    await messageLog.drained();
    await messageLog.append([message(1, 1)]);
    await messageLog.drained();
    expect(seen).toEqual(['0', '0', '1']);
  });

  test('takes over single partitions: the previous server can no longer write to those, and keeps the others', async () => {
    const before = createLogTable(database.pool);
    const after = createLogTable(database.pool);
    const row = (partition: number) => ({
      partition,
      batch: 1,
      createdTime: Date.now(),
      messageCount: 1,
      body: Buffer.of(0),
    });
    const client = await database.pool.connect();
    try {
      await before.takeOver(await before.partitions([0, 1, 2]));
      await after.takeOver([1]);
      await expect(before.insert(client, [row(0), row(1)])).rejects.toThrow('taken over');
      const [start, next] = [
        { batch: 0, done: 0 },
        { batch: 1, done: 0 },
      ];
      expect(await before.moveOffset(client, 1, start, next)).toBe(false);
      await before.insert(client, [row(0), row(2)]);
      await after.insert(client, [row(1)]);
      expect(await before.moveOffset(client, 0, start, next)).toBe(true);
      expect(await after.moveOffset(client, 1, start, next)).toBe(true);
      const stored = await client.query<{ partition: number }>('SELECT partition FROM message_log ORDER BY partition');
      expect(stored.rows.map(({ partition }) => partition)).toEqual([0, 1, 2]);
    } finally {
      client.release();
    }
  });

  test('reports that it is broken when another server has moved the offset of a partition', async () => {
    let broken: (error: Error) => void = () => undefined;
    const told = new Promise<Error>((resolve) => {
      broken = resolve;
    });
    const messageLog = await open({ partitions: 1, onBroken: (error) => broken(error) });
    await database.pool.query('UPDATE message_offset SET batch = 7');
    await messageLog.consume(storeEffects);
    await messageLog.append([message(1, 0)]);
    expect((await told).message).toContain('moved by another server');
    expect(await effects()).toEqual(new Map());
  });

  test('keeps every acknowledged message, once, when the process is killed again and again', {
    timeout: 60_000,
  }, async () => {
    /** originator → numbers that were acknowledged */
    const acknowledged = new Map<number, number[]>();
    for (let round = 0; round < 4; round++) {
      const child = fork(new URL('../../test/message-load.ts', import.meta.url), [
        JSON.stringify(database.connection),
        String(round),
      ]);
      let received = 0;
      let reached: () => void = () => undefined;
      const enough = new Promise<void>((resolve) => {
        reached = resolve;
      });
      child.on('message', (numbers: [number, number][]) => {
        for (const [originator, number] of numbers) {
          acknowledged.set(originator, [...(acknowledged.get(originator) ?? []), number]);
        }
        received += numbers.length;
        if (received > 1_000 + round * 500) reached();
      });
      await enough;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const messageLog = await open();
    await messageLog.consume(storeEffects);
    await messageLog.drained();
    const found = await effects();
    for (const [originator, numbers] of acknowledged) {
      const stored = found.get(device(originator)) ?? [];
      expect(new Set(stored).size).toBe(stored.length);
      const set = new Set(stored);
      expect(numbers.filter((number) => !set.has(number))).toEqual([]);
      expect(stored).toEqual([...stored].sort((a, b) => a - b));
    }
  });

  test('drops past hours that are processed', async () => {
    const messageLog = await open();
    await messageLog.append([message(1, 1)]);
    await database.pool.query(
      `CREATE TABLE message_log_1 PARTITION OF message_log FOR VALUES FROM (3600000) TO (7200000)`,
    );
    await messageLog.consume(storeEffects);
    await messageLog.drained();
    const tables = async (): Promise<string[]> =>
      (
        await database.pool.query<{ name: string }>(
          `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'message_log'::regclass`,
        )
      ).rows.map((row) => row.name);
    await expect.poll(tables).not.toContain('message_log_1');
    expect((await tables()).filter((name) => /^message_log_s\d+$/.test(name))).toHaveLength(1);
  });

  test('drops processed messages early when it has grown too large, oldest first', async () => {
    await database.pool.query(
      `CREATE TABLE message_log_s1 PARTITION OF message_log FOR VALUES FROM (300000) TO (600000);
       CREATE TABLE message_log_s2 PARTITION OF message_log FOR VALUES FROM (600000) TO (900000);
       CREATE TABLE message_log_s3 PARTITION OF message_log FOR VALUES FROM (900000) TO (1200000)`,
    );
    const messageLog = await open();
    await messageLog.append([message(1, 1)]);
    const table = createLogTable(database.pool);
    const rows = (batch: number, time: number) =>
      database.pool.query(
        `INSERT INTO message_log SELECT 9, $1, $2, 1, convert_to(repeat(md5(random()::text), 4000), 'UTF8')`,
        [batch, time],
      );
    await rows(1, 300_000);
    await rows(2, 600_000);
    await rows(3, 900_000);
    await database.pool.query('INSERT INTO message_offset VALUES (9, 2)');
    const total = await database.pool.query<{ bytes: number }>(
      `SELECT sum(pg_total_relation_size(inhrelid))::bigint AS bytes FROM pg_inherits
       WHERE inhparent = 'message_log'::regclass`,
    );
    const bytes = total.rows[0]?.bytes ?? 0;
    // One byte over the limit: only the oldest is dropped.
    expect(await table.drop(0, bytes - 1)).toBe(1);
    expect(await table.drop(0, bytes - 1)).toBe(0);
    // Unprocessed tables stay whatever their size, and so does the one that is written to.
    expect(await table.drop(0, 0)).toBe(1);
    const left = await database.pool.query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'message_log'::regclass ORDER BY 1`,
    );
    expect(left.rows.map(({ name }) => name)).toEqual([
      'message_log_s3',
      expect.stringMatching(/^message_log_s\d{6,}$/),
    ]);
  });

  test('continues in the table of the hour that an earlier version created', async () => {
    const hour = Math.floor(Date.now() / 3_600_000);
    await database.pool.query(
      `CREATE TABLE message_log_${hour} PARTITION OF message_log FOR VALUES FROM (${hour * 3_600_000}) TO (${(hour + 1) * 3_600_000})`,
    );
    const messageLog = await open();
    await messageLog.append([message(1, 1)]);
    const rows = await database.pool.query<{ count: number }>(`SELECT count(*) AS count FROM message_log_${hour}`);
    expect(rows.rows[0]?.count).toBe(1);
  });
});

describeMessageLog('PostgreSQL', async () => ({
  open,
  storeEffects,
  async effects() {
    const rows = await database.pool.query<{ originator: string; number: number }>(
      'SELECT originator, number FROM effect ORDER BY place',
    );
    return rows.rows;
  },
  close: async () => undefined,
}));
