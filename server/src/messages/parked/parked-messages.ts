import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { newEntityId, randomUuid } from '../../storage/ids.ts';
import { retryWhileUnavailable } from '../../storage/retry-while-unavailable.ts';
import type { UnitOfWork } from '../../storage/transaction.ts';
import type { Message } from '../message.ts';
import type { MessageLog } from '../message-log.ts';
import { createExecutionQueue, type ExecutionQueue, type NodeQueue } from './execution-queue.ts';
import type { Outcome, ParkRequest, WaitExecutor } from './executor.ts';
import type { ParkedCount, ParkedMessage, ParkedTable } from './parked-table.ts';

export interface ParkedMessagesParts {
  table: ParkedTable;
  messageLog: Pick<MessageLog, 'append'>;
  executors: readonly WaitExecutor[];
  /** Whether a rule node is still there: what waits for one that is gone is dropped. */
  isNodeThere(tenantId: string, nodeId: string): boolean | Promise<boolean>;
  log: Logger;
  /** Most messages that wait at one node and of one tenant. */
  maxWaiting?: { node: number; tenant: number };
}

/**
 * Messages that wait for something outside of the platform, or for what takes long. They are stored with the batch that
 * parked them, so nothing external is ever part of a batch: an executor runs after the commit, and its outcome goes on
 * as a new message of the log. What waits outlives the server.
 */
export interface ParkedMessages {
  /** @throws Error saying that too many messages wait at the node or of the tenant, with `more` that were not stored yet */
  requireRoom(tenantId: string, nodeId: string, more: number): void;
  /** Parks messages as a part of the unit; they are worked on once it is committed. */
  park(unit: UnitOfWork, parked: readonly ParkRequest[]): Promise<void>;
  /** How many messages wait at which nodes and since when, of all tenants or of one. */
  counts(tenantId?: string): Promise<ParkedCount[]>;
  /** Takes up what waited when the server stopped. */
  open(): Promise<void>;
  /** What has not ended is taken up at the next start. */
  close(): void;
}

const MAX_WAITING = { node: 10_000, tenant: 50_000 };
/** Messages of one node read from the table at once; so many at least are kept in memory before the rest stays there. */
const WINDOW = 200;
/** ms between two looks at how long messages wait. */
const REPORT_PERIOD = 60_000;
/** ms until messages of a node that could not be read are read again. */
const READ_PAUSE = 1_000;
/** ms until a message whose outcome could not be stored is tried again. */
const FAILURE_PAUSE = 5_000;

export function createParkedMessages(parts: ParkedMessagesParts): ParkedMessages {
  const { table, messageLog, isNodeThere, log, maxWaiting = MAX_WAITING } = parts;
  const queues = new Map(parts.executors.map((executor) => [executor.kind.name, createExecutionQueue(executor)]));
  /** id of a node or tenant → messages that wait */
  const counts = new Map<string, number>();
  /** id of a message that is tried again → attempts so far */
  const attempts = new Map<string, number>();
  const stopping = new AbortController();
  // One listener for each message at work.
  setMaxListeners(0, stopping.signal);

  function count(id: string, by: number): void {
    const now = (counts.get(id) ?? 0) + by;
    if (now > 0) counts.set(id, now);
    else counts.delete(id);
  }

  function countMessages(tenantId: string, nodeId: string, by: number): void {
    count(tenantId, by);
    count(nodeId, by);
  }

  /** A message is in the table. It stays in memory unless enough of its node do. */
  function add(message: ParkedMessage): void {
    const queue = queues.get(message.kind);
    if (!queue) return;
    countMessages(message.tenantId, message.nodeId, 1);
    const node = queue.node(message.tenantId, message.nodeId);
    if (node.hasMore || node.ready.length >= WINDOW) node.hasMore = true;
    else hold(node, message);
  }

  function hold(node: NodeQueue, message: ParkedMessage): void {
    if (node.held.has(message.id)) return;
    node.held.add(message.id);
    node.ready.push(message);
  }

  async function read(queue: ExecutionQueue, node: NodeQueue): Promise<void> {
    node.isReading = true;
    for (let isRead = false; !isRead && !stopping.signal.aborted; ) {
      try {
        node.hasMore = false;
        const found = await table.oldest(queue.executor.kind.name, node.nodeId, [...node.held], WINDOW);
        for (const message of found) hold(node, message);
        node.hasMore ||= found.length === WINDOW;
        isRead = true;
      } catch (error) {
        node.hasMore = true;
        log.warn({ err: error, nodeId: node.nodeId }, 'waiting messages could not be read; it is tried again');
        await delay(READ_PAUSE, undefined, { ref: false });
      }
    }
    node.isReading = false;
    work(queue);
    queue.forgetIfEmpty(node);
  }

  /** Begins whatever may begin. */
  function work(queue: ExecutionQueue): void {
    if (stopping.signal.aborted) return;
    for (let next = queue.begin(); next; next = queue.begin()) {
      const { queue: node, message } = next;
      if (node.ready.length === 0 && node.hasMore && !node.isReading) void read(queue, node);
      void workOn(queue, node, message);
    }
  }

  async function workOn(queue: ExecutionQueue, node: NodeQueue, message: ParkedMessage): Promise<void> {
    const attempt = (attempts.get(message.id) ?? 0) + 1;
    let retryIn: number | undefined;
    try {
      retryIn = await execute(queue.executor, message, attempt);
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.error({ err: error, tenantId: message.tenantId, nodeId: message.nodeId }, 'a waiting message is tried again');
      retryIn = FAILURE_PAUSE;
    }
    if (stopping.signal.aborted) return;
    queue.end(node);
    if (retryIn === undefined) {
      attempts.delete(message.id);
      node.held.delete(message.id);
      countMessages(message.tenantId, message.nodeId, -1);
      queue.forgetIfEmpty(node);
    } else {
      // Its place is free while it waits for the next attempt.
      attempts.set(message.id, attempt);
      setTimeout(() => {
        node.ready.push(message);
        work(queue);
      }, retryIn).unref();
    }
    work(queue);
  }

  /** @returns ms until it is tried again; undefined when it has ended */
  async function execute(executor: WaitExecutor, message: ParkedMessage, attempt: number): Promise<number | undefined> {
    const isClosed = (): boolean => stopping.signal.aborted;
    const isThere = await retryWhileUnavailable(async () => isNodeThere(message.tenantId, message.nodeId), isClosed);
    if (!isThere) {
      await retryWhileUnavailable(() => table.remove([message.id]), isClosed);
      return undefined;
    }
    const outcome = await outcomeOf(executor, message, attempt);
    if (isClosed()) return undefined;
    if ('retryIn' in outcome) return outcome.retryIn;
    const continueWith = outcome.continueWith.map(
      (change): Message => ({ ...message.next, id: randomUuid(), ...change }),
    );
    await retryWhileUnavailable(() => finish(message, continueWith), isClosed);
    return undefined;
  }

  /** One transaction: whatever is answered here, the message goes on once. */
  async function finish({ id }: ParkedMessage, continueWith: Message[]): Promise<void> {
    // An attempt before this one may have been committed although its answer was lost.
    if (!(await table.exists(id))) return;
    if (continueWith.length === 0) await table.remove([id]);
    else await messageLog.append(continueWith, [id]);
  }

  async function outcomeOf(executor: WaitExecutor, message: ParkedMessage, attempt: number): Promise<Outcome> {
    const { id, request, next, progress } = message;
    const { timeLimit } = executor;
    const ended = new AbortController();
    const stop = (): void => ended.abort();
    stopping.signal.addEventListener('abort', stop, { once: true });
    const timer = timeLimit === undefined ? undefined : setTimeout(stop, timeLimit);
    const note = (made: unknown): void => {
      message.progress = made;
      table.note(id, made).catch((error: unknown) => {
        log.warn({ err: error, nodeId: message.nodeId }, 'how far a waiting message has come could not be stored');
      });
    };
    try {
      const run = executor.run(request, { id, next, attempt, progress, note, signal: ended.signal });
      return await (timeLimit === undefined ? run : Promise.race([run, endOf(ended.signal, timeLimit)]));
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      return { continueWith: [{ relation: 'Failure', failure }] };
    } finally {
      clearTimeout(timer);
      stopping.signal.removeEventListener('abort', stop);
    }
  }

  async function report(): Promise<void> {
    const before = Date.now() - REPORT_PERIOD;
    for (const { tenantId, nodeId, kind, waiting, since } of await table.counts()) {
      if (since < before) log.warn({ tenantId, nodeId, kind, waiting, since }, 'messages wait at a rule node');
    }
  }

  const reports = setInterval(() => {
    report().catch((error: unknown) => log.warn({ err: error }, 'waiting messages could not be counted'));
  }, REPORT_PERIOD);
  reports.unref();

  return {
    requireRoom(tenantId, nodeId, more) {
      if ((counts.get(nodeId) ?? 0) + more >= maxWaiting.node) {
        throw new Error(`${maxWaiting.node} messages wait at this node already`);
      }
      if ((counts.get(tenantId) ?? 0) + more >= maxWaiting.tenant) {
        throw new Error(`${maxWaiting.tenant} messages wait at the nodes of this tenant already`);
      }
    },
    async park(unit, parked) {
      const messages = parked.map(({ kind, request, next }): ParkedMessage => {
        const { id, createdTime } = newEntityId();
        const { tenantId, ruleNodeId } = next;
        if (ruleNodeId === null) throw new Error('A message that waits must name the node from which it goes on');
        return { id, createdTime, kind: kind.name, tenantId, nodeId: ruleNodeId, request, next, progress: undefined };
      });
      await table.insert(unit.client, messages);
      unit.afterCommit(() => {
        for (const message of messages) add(message);
        for (const name of new Set(messages.map(({ kind }) => kind))) {
          const queue = queues.get(name);
          if (queue) work(queue);
        }
      });
    },
    counts: (tenantId) => table.counts(tenantId),
    async open() {
      const reading: Promise<void>[] = [];
      for (const { kind, tenantId, nodeId, waiting } of await table.counts()) {
        const queue = queues.get(kind);
        if (!queue) {
          log.warn({ kind, tenantId, nodeId, waiting }, 'messages wait for something that nobody does any more');
          continue;
        }
        countMessages(tenantId, nodeId, waiting);
        reading.push(read(queue, queue.node(tenantId, nodeId)));
      }
      await Promise.all(reading);
    },
    close() {
      clearInterval(reports);
      stopping.abort();
    },
  };
}

/** @throws Error when the signal says that the time is over */
function endOf(signal: AbortSignal, timeLimit: number): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`No answer within ${timeLimit} ms`)), { once: true });
  });
}
