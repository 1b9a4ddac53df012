import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { randomUuid } from '../../storage/ids.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { type Message, newMessage } from '../message.ts';
import type { BatchConsumer } from '../message-log.ts';
import { queueOf } from '../queues.ts';
import { createHeldMessages, type HeldMessages, type HoldRequest } from './held-messages.ts';

const log = pino({ level: 'silent' });
const TENANT = randomUuid();
const DEVICE = randomUuid();

let database: TestDatabase;
let opened: HeldMessages[];
/** Payloads that took effect, in order. */
let stored: string[];
/** Payloads that fail, and what refuses to be stored. */
let failing: Set<string>;
let refused: Set<string>;
/** Payloads that take until they are let go. */
let slow: Map<string, Promise<void>>;
let aside: string[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  opened = [];
  stored = [];
  failing = new Set();
  refused = new Set();
  slow = new Map();
  aside = [];
  await database.pool.query('TRUNCATE message_held, message_set_aside');
});
afterEach(async () => {
  for (const held of opened) await held.close();
});

const message = (data: string, more: Partial<Message> = {}): Message =>
  newMessage({
    tenantId: TENANT,
    type: 'POST_TELEMETRY_REQUEST',
    originator: { entityType: 'DEVICE', id: DEVICE },
    queueName: 'SequentialByOriginator',
    data,
    ...more,
  });

/** What the rule engine does: holds what fails and, in order of the originator, what is behind it. */
const consumerOf =
  (held: HeldMessages): BatchConsumer =>
  async ({ messages, held: before }) => {
    const requests: HoldRequest[] = [];
    const done: string[] = [];
    const blocked = new Set<string>();
    for (const one of messages) {
      await slow.get(one.data);
      const attempts = before?.get(one)?.attempts ?? 0;
      const isInOrder = queueOf(one).submit === 'SEQUENTIAL_BY_ORIGINATOR';
      const isBehind = isInOrder && blocked.has(one.originator.id);
      if (isBehind || failing.has(one.data)) {
        requests.push({ message: one, attempts: attempts + (isBehind ? 0 : 1), before: before?.get(one) });
        blocked.add(one.originator.id);
      } else done.push(one.data);
    }
    return async (unit) => {
      if (done.some((data) => refused.has(data))) throw new Error('cannot be stored');
      if (requests.length > 0) await held.hold(unit, requests);
      unit.afterCommit(() => stored.push(...done));
    };
  };

async function open(options: { maxWaiting?: number; maxLength?: number; pause?: number } = {}): Promise<HeldMessages> {
  const { pause = 1, maxWaiting, maxLength } = options;
  const held = createHeldMessages({
    pool: database.pool,
    log,
    pauseOf: () => pause,
    onSetAside: ({ message: { data } }) => void aside.push(data),
    ...(maxWaiting === undefined ? {} : { maxWaiting }),
    ...(maxLength === undefined ? {} : { maxLength }),
  });
  opened.push(held);
  await held.open(consumerOf(held));
  return held;
}

const hold = (held: HeldMessages, attempts: number, ...messages: Message[]): Promise<void> =>
  inTransaction(database.pool, (unit) =>
    held.hold(
      unit,
      messages.map((one, at) => ({ message: one, attempts: at === 0 ? attempts : 0, before: undefined })),
    ),
  );

const waiting = async (): Promise<number> => (await database.pool.query('SELECT FROM message_held')).rowCount as number;

describe('messages that wait in their queue', () => {
  test('run in order of their originator once the first has succeeded, and those of others at once', async () => {
    const held = await open();
    failing.add('1');
    const other = { entityType: 'DEVICE', id: randomUuid() } as const;
    await hold(held, 1, message('1'), message('2'), message('3', { originator: other }));
    await expect.poll(() => stored).toEqual(['3']);
    expect(held.isWaiting(queueOf(message('')), DEVICE)).toBe(true);
    await hold(held, 0, message('4'));
    failing.clear();
    await expect.poll(() => stored).toEqual(['3', '1', '2', '4']);
    expect(held.isWaiting(queueOf(message('')), DEVICE)).toBe(false);
    expect(await waiting()).toBe(0);
  });

  test('do not wait for each other in a queue without an order', async () => {
    const held = await open();
    failing.add('1');
    await hold(held, 1, message('1', { queueName: 'HighPriority' }), message('2', { queueName: 'HighPriority' }));
    await expect.poll(() => stored).toEqual(['2']);
    expect(await held.counts(TENANT)).toMatchObject([{ queueName: 'HighPriority', waiting: 1, retrying: 1 }]);
  });

  test('run when they are due, also after a restart', async () => {
    const first = await open({ pause: 60_000 });
    await hold(first, 1, message('1'), message('2'));
    await hold(first, 0, message('3', { queueName: 'HighPriority' }));
    await expect.poll(() => stored).toEqual(['3']);
    await first.close();
    await database.pool.query('UPDATE message_held SET due = 1 WHERE attempts > 0');
    await open();
    await expect.poll(() => stored).toEqual(['3', '1', '2']);
  });

  test('are kept when their transaction is rolled back', async () => {
    const held = await open();
    await expect(
      inTransaction(database.pool, async (unit) => {
        await held.hold(unit, [{ message: message('1'), attempts: 0, before: undefined }]);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(held.isWaiting(queueOf(message('')), DEVICE)).toBe(false);
    expect([await waiting(), stored]).toEqual([0, []]);
  });

  test('are set aside when they cannot be processed, and the others take effect', async () => {
    const held = await open();
    refused.add('2');
    await hold(held, 0, message('1'), message('2'), message('3'));
    await expect.poll(() => stored).toEqual(['1', '3']);
    expect(aside).toEqual(['2']);
    const { rows } = await database.pool.query("SELECT message ->> 'data' AS data, error FROM message_set_aside");
    expect(rows).toEqual([{ data: '2', error: 'cannot be stored' }]);
    expect(await waiting()).toBe(0);
  });

  test('stay in order behind a failed one when others of their group cannot be stored', async () => {
    const held = await open({ pause: 60_000 });
    failing.add('1');
    refused.add('3');
    const other = { entityType: 'DEVICE', id: randomUuid() } as const;
    await hold(held, 0, message('1'), message('3', { originator: other }), message('2'), message('4'));
    await expect.poll(() => aside).toEqual(['3']);
    await expect.poll(waiting).toBe(3);
    // Another one that is due shows that everything that may run has run.
    await hold(held, 0, message('5', { originator: other }));
    await expect.poll(() => stored).toEqual(['5']);
    expect(await waiting()).toBe(3);
  });

  test('are at most so many of a tenant', async () => {
    const held = await open({ maxWaiting: 3, pause: 60_000 });
    await hold(held, 1, message('1'), message('2'));
    expect(() => held.requireRoom(TENANT, 0)).not.toThrow();
    expect(() => held.requireRoom(TENANT, 1)).toThrow('3 messages wait in the queues of this tenant already');
    expect(() => held.requireRoom(randomUuid(), 1)).not.toThrow();
  });

  test('are of a tenant at most so long together, also after a restart', async () => {
    const held = await open({ maxLength: 1_000, pause: 60_000 });
    await hold(held, 1, message(JSON.stringify('x'.repeat(1_000))));
    const refusal = 'Messages of more than 1000 characters wait in the queues of this tenant already';
    expect(() => held.requireRoom(TENANT, 0)).toThrow(refusal);
    expect(() => held.requireRoom(randomUuid(), 0)).not.toThrow();
    await held.close();
    const next = await open({ maxLength: 1_000, pause: 60_000 });
    expect(() => next.requireRoom(TENANT, 0)).toThrow(refusal);
  });

  test('run in groups, thousands of them in their order', async () => {
    const held = await open();
    const all = Array.from({ length: 2_000 }, (_, at) => String(at));
    await hold(held, 0, ...all.map((data) => message(data, { queueName: 'HighPriority' })));
    await expect.poll(() => stored.length).toBe(2_000);
    expect(stored).toEqual(all);
  });

  test('of tenants whose messages are slow delay those of no other tenant', async () => {
    const held = await open();
    const { promise, resolve } = Promise.withResolvers<void>();
    const tenants = Array.from({ length: 8 }, () => randomUuid());
    for (const [at, tenantId] of tenants.entries()) {
      slow.set(`slow ${at}`, promise);
      await hold(held, 0, message(`slow ${at}`, { tenantId, queueName: 'HighPriority' }));
    }
    await hold(held, 0, message('fast', { queueName: 'HighPriority' }));
    await expect.poll(() => stored).toEqual(['fast']);
    // Also what comes later, and what is due later.
    await hold(held, 1, message('retried', { queueName: 'HighPriority' }));
    await expect.poll(() => stored).toEqual(['fast', 'retried']);
    resolve();
    await expect.poll(() => stored.length).toBe(2 + tenants.length);
  });

  test('of a tenant that has many delay those of another one by a group or two', async () => {
    const held = await open();
    const many = Array.from({ length: 5_000 }, (_, at) => message(String(at), { queueName: 'HighPriority' }));
    // Its third group takes until the other tenant's message is stored, however long that takes on a busy computer.
    const gate = Promise.withResolvers<void>();
    slow.set('450', gate.promise);
    // Together: none of them is stored before the last one waits.
    await hold(held, 0, ...many, message('other', { tenantId: randomUuid(), queueName: 'HighPriority' }));
    await expect.poll(() => stored.includes('other')).toBe(true);
    expect(stored.length).toBeLessThan(many.length / 2);
    gate.resolve();
    await expect.poll(() => stored.length).toBe(many.length + 1);
  });
});
