import type pg from 'pg';
import type { Logger } from 'pino';
import { isTransient } from '../config/transient-error.ts';
import { retryWhileUnavailable } from '../storage/retry-while-unavailable.ts';
import { inSavepoint, inTransaction, type UnitOfWork } from '../storage/transaction.ts';
import type { LogTable } from './log-table.ts';
import type { Message } from './message.ts';
import { type BatchConsumer, BatchOutdated } from './message-log.ts';
import type { MessagePressure } from './message-pressure.ts';
import { type CommittedBatch, holdMemory, releaseMemory } from './message-writer.ts';
import type { PartitionWindow } from './partition-window.ts';
import { type FailedMessage, setAside } from './set-aside.ts';

interface ReaderParts {
  pool: pg.Pool;
  table: LogTable;
  pressure: MessagePressure;
  /** Bounds what is committed in the partition but not processed yet. */
  window: PartitionWindow;
  /** Called when messages were processed, so there may be room for more. */
  onProcessed: () => void;
  log: Logger;
  partition: number;
  /** Number of the last processed batch. */
  processed: number;
  /** ms before the n-th retry of a failed batch; after the last one its messages are tried one by one */
  retryPauses: readonly number[];
  /** Called for each message that was set aside. */
  onSetAside: (failed: FailedMessage) => void;
  /**
   * Called when the partition cannot be processed any more: another server works on it, or it is unknown what was
   * stored.
   */
  onBroken: (error: Error) => void;
}

/** Passes the batches of one partition to the consumer, one after the other. */
export interface MessageReader {
  /** Adds a batch that was just committed. */
  add(batch: CommittedBatch): void;
  /** Reads and processes what an earlier run left, up to `newest`. */
  catchUp(consumer: BatchConsumer, newest: number): Promise<void>;
  /** Starts processing added batches. */
  start(consumer: BatchConsumer): void;
  /** Resolves when batches up to this number are processed. */
  reached(batch: number): Promise<void>;
  close(): Promise<void>;
}

/** Most cost of the messages passed to the consumer at once. */
const MAX_COST = 1_000;
/** ms from the start of one transaction to the next, so that under load each carries more. */
const SPACING = 15;
/** Rows read at once after a restart. */
const CATCH_UP_ROWS = 20;
/** How often in a row a batch is computed again at once because what it was decided by has changed. */
const MAX_OUTDATED = 20;
/** ms, longest pause while the database cannot be reached. */
const MAX_PAUSE = 5_000;

class Closing extends Error {}

/** Thrown when the offset is not where this reader left it. */
class OffsetMoved extends Error {
  constructor() {
    super('The offset of a message partition was moved by another server');
  }
}

export function createMessageReader(parts: ReaderParts): MessageReader {
  const { pool, table, pressure, window, onProcessed, log, partition, retryPauses, onSetAside, onBroken } = parts;
  let processed = parts.processed;
  let consumer: BatchConsumer | undefined;
  /** Batches that are committed but not processed, in order. */
  let queue: CommittedBatch[] = [];
  let running: Promise<void> | undefined;
  let closed = false;
  let endPause: (() => void) | undefined;
  let waiters: { batch: number; resolve: () => void }[] = [];

  function pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  function wake(): void {
    if (running || closed || !consumer || queue.length === 0) return;
    running = run(consumer)
      .catch((error: unknown) => {
        if (error instanceof Closing) return;
        closed = true;
        onBroken(error as Error);
      })
      .finally(() => {
        running = undefined;
        wake();
      });
  }

  async function run(handler: BatchConsumer): Promise<void> {
    while (queue.length > 0 && !closed) {
      const started = performance.now();
      const taken = takeQueued();
      const last = taken[taken.length - 1] as CommittedBatch;
      await process(
        handler,
        taken.length === 1 ? last.messages : taken.flatMap(({ messages }) => messages),
        last.batch,
      );
      releaseBatches(taken);
      const left = SPACING - (performance.now() - started);
      if (left > 1) await pause(left);
    }
  }

  /** Takes what is processed next as one batch. */
  function takeQueued(): CommittedBatch[] {
    let end = 1;
    let cost = (queue[0] as CommittedBatch).cost;
    while (end < queue.length && cost + (queue[end] as CommittedBatch).cost <= MAX_COST) {
      cost += (queue[end++] as CommittedBatch).cost;
    }
    return queue.splice(0, end);
  }

  /** Releases the memory of processed batches and their room in the partition. */
  function releaseBatches(batches: readonly CommittedBatch[]): void {
    const now = performance.now();
    for (const { held, cost, committedAt } of batches) {
      releaseMemory(pressure, held);
      window.remove(cost, now - committedAt);
    }
    onProcessed();
  }

  /** Processes messages up to batch number `batch`, retrying until it succeeds. */
  async function process(handler: BatchConsumer, messages: Message[], batch: number): Promise<void> {
    for (let failures = 0, outages = 0, outdated = 0; ; ) {
      try {
        if (failures <= retryPauses.length) await processTogether(handler, messages, batch);
        else await processApart(handler, messages, batch);
        break;
      } catch (error) {
        if (closed) throw new Closing();
        if (error instanceof OffsetMoved) {
          // An earlier attempt, whose reply was lost, did succeed.
          if ((await readPosition()) === batch) break;
          throw error;
        }
        if (error instanceof BatchOutdated && outdated < MAX_OUTDATED) {
          outdated++;
        } else if (isTransient(error)) {
          outages++;
          log.warn({ err: error, partition, batch }, 'the database is unavailable; retrying the batch');
          await pause(Math.min(100 * 2 ** Math.min(outages, 10), MAX_PAUSE));
        } else {
          log.error({ err: error, partition, batch }, 'a batch of messages failed');
          // Right after the last attempt at the whole batch, its messages are tried one by one.
          const wait =
            failures < retryPauses.length ? retryPauses[failures] : failures > retryPauses.length ? MAX_PAUSE : 0;
          failures++;
          await pause(wait ?? 0);
        }
        if (closed) throw new Closing();
      }
    }
    processed = batch;
    if (waiters.length === 0) return;
    const done = waiters.filter((waiter) => waiter.batch <= processed);
    waiters = waiters.filter((waiter) => waiter.batch > processed);
    for (const waiter of done) waiter.resolve();
  }

  /** Stored number of the last processed batch. */
  async function readPosition(): Promise<number> {
    try {
      return await retryWhileUnavailable(
        async () => (await table.position(partition)).processed,
        () => closed,
      );
    } catch (error) {
      throw closed ? new Closing() : error;
    }
  }

  async function moveOffset(client: Pick<pg.ClientBase, 'query'>, batch: number): Promise<void> {
    if (!(await table.moveOffset(client, partition, processed, batch))) throw new OffsetMoved();
  }

  async function processTogether(handler: BatchConsumer, messages: Message[], batch: number): Promise<void> {
    const store = await handler({ partition, batch, messages });
    if (!store) {
      await moveOffset(pool, batch);
      return;
    }
    await inTransaction(
      pool,
      async (unit) => {
        await store(unit);
        await moveOffset(unit.client, batch);
      },
      () => closed,
    );
  }

  /** Isolates the messages that cannot be processed and sets them aside; the others take effect. */
  async function processApart(handler: BatchConsumer, messages: Message[], batch: number): Promise<void> {
    await inTransaction(
      pool,
      async (unit) => {
        await processHalves(unit, handler, messages, batch);
        await moveOffset(unit.client, batch);
      },
      () => closed,
    );
  }

  async function processHalves(
    unit: UnitOfWork,
    handler: BatchConsumer,
    messages: Message[],
    batch: number,
  ): Promise<void> {
    const failure = await inSavepoint(unit, async (part) => {
      const store = await handler({ partition, batch, messages });
      await store?.(part);
    });
    if (!failure) return;
    // It is nobody's fault: all are computed again.
    if (failure instanceof BatchOutdated) throw failure;
    const [message] = messages;
    if (messages.length === 1 && message) {
      log.error({ err: failure, messageId: message.id, tenantId: message.tenantId }, 'a message was set aside');
      const failed = { message, error: failure.message };
      await setAside(unit.client, { partition, batch }, [failed]);
      unit.afterCommit(() => onSetAside(failed));
      return;
    }
    const middle = messages.length >> 1;
    await processHalves(unit, handler, messages.slice(0, middle), batch);
    await processHalves(unit, handler, messages.slice(middle), batch);
  }

  return {
    add(batch) {
      queue.push(batch);
      wake();
    },
    async catchUp(handler, newest) {
      while (processed < newest && !closed) {
        const found = await table.read(partition, processed, newest, CATCH_UP_ROWS).catch((error: unknown) => {
          log.error({ err: error, partition }, 'the message log could not be read; retrying');
          return undefined;
        });
        if (!found) {
          await pause(MAX_PAUSE);
          continue;
        }
        const last = found.at(-1);
        if (!last) return;
        const messages = found.flatMap((entry) => entry.messages);
        const held = holdMemory(pressure, messages);
        try {
          await process(handler, messages, last.batch);
        } catch (error) {
          if (error instanceof Closing) return;
          if (!(error instanceof OffsetMoved)) throw error;
          // The last transaction of a killed server was committed after all.
          processed = await readPosition();
        } finally {
          releaseMemory(pressure, held);
        }
      }
    },
    start(handler) {
      consumer = handler;
      window.open();
      wake();
    },
    reached(batch) {
      if (batch <= processed) return Promise.resolve();
      return new Promise((resolve) => waiters.push({ batch, resolve }));
    },
    async close() {
      closed = true;
      endPause?.();
      await running;
      releaseBatches(queue);
      queue = [];
    },
  };
}
