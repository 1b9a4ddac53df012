import type pg from 'pg';
import type { Logger } from 'pino';
import { createLogTable } from './log-table.ts';
import type { MessageLog } from './message-log.ts';
import { createMessagePressure } from './message-pressure.ts';
import { createMessageReader, type MessageReader } from './message-reader.ts';
import { createMessageWriter, type MessageWriter } from './message-writer.ts';
import { createPartitionWindow, type PartitionWindow } from './partition-window.ts';
import { allPartitions, partitionOf } from './partitions.ts';
import type { FailedMessage } from './set-aside.ts';

export interface PostgresMessageLogParts {
  pool: pg.Pool;
  log: Logger;
  partitions: number;
  /** Hours for which processed messages are kept */
  retentionHours: number;
  /** Bytes of the log above which processed messages are dropped earlier; default 4 GiB. */
  maxSize?: number;
  /**
   * Bytes in memory above which sources must wait, for those of one tenant its share; default 32 MiB. Four times as
   * many are refused.
   */
  highMark?: number;
  /** Called for messages that could not be processed and were set aside. */
  onSetAside?: (failed: FailedMessage) => void;
  /**
   * Called when a partition cannot be processed any more: messages acknowledged after that would never be processed.
   */
  onBroken: (error: Error) => void;
  /** ms between attempts at a failing batch */
  retryPauses?: readonly number[];
  /** Most ms that callers of `append` wait for an unavailable database; default 10,000 */
  patience?: number;
}

const RETENTION_CHECK_MS = 60_000;

/** The message log on PostgreSQL: group-committed, delivered from memory, read back only after a restart. */
export async function createPostgresMessageLog({
  pool,
  log,
  partitions,
  retentionHours,
  highMark = 32 * 1024 * 1024,
  retryPauses = [50, 500],
  patience = 10_000,
  onSetAside = () => undefined,
  onBroken,
  maxSize = 4 * 1024 ** 3,
}: PostgresMessageLogParts): Promise<MessageLog> {
  const table = createLogTable(pool);
  const pressure = createMessagePressure(highMark);
  /** partition → number of its newest batch; also of partitions beyond the current number */
  const newest = new Map<number, number>();
  const readers = new Map<number, MessageReader>();
  /** partition → how much of it may be committed and not processed yet */
  const windows = new Map<number, PartitionWindow>();
  let writer: MessageWriter | undefined;
  // This server owns all of them; with several servers, each takes over its own.
  const owned = await table.partitions(allPartitions(partitions));
  await table.takeOver(owned);
  for (const partition of owned) {
    const position = await table.position(partition);
    newest.set(partition, position.newest);
    const window = createPartitionWindow();
    windows.set(partition, window);
    readers.set(
      partition,
      createMessageReader({
        pool,
        table,
        pressure,
        window,
        onProcessed: () => writer?.resume(),
        log,
        partition,
        processed: position.processed,
        retryPauses,
        onSetAside,
        onBroken,
      }),
    );
  }
  /** What earlier runs left. */
  const leftOver = new Map(newest);
  const opened = createMessageWriter({
    pool,
    table,
    pressure,
    log,
    partitionOf: (message) => partitionOf(message, partitions),
    windows,
    newest,
    onCommitted: (batch) => readers.get(batch.partition)?.add(batch),
    limit: highMark * 4,
    patience,
  });
  writer = opened;

  const dropOld = (): void => {
    table.drop(Date.now() - retentionHours * 3_600_000, maxSize).catch((error: unknown) => {
      log.warn({ err: error }, 'old messages could not be dropped');
    });
  };
  const retention = setInterval(dropOld, RETENTION_CHECK_MS);
  retention.unref();

  return {
    append: (messages, ended) => opened.append(messages, ended),
    pressure: (tenantId) => pressure.state(tenantId),
    onRelief: (action, tenantId) => pressure.onRelief(action, tenantId),
    async consume(consumer) {
      // Everything left over comes before anything new: when the number of partitions has changed, messages of an
      // originator may have moved from one to the other.
      await Promise.all(
        [...readers].map(([partition, reader]) => reader.catchUp(consumer, leftOver.get(partition) ?? 0)),
      );
      for (const reader of readers.values()) reader.start(consumer);
      dropOld();
    },
    async drained() {
      await opened.idle();
      await Promise.all([...readers].map(([partition, reader]) => reader.reached(newest.get(partition) ?? 0)));
    },
    async close() {
      clearInterval(retention);
      await opened.close();
      await Promise.all([...readers.values()].map((reader) => reader.close()));
    },
  };
}
