import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { timerDelay } from '../../config/timers.ts';
import { newEntityId, randomUuid } from '../../storage/ids.ts';
import { retryWhileUnavailable } from '../../storage/retry-while-unavailable.ts';
import type { UnitOfWork } from '../../storage/transaction.ts';
import type { Message } from '../message.ts';
import type { MessageLog } from '../message-log.ts';
import { createExecutionQueue, type ExecutionQueue, makeReady, type NodeQueue } from './execution-queue.ts';
import type { Outcome, ParkRequest, WaitExecutor } from './executor.ts';
import type { ParkedCount, ParkedMessage, ParkedTable } from './parked-table.ts';

export interface ParkedMessagesParts {
  table: ParkedTable;
  messageLog: Pick<MessageLog, 'append'>;
  executors: readonly WaitExecutor[];
  /** Whether a rule node still exists: messages of deleted nodes are dropped. */
  isNodeThere(tenantId: string, nodeId: string): boolean | Promise<boolean>;
  log: Logger;
  /** Most messages that wait at one node and for one tenant, and the characters of those of a tenant. */
  maxWaiting?: { node: number; tenant: number; length: number };
}

/**
 * Messages that wait for something outside of the platform or for slow work. They are stored with the batch that parked
 * them, so nothing external is ever part of a batch: an executor runs after the commit, and its outcome continues as a
 * new message of the log. Waiting messages survive a restart.
 */
export interface ParkedMessages {
  /**
   * @throws Error when too many or too long messages wait at the node or for the tenant, counting `more` that are not
   * stored yet
   */
  requireRoom(tenantId: string, nodeId: string, more: number): void;
  /** Number of messages that wait at a node. */
  waitingAt(nodeId: string): number;
  /** Parks messages as part of the unit; work on them starts after its commit. */
  park(unit: UnitOfWork, parked: readonly ParkRequest[]): Promise<void>;
  /** Number of waiting messages by node, and since when; of all tenants or of one. */
  counts(tenantId?: string): Promise<ParkedCount[]>;
  /** Resumes work on the messages that waited when the server stopped. */
  open(): Promise<void>;
  /** Stops all work; unfinished messages resume at the next start. */
  close(): void;
}

const MAX_WAITING = { node: 10_000, tenant: 50_000, length: 256 * 1024 * 1024 };
/** Messages of one node that are read from the table at once, and kept in memory before the rest stays in the table. */
const WINDOW = 200;
/** Characters that they may have together. */
const WINDOW_LENGTH = 8 * 1024 * 1024;
/** Characters of messages that are not kept in memory while they wait for a retry for at least so many ms. */
const LONG = 1_024;
const LONG_PAUSE = 1_000;
/** ms between checks of how long messages have waited */
const REPORT_PERIOD = 60_000;
/** ms before a failed read of a node's messages is retried */
const READ_PAUSE = 1_000;
/** ms before a message whose outcome could not be stored is retried */
const FAILURE_PAUSE = 5_000;

export function createParkedMessages(parts: ParkedMessagesParts): ParkedMessages {
  const { table, messageLog, isNodeThere, log, maxWaiting = MAX_WAITING } = parts;
  const queues = new Map(parts.executors.map((executor) => [executor.kind.name, createExecutionQueue(executor)]));
  /** id of a node or tenant → number of waiting messages */
  const counts = new Map<string, number>();
  /** tenant id → characters of the messages that wait */
  const lengths = new Map<string, number>();
  /** id of a message that is retried → attempts so far */
  const attempts = new Map<string, number>();
  const stopping = new AbortController();
  // One listener for each running message.
  setMaxListeners(0, stopping.signal);

  function count(sums: Map<string, number>, id: string, by: number): void {
    const now = (sums.get(id) ?? 0) + by;
    if (now > 0) sums.set(id, now);
    else sums.delete(id);
  }

  function countMessages(tenantId: string, nodeId: string, by: number, length: number): void {
    count(counts, tenantId, by);
    count(counts, nodeId, by);
    count(lengths, tenantId, length);
  }

  /** Queues a stored message. It is kept in memory unless enough messages of its node are. */
  function add(message: ParkedMessage): void {
    const queue = queues.get(message.kind);
    if (!queue) return;
    countMessages(message.tenantId, message.nodeId, 1, message.next.data.length);
    const node = queue.node(message.tenantId, message.nodeId);
    if (node.hasMore || node.ready.length >= WINDOW || node.readyLength >= WINDOW_LENGTH) node.hasMore = true;
    else hold(node, message);
  }

  function hold(node: NodeQueue, message: ParkedMessage): void {
    if (node.held.has(message.id)) return;
    node.held.add(message.id);
    makeReady(node, message);
  }

  async function read(queue: ExecutionQueue, node: NodeQueue): Promise<void> {
    node.isReading = true;
    for (let isRead = false; !isRead && !stopping.signal.aborted; ) {
      try {
        node.hasMore = false;
        const most = { limit: WINDOW, length: WINDOW_LENGTH };
        const { messages, isAll } = await table.oldest(queue.executor.kind.name, node.nodeId, [...node.held], most);
        for (const message of messages) hold(node, message);
        node.hasMore ||= !isAll;
        isRead = true;
      } catch (error) {
        node.hasMore = true;
        log.warn({ err: error, nodeId: node.nodeId }, 'waiting messages could not be read; retrying');
        await delay(READ_PAUSE, undefined, { ref: false });
      }
    }
    node.isReading = false;
    work(queue);
    queue.forgetIfEmpty(node);
  }

  /** Starts whatever may start. */
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
      log.error(
        { err: error, tenantId: message.tenantId, nodeId: message.nodeId },
        'a waiting message failed; retrying',
      );
      retryIn = FAILURE_PAUSE;
    }
    if (stopping.signal.aborted) return;
    queue.end(node, message);
    if (retryIn === undefined) end(queue, node, message, message.next.data.length);
    else {
      // Its slot is free while it waits for the retry.
      attempts.set(message.id, attempt);
      const isLong = message.next.data.length > LONG && retryIn >= LONG_PAUSE;
      setTimeout(
        isLong ? readAgain(queue, node, message) : () => resume(queue, node, message),
        timerDelay(retryIn),
      ).unref();
    }
    work(queue);
  }

  function end(
    queue: ExecutionQueue,
    node: NodeQueue,
    { id, tenantId, nodeId }: Pick<ParkedMessage, 'id' | 'tenantId' | 'nodeId'>,
    length: number,
  ): void {
    attempts.delete(id);
    node.held.delete(id);
    countMessages(tenantId, nodeId, -1, -length);
    queue.forgetIfEmpty(node);
  }

  function resume(queue: ExecutionQueue, node: NodeQueue, message: ParkedMessage): void {
    makeReady(node, message);
    work(queue);
  }

  /** Resumes a message that was not kept in memory. */
  function readAgain(queue: ExecutionQueue, node: NodeQueue, parked: ParkedMessage): () => void {
    const { id, tenantId, nodeId } = parked;
    const { length } = parked.next.data;
    const isClosed = (): boolean => stopping.signal.aborted;
    const read = async (): Promise<void> => {
      const message = await retryWhileUnavailable(() => table.find(id), isClosed);
      if (message) resume(queue, node, message);
      else end(queue, node, { id, tenantId, nodeId }, length);
    };
    return () => {
      read().catch((error: unknown) => {
        if (!isClosed()) log.error({ err: error, tenantId, nodeId }, 'a waiting message could not be read');
      });
    };
  }

  /** @returns ms until a retry; undefined when it has ended */
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
    const { id, sourceId = id } = message.next;
    const continueWith = outcome.continueWith.map(
      (change): Message => ({ ...message.next, id: randomUuid(), sourceId, ...change }),
    );
    await retryWhileUnavailable(() => finish(message, continueWith), isClosed);
    return undefined;
  }

  /** One transaction, so the message continues once even if the reply is lost. */
  async function finish({ id }: ParkedMessage, continueWith: Message[]): Promise<void> {
    // An earlier attempt may have been committed although its reply was lost.
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
        log.warn({ err: error, nodeId: message.nodeId }, 'the progress of a waiting message could not be stored');
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
      if (since < before && !queues.get(kind)?.executor.isExpectedToWait)
        log.warn({ tenantId, nodeId, kind, waiting, since }, 'messages wait at a rule node');
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
      if ((lengths.get(tenantId) ?? 0) > maxWaiting.length) {
        throw new Error(
          `Messages of more than ${maxWaiting.length} characters wait at the nodes of this tenant already`,
        );
      }
    },
    waitingAt: (nodeId) => counts.get(nodeId) ?? 0,
    async park(unit, parked) {
      const messages = parked.map(({ kind, request, next }): ParkedMessage => {
        const { id, createdTime } = newEntityId();
        const { tenantId, ruleNodeId } = next;
        if (ruleNodeId === null) throw new Error('A parked message must name the node from which it continues');
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
          log.warn(
            { kind, tenantId, nodeId, waiting },
            'messages wait for a kind of work that has no executor any more',
          );
          continue;
        }
        countMessages(tenantId, nodeId, waiting, 0);
        reading.push(read(queue, queue.node(tenantId, nodeId)));
      }
      for (const { tenantId, length } of await table.lengths()) count(lengths, tenantId, length);
      await Promise.all(reading);
    },
    close() {
      clearInterval(reports);
      stopping.abort();
    },
  };
}

/** @throws Error when the signal aborts */
function endOf(signal: AbortSignal, timeLimit: number): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`No answer within ${timeLimit} ms`)), { once: true });
  });
}
