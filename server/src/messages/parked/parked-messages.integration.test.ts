import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { randomUuid } from '../../storage/ids.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { type Message, newMessage } from '../message.ts';
import type { MessageLog } from '../message-log.ts';
import { createPostgresMessageLog } from '../postgres-message-log.ts';
import type { ExecutionContext, Outcome, WaitExecutor, WaitKind } from './executor.ts';
import { createParkedMessages } from './parked-messages.ts';
import { createParkedTable } from './parked-table.ts';

const log = pino({ level: 'silent' });

interface HttpRequest {
  url: string;
}
const HTTP: WaitKind<HttpRequest> = { name: 'http' };

let database: TestDatabase;
let messageLog: MessageLog;
/** Messages that continued, in the order of the log. */
let gone: Message[];
/** Deleted nodes. */
let deleted: Set<string>;
let opened: ReturnType<typeof createParkedMessages>[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  gone = [];
  deleted = new Set();
  opened = [];
  await database.pool.query('DELETE FROM message_parked');
  messageLog = await createPostgresMessageLog({
    pool: database.pool,
    log,
    partitions: 2,
    retentionHours: 1,
    onBroken: fail,
  });
  await messageLog.consume(async ({ messages }) => void gone.push(...messages));
});
afterEach(async () => {
  for (const waiting of opened) waiting.close();
  await messageLog.close();
});

const fail = (error: unknown): never => {
  throw error;
};

type Run = (request: HttpRequest, context: ExecutionContext) => Promise<Outcome>;
const answered = (data: string): Outcome => ({ continueWith: [{ relation: 'Success', data }] });
const never = (): Promise<Outcome> => new Promise(() => undefined);

async function open(
  run: Run,
  options: Partial<WaitExecutor<HttpRequest>> & { maxWaiting?: { node: number; tenant: number; length: number } } = {},
) {
  const { maxWaiting, ...limits } = options;
  const executor: WaitExecutor<HttpRequest> = {
    kind: HTTP,
    atOnce: { all: 20, tenant: 10, node: 10 },
    run,
    ...limits,
  };
  const waiting = createParkedMessages({
    table: createParkedTable(database.pool),
    messageLog,
    executors: [executor as WaitExecutor],
    isNodeThere: (_tenant, node) => !deleted.has(node),
    log,
    ...(maxWaiting ? { maxWaiting } : {}),
  });
  opened.push(waiting);
  await waiting.open();
  return waiting;
}

/** A message as a node of a tenant parks it. */
function parkedBy(tenantId: string, ruleNodeId: string, url: string) {
  const next = newMessage({
    tenantId,
    type: 'T',
    originator: { entityType: 'DEVICE', id: randomUuid() },
    data: '{}',
    metadata: { url },
    ruleNodeId,
  });
  return { kind: HTTP, request: { url }, next };
}

const park = (waiting: Awaited<ReturnType<typeof open>>, parked: ReturnType<typeof parkedBy>[]) =>
  inTransaction(database.pool, (unit) => waiting.park(unit, parked));
const rows = async () => (await database.pool.query('SELECT 1 FROM message_parked')).rowCount;

describe('a message that waits for something outside', () => {
  test('continues from its node with the outcome, once, and leaves nothing behind', async () => {
    const waiting = await open(async ({ url }) => answered(`"${url}"`));
    const node = randomUuid();
    const tenant = randomUuid();
    await park(
      waiting,
      Array.from({ length: 500 }, (_, n) => parkedBy(tenant, node, `u${n}`)),
    );
    await expect.poll(() => gone.length).toBe(500);
    await expect.poll(rows).toBe(0);
    await messageLog.drained();
    expect(gone).toHaveLength(500);
    expect(new Set(gone.map(({ data }) => data)).size).toBe(500);
    for (const message of gone) {
      expect(message).toMatchObject({ ruleNodeId: node, relation: 'Success', data: `"${message.metadata.url}"` });
    }
  });

  test('is not worked on when its batch is rolled back', async () => {
    let runs = 0;
    const waiting = await open(async () => answered(String(runs++)));
    const failing = inTransaction(database.pool, async (unit) => {
      await waiting.park(unit, [parkedBy(randomUuid(), randomUuid(), 'u')]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await rows()).toBe(0);
    expect(runs).toBe(0);
  });

  test('delays nobody else while the endpoint hangs for a thousand messages of one tenant', async () => {
    const hanging = randomUuid();
    let hung = 0;
    const waiting = await open(async (_request, { next }) => {
      if (next.tenantId !== hanging) return answered('1');
      hung++;
      return never();
    });
    const node = randomUuid();
    await park(
      waiting,
      Array.from({ length: 1_000 }, () => parkedBy(hanging, node, 'u')),
    );
    await expect.poll(() => hung).toBe(10);
    const others = Array.from({ length: 50 }, () => parkedBy(randomUuid(), randomUuid(), 'u'));
    for (const [n, other] of others.entries()) {
      await park(waiting, [other]);
      await expect.poll(() => gone.length, { interval: 2 }).toBe(n + 1);
      expect(gone[n]?.tenantId).toBe(other.next.tenantId);
    }
    // None of those that hang has ended meanwhile, nor has another one of them begun.
    expect(hung).toBe(10);
    expect(await waiting.counts(hanging)).toEqual([
      { tenantId: hanging, nodeId: node, kind: 'http', waiting: 1_000, since: expect.any(Number) },
    ]);
  });

  test('delays nobody else while the endpoints of several tenants hang that have all slots', async () => {
    const quiet = randomUuid();
    let hung = 0;
    const waiting = await open(
      async (_request, { next }) => {
        if (next.tenantId === quiet) return answered('1');
        hung++;
        return never();
      },
      { atOnce: { all: 100, tenant: 50, node: 50 } },
    );
    for (let tenants = 0; tenants < 2; tenants++) {
      const [tenant, node] = [randomUuid(), randomUuid()];
      await park(
        waiting,
        Array.from({ length: 60 }, () => parkedBy(tenant, node, 'u')),
      );
    }
    await expect.poll(() => hung).toBe(100);
    const node = randomUuid();
    for (let n = 1; n <= 10; n++) {
      await park(waiting, [parkedBy(quiet, node, 'u')]);
      await expect.poll(() => gone.length, { interval: 2 }).toBe(n);
    }
    expect(hung).toBe(100);
  });

  test('takes turns with those of other tenants and of other nodes of its tenant', async () => {
    const begun: string[] = [];
    let finish: (() => void)[] = [];
    const waiting = await open(
      (_request, { next }) => {
        begun.push(next.metadata.url as string);
        return new Promise((resolve) => finish.push(() => resolve({ continueWith: [] })));
      },
      { atOnce: { all: 1, tenant: 1, node: 1 } },
    );
    const [a, b, node1, node2, node3] = Array.from({ length: 5 }, () => randomUuid()) as [
      string,
      string,
      string,
      string,
      string,
    ];
    await park(
      waiting,
      [1, 2, 3].flatMap((n) => [parkedBy(a, node1, `a1-${n}`), parkedBy(a, node2, `a2-${n}`)]),
    );
    await park(waiting, [parkedBy(b, node3, 'b-1'), parkedBy(b, node3, 'b-2')]);
    for (let n = 1; n <= 8; n++) {
      await expect.poll(() => begun.length).toBe(n);
      for (const end of finish.splice(0)) end();
    }
    finish = [];
    expect(begun.slice(1, 5).sort()).toEqual(['a1-2', 'a2-1', 'b-1', 'b-2']);
    await expect.poll(rows).toBe(0);
  });

  test('is resumed after the server was killed', async () => {
    const node = randomUuid();
    const tenant = randomUuid();
    const noted: unknown[] = [];
    const first = await open(async (_request, { note }) => {
      note({ step: 1 });
      return never();
    });
    await park(
      first,
      Array.from({ length: 700 }, () => parkedBy(tenant, node, 'u')),
    );
    await expect
      .poll(async () => (await database.pool.query('SELECT 1 FROM message_parked WHERE progress IS NOT NULL')).rowCount)
      .toBe(10);
    // Nothing is closed: its runs hang for ever, like those of a killed server.
    await open(async (_request, { progress }) => {
      noted.push(progress);
      return answered('1');
    });
    await expect.poll(() => gone.length, { timeout: 40_000 }).toBe(700);
    await expect.poll(rows).toBe(0);
    expect(noted.filter((progress) => progress !== undefined)).toEqual(Array(10).fill({ step: 1 }));
  });

  test('is read again for a later retry when it is long, and forgotten when it is gone by then', async () => {
    const waiting = await open(async (_request, { attempt, next }) =>
      attempt < 2 ? { retryIn: 1_000 } : answered(next.data),
    );
    const node = randomUuid();
    const tenant = randomUuid();
    const data = JSON.stringify('x'.repeat(10_000));
    const parked = ['stays', 'goes'].map((url) => parkedBy(tenant, node, url));
    for (const { next } of parked) next.data = data;
    await park(waiting, parked);
    await database.pool.query(`DELETE FROM message_parked WHERE next_message -> 'metadata' ->> 'url' = 'goes'`);
    await expect.poll(() => gone.map((message) => message.data)).toEqual([data]);
    await expect.poll(() => waiting.waitingAt(node)).toBe(0);
  });

  test('takes its turn by its length, so that long ones do not fill the memory', async () => {
    let running = 0;
    let most = 0;
    const waiting = await open(
      async () => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, 20));
        running--;
        return answered('{}');
      },
      { atOnce: { all: 100, tenant: 100, node: 100 } },
    );
    const node = randomUuid();
    const tenant = randomUuid();
    const parked = Array.from({ length: 20 }, (_, n) => parkedBy(tenant, node, `u${n}`));
    for (const { next } of parked) next.data = JSON.stringify('x'.repeat(4 * 1_048_576));
    await park(waiting, parked);
    await expect.poll(() => gone.length, { timeout: 30_000 }).toBe(20);
    // 32 MiB of a tenant.
    expect(most).toBeLessThanOrEqual(8);
    await expect.poll(rows).toBe(0);
  });

  test('is retried when its executor says so, and fails when that throws or times out', async () => {
    const waiting = await open(
      async ({ url }, { attempt }) => {
        if (url === 'hang') return never();
        if (url === 'throw') throw new Error('502 Bad Gateway');
        return attempt < 3 ? { retryIn: 5 } : answered(String(attempt));
      },
      { timeLimit: 50 },
    );
    const node = randomUuid();
    await park(
      waiting,
      ['retry', 'hang', 'throw'].map((url) => parkedBy(randomUuid(), node, url)),
    );
    await expect.poll(() => gone.length).toBe(3);
    const by = (url: string) => gone.find(({ metadata }) => metadata.url === url);
    expect(by('retry')).toMatchObject({ relation: 'Success', data: '3' });
    expect(by('throw')).toMatchObject({ relation: 'Failure', failure: '502 Bad Gateway' });
    expect(by('hang')).toMatchObject({ relation: 'Failure', failure: 'No answer within 50 ms' });
    await expect.poll(rows).toBe(0);
  });

  test('may become several messages, or none', async () => {
    const waiting = await open(async ({ url }) =>
      url === 'none'
        ? { continueWith: [] }
        : {
            continueWith: [
              { relation: 'Success', data: '1' },
              { relation: 'Other', data: '2' },
            ],
          },
    );
    await park(
      waiting,
      ['none', 'two'].map((url) => parkedBy(randomUuid(), randomUuid(), url)),
    );
    await expect.poll(rows).toBe(0);
    await messageLog.drained();
    expect(gone.map(({ relation, data }) => [relation, data]).sort()).toEqual([
      ['Other', '2'],
      ['Success', '1'],
    ]);
  });

  test('is dropped when its node, chain or tenant has been deleted', async () => {
    const node = randomUuid();
    let runs = 0;
    let answer = (): void => undefined;
    const waiting = await open(
      () => {
        runs++;
        return new Promise((resolve) => {
          answer = () => resolve(answered('1'));
        });
      },
      { atOnce: { all: 1, tenant: 1, node: 1 } },
    );
    const tenant = randomUuid();
    await park(waiting, [parkedBy(tenant, node, 'a')]);
    await expect.poll(() => runs).toBe(1);
    deleted.add(node);
    await park(
      waiting,
      Array.from({ length: 300 }, () => parkedBy(tenant, node, 'b')),
    );
    answer();
    await expect.poll(rows, { timeout: 40_000 }).toBe(0);
    expect(runs).toBe(1);
    await messageLog.drained();
    expect(gone).toHaveLength(1);
  });

  test('is refused when too many wait at its node or for its tenant', async () => {
    const waiting = await open(never, { maxWaiting: { node: 5, tenant: 8, length: 1_000 } });
    const [tenant, first, second, third] = Array.from({ length: 4 }, () => randomUuid()) as [
      string,
      string,
      string,
      string,
    ];
    await park(
      waiting,
      Array.from({ length: 5 }, () => parkedBy(tenant, first, 'u')),
    );
    expect(() => waiting.requireRoom(tenant, first, 0)).toThrow('5 messages wait at this node already');
    waiting.requireRoom(tenant, second, 0);
    expect(() => waiting.requireRoom(tenant, second, 3)).toThrow('8 messages wait at the nodes of this tenant already');
    await park(
      waiting,
      Array.from({ length: 3 }, () => parkedBy(tenant, second, 'u')),
    );
    expect(() => waiting.requireRoom(tenant, third, 0)).toThrow('8 messages wait at the nodes of this tenant already');
    waiting.requireRoom(randomUuid(), randomUuid(), 0);
  });

  test('is refused when those of its tenant are too long together, also after a restart, until some have gone', async () => {
    const maxWaiting = { node: 5, tenant: 8, length: 1_000 };
    const waiting = await open(never, { maxWaiting });
    const [tenant, node] = [randomUuid(), randomUuid()];
    const long = parkedBy(tenant, node, 'u');
    long.next.data = JSON.stringify('x'.repeat(1_000));
    await park(waiting, [long]);
    const refusal = 'Messages of more than 1000 characters wait at the nodes of this tenant already';
    expect(() => waiting.requireRoom(tenant, randomUuid(), 0)).toThrow(refusal);
    waiting.requireRoom(randomUuid(), randomUuid(), 0);
    waiting.close();
    let answer: () => void = () => undefined;
    const answers = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const next = await open(() => answers.then(() => answered('1')), { maxWaiting });
    expect(() => next.requireRoom(tenant, node, 0)).toThrow(refusal);
    answer();
    await expect.poll(() => next.waitingAt(node)).toBe(0);
    next.requireRoom(tenant, node, 0);
  });

  test('continues once although the reply to its commit is lost', async () => {
    const append = messageLog.append.bind(messageLog);
    let lost = 0;
    messageLog.append = async (messages, ended) => {
      await append(messages, ended);
      if (lost++ === 0) throw Object.assign(new Error('gone'), { code: 'ECONNRESET' });
    };
    const waiting = await open(async () => answered('1'));
    await park(waiting, [parkedBy(randomUuid(), randomUuid(), 'u')]);
    await expect.poll(() => lost).toBe(1);
    await expect.poll(() => waiting.counts()).toEqual([]);
    await messageLog.drained();
    expect(gone).toHaveLength(1);
  });
});
