import type pg from 'pg';
import type { Logger } from 'pino';
import { isTransient, StorageUnavailable } from '../config/transient-error.ts';
import type { LogRow, LogTable } from './log-table.ts';
import type { Message } from './message.ts';
import { encodeMessages } from './message-codec.ts';
import { bytesOf, type MessagePressure } from './message-pressure.ts';

/** Messages of one partition that a commit made durable. */
export interface CommittedBatch {
  partition: number;
  batch: number;
  messages: Message[];
  bytes: number;
}

export interface MessageWriter {
  append(messages: Message[]): Promise<void>;
  /** Resolves when nothing waits for a commit any more. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface WriterParts {
  pool: pg.Pool;
  table: LogTable;
  pressure: MessagePressure;
  log: Logger;
  partitionOf: (message: Message) => number;
  /** partition → number of its newest batch */
  newest: Map<number, number>;
  /** Called in the order of the numbers of each partition. */
  onCommitted: (batch: CommittedBatch) => void;
  /** Bytes in memory from which messages are refused. */
  limit: number;
  /** ms that callers wait at most for a database that is away. */
  patience: number;
}

interface Waiting {
  messages: Message[];
  bytes: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Most messages of one commit. */
const MAX_MESSAGES = 5_000;
/** ms from one commit to the next, so that under load each carries more; a message that comes alone waits for none. */
const COMMIT_SPACING = 2;
/** ms between attempts at a commit while the database is away. */
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 500;

/**
 * Group commit: what came while the last commit ran is the next one. One commit at a time keeps the numbers of each
 * partition without gaps.
 */
export function createMessageWriter(parts: WriterParts): MessageWriter {
  const { pool, table, pressure, log, partitionOf, newest, onCommitted, limit, patience } = parts;
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;
  let client: pg.PoolClient | undefined;
  let closed = false;
  /** A commit failed halfway: whether its rows are there has to be asked. */
  let doubt = false;

  async function writeAll(): Promise<void> {
    // What else is read from sockets in this turn comes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const started = performance.now();
      await writeOne(takeWaiting());
      const left = COMMIT_SPACING - (performance.now() - started);
      if (left > 0.5) await new Promise((resolve) => setTimeout(resolve, left));
      else await new Promise((resolve) => setImmediate(resolve));
    }
  }

  function takeWaiting(): Waiting[] {
    let count = 0;
    let end = 0;
    while (end < waiting.length && count < MAX_MESSAGES) count += (waiting[end++] as Waiting).messages.length;
    if (end === waiting.length) {
      const all = waiting;
      waiting = [];
      return all;
    }
    return waiting.splice(0, end);
  }

  /** Commits a group. While the database is away it waits, but not longer than its callers can be kept. */
  async function writeOne(group: Waiting[]): Promise<void> {
    let batches: CommittedBatch[] | undefined;
    let rows: LogRow[] = [];
    const deadline = Date.now() + patience;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      try {
        if (doubt && (await resolveDoubt(batches))) break;
        if (!batches) {
          batches = split(group);
          const createdTime = Date.now();
          rows = batches.map((batch) => ({
            partition: batch.partition,
            batch: batch.batch,
            createdTime,
            messageCount: batch.messages.length,
            body: encodeMessages(batch.messages),
          }));
        }
        const connection = await connect();
        doubt = true;
        await table.insert(connection, rows);
        doubt = false;
        break;
      } catch (error) {
        disconnect();
        if (isTransient(error) && !closed && Date.now() + pause < deadline) {
          await new Promise((resolve) => setTimeout(resolve, pause));
          continue;
        }
        if (isTransient(error)) log.warn({ err: error }, 'messages were refused: the database takes none');
        else log.error({ err: error }, 'messages could not be written to the log');
        for (const { bytes, reject } of group) {
          pressure.remove(bytes);
          reject(new StorageUnavailable('The messages could not be stored', { cause: error }));
        }
        return;
      }
    }
    for (const batch of batches ?? []) {
      newest.set(batch.partition, batch.batch);
      onCommitted(batch);
    }
    for (const { resolve } of group) resolve();
  }

  /** A connection of its own: commits wait for nobody else. */
  async function connect(): Promise<pg.PoolClient> {
    if (client) return client;
    const fresh = await pool.connect();
    client = fresh;
    fresh.once('error', () => {
      if (client === fresh) disconnect();
    });
    return fresh;
  }

  function disconnect(): void {
    const broken = client;
    client = undefined;
    broken?.release(true);
  }

  /**
   * Finds out how the last statement ended, so that no number is used twice and nothing is written twice. What it left
   * in the table for callers who were refused is handed out all the same.
   * @param mine the group it was for, if that still waits
   * @returns whether the rows of `mine` are there
   */
  async function resolveDoubt(mine: readonly CommittedBatch[] | undefined): Promise<boolean> {
    const [first] = mine ?? [];
    if (first) {
      // One statement: all of its rows are there, or none.
      const [found] = await table.read(first.partition, first.batch - 1, first.batch, 1);
      doubt = false;
      return found !== undefined;
    }
    for (const [partition, batch] of newest) {
      for (const found of await table.read(partition, batch, Number.MAX_SAFE_INTEGER, 1_000)) {
        const bytes = bytesOf(found.messages);
        pressure.add(bytes);
        newest.set(partition, found.batch);
        onCommitted({ partition, batch: found.batch, messages: found.messages, bytes });
      }
    }
    doubt = false;
    return false;
  }

  /** One batch a partition, messages in the order of the calls. */
  function split(group: Waiting[]): CommittedBatch[] {
    const byPartition = new Map<number, CommittedBatch>();
    for (const { messages } of group) {
      for (const message of messages) {
        const partition = partitionOf(message);
        let batch = byPartition.get(partition);
        if (!batch) {
          batch = { partition, batch: (newest.get(partition) ?? 0) + 1, messages: [], bytes: 0 };
          byPartition.set(partition, batch);
        }
        batch.messages.push(message);
      }
    }
    const batches = [...byPartition.values()];
    for (const batch of batches) batch.bytes = bytesOf(batch.messages);
    return batches;
  }

  return {
    append(messages) {
      if (closed) return Promise.reject(new StorageUnavailable('The server is stopping'));
      if (messages.length === 0) return Promise.resolve();
      if (pressure.state().bytes > limit) return Promise.reject(new StorageUnavailable('The server is overloaded'));
      return new Promise((resolve, reject) => {
        const bytes = bytesOf(messages);
        pressure.add(bytes);
        waiting.push({ messages, bytes, resolve, reject });
        running ??= writeAll().finally(() => {
          running = undefined;
        });
      });
    },
    async idle() {
      while (running) await running;
    },
    async close() {
      closed = true;
      while (running) await running;
      client?.release();
      client = undefined;
    },
  };
}
