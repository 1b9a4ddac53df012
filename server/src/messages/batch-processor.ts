import type pg from 'pg';
import type { Logger } from 'pino';
import { isTransient } from '../config/transient-error.ts';
import { retryWhileUnavailable } from '../storage/retry-while-unavailable.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { LogOffset, LogTable } from './log-table.ts';
import type { Message } from './message.ts';
import { type BatchConsumer, BatchOutdated } from './message-log.ts';
import { type FailedMessage, type LogPlace, setAside } from './set-aside.ts';

export interface BatchProcessorParts {
  pool: pg.Pool;
  table: Pick<LogTable, 'position' | 'moveOffset'>;
  log: Logger;
  partition: number;
  /** How far the partition is processed. */
  processed: LogOffset;
  /** ms before the n-th retry of a failed batch; after the last one its messages are tried one by one */
  retryPauses: readonly number[];
  /** Called for each message that was set aside. */
  onSetAside: (failed: FailedMessage) => void;
  isClosed: () => boolean;
  pause: (ms: number) => Promise<void>;
}

/** How often in a row messages are computed again at once because what they were decided by has changed. */
const MAX_OUTDATED = 20;
/** ms, longest pause while the database cannot be reached. */
const MAX_PAUSE = 5_000;

/** Thrown when the partition is closed while its messages are processed. */
export class Closing extends Error {}

/** Thrown when the offset is not where it was left. */
export class OffsetMoved extends Error {
  constructor() {
    super('The offset of a message partition was moved by another server');
  }
}

/** Has the messages of a partition processed, each exactly once, and sets aside those that always fail. */
export function createBatchProcessor(parts: BatchProcessorParts) {
  const { pool, table, log, partition, retryPauses, onSetAside, isClosed, pause } = parts;
  let offset = parts.processed;

  /** Processes what is left of messages. */
  async function attempt(handler: BatchConsumer, messages: Message[], batch: number, isApart: boolean): Promise<void> {
    const left = offset.done > 0 ? messages.slice(offset.done) : messages;
    // An earlier run may have processed these and more in parts.
    if (left.length === 0) await advance(pool, { batch, done: offset.done - messages.length });
    else if (isApart) await processApart(handler, left, batch);
    else await processUpTo(handler, left, { partition, batch }, { batch, done: 0 });
  }

  /** How far the partition is processed, as it is stored. */
  async function readOffset(): Promise<LogOffset> {
    try {
      return await retryWhileUnavailable(async () => (await table.position(partition)).processed, isClosed);
    } catch (error) {
      throw isClosed() ? new Closing() : error;
    }
  }

  async function moveOffset(client: Pick<pg.ClientBase, 'query'>, to: LogOffset): Promise<void> {
    if (!(await table.moveOffset(client, partition, offset, to))) throw new OffsetMoved();
  }

  async function advance(client: Pick<pg.ClientBase, 'query'>, to: LogOffset): Promise<void> {
    await moveOffset(client, to);
    offset = to;
  }

  async function processUpTo(
    handler: BatchConsumer,
    messages: Message[],
    place: LogPlace,
    reached: LogOffset,
  ): Promise<void> {
    const store = await handler({ ...place, messages });
    if (!store) {
      await advance(pool, reached);
      return;
    }
    await inTransaction(
      pool,
      async (unit) => {
        await store(unit);
        await moveOffset(unit.client, reached);
      },
      isClosed,
    );
    offset = reached;
  }

  /**
   * Isolates the messages that cannot be processed and sets them aside; the others take effect. Each part is committed
   * before the next one is computed, which may build on what it has stored.
   */
  async function processApart(handler: BatchConsumer, messages: Message[], batch: number): Promise<void> {
    await processPart(handler, messages, { partition, batch });
    await advance(pool, { batch, done: 0 });
  }

  async function processPart(handler: BatchConsumer, messages: Message[], place: LogPlace): Promise<void> {
    const failure = await tryPart(handler, messages, place);
    if (!failure) return;
    const middle = messages.length >> 1;
    if (middle > 0) {
      await processPart(handler, messages.slice(0, middle), place);
      await processPart(handler, messages.slice(middle), place);
      return;
    }
    for (const message of messages) {
      log.error({ err: failure, messageId: message.id, tenantId: message.tenantId }, 'a message was set aside');
      const failed = { message, error: failure.message };
      const reached = { ...offset, done: offset.done + 1 };
      await inTransaction(
        pool,
        async (unit) => {
          await setAside(unit.client, place, [failed]);
          await moveOffset(unit.client, reached);
          unit.afterCommit(() => onSetAside(failed));
        },
        isClosed,
      );
      offset = reached;
    }
  }

  /**
   * @returns why the messages cannot be processed together; undefined when they are
   * @throws what is not their fault
   */
  async function tryPart(handler: BatchConsumer, messages: Message[], place: LogPlace): Promise<Error | undefined> {
    for (let outdated = 0; ; ) {
      if (isClosed()) throw new Closing();
      const reached = { ...offset, done: offset.done + messages.length };
      try {
        await processUpTo(handler, messages, place, reached);
        return undefined;
      } catch (error) {
        if (error instanceof OffsetMoved || isTransient(error)) throw error;
        if (!(error instanceof BatchOutdated && outdated < MAX_OUTDATED)) {
          return error instanceof Error ? error : new Error(String(error));
        }
        await pause(outdated++);
      }
    }
  }

  return {
    /** Number of the last processed batch. */
    reached: (): number => offset.batch,

    /** Takes over how far the partition is processed, as it is stored. */
    async readOffset(): Promise<void> {
      offset = await readOffset();
    },

    /** Processes messages up to batch number `batch`, retrying until it succeeds. */
    async process(handler: BatchConsumer, messages: Message[], batch: number): Promise<void> {
      for (let failures = 0, outages = 0, outdated = 0; ; ) {
        try {
          await attempt(handler, messages, batch, failures > retryPauses.length);
          return;
        } catch (error) {
          if (isClosed()) throw new Closing();
          if (error instanceof OffsetMoved) {
            // An earlier attempt, whose reply was lost, did succeed.
            const stored = await readOffset();
            if (stored.batch !== batch && (stored.batch !== offset.batch || stored.done <= offset.done)) throw error;
            offset = stored;
            if (stored.batch === batch) return;
          } else if (error instanceof BatchOutdated && outdated < MAX_OUTDATED) {
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
          if (isClosed()) throw new Closing();
        }
      }
    },
  };
}
