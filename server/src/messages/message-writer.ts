import type pg from 'pg';
import type { Logger } from 'pino';
import { isTransient, StorageUnavailable } from '../config/transient-error.ts';
import type { LogRow, LogTable } from './log-table.ts';
import type { Message } from './message.ts';
import { encodeMessages } from './message-codec.ts';
import { costOf } from './message-cost.ts';
import { bytesOf, type MessagePressure, type TenantAccount } from './message-pressure.ts';
import type { PartitionWindow } from './partition-window.ts';
import { createWaitingMessages, type WaitingPart } from './waiting-messages.ts';

/** Messages of one partition that a commit made durable. */
export interface CommittedBatch {
  partition: number;
  batch: number;
  messages: Message[];
  /** See costOf. */
  cost: number;
  /** Time of the commit, from performance.now(). */
  committedAt: number;
  /** Memory that it occupies, by tenant; released once it is processed. */
  held: readonly { account: TenantAccount; bytes: number }[];
}

export interface MessageWriter {
  append(messages: Message[], ended?: readonly string[]): Promise<void>;
  /** Resumes writing after messages were processed: their partition may have room again. */
  resume(): void;
  /** Resolves when nothing waits for a commit. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface WriterParts {
  pool: pg.Pool;
  table: LogTable;
  pressure: MessagePressure;
  log: Logger;
  partitionOf: (message: Message) => number;
  /** partition → bound of what is committed but not processed yet */
  windows: ReadonlyMap<number, PartitionWindow>;
  /** partition → number of its newest batch */
  newest: Map<number, number>;
  /** Called in order within each partition. */
  onCommitted: (batch: CommittedBatch) => void;
  /** Bytes in memory from which messages are refused; half of it for a single tenant */
  limit: number;
  /** Most ms that callers wait for an unavailable database */
  patience: number;
}

/** Most messages of one commit, and most cost of the messages that are one part of it. */
const MAX_MESSAGES = 5_000;
const MAX_PART_COST = 256;
/** ms from one commit to the next, so that each carries more under load; a single message is committed at once */
const COMMIT_SPACING = 2;
/** ms between attempts at a commit while the database is unavailable */
const FIRST_PAUSE = 20;
const MAX_PAUSE = 500;

/**
 * Group commit: messages that arrive during a commit form the next one. One commit at a time keeps the numbers of each
 * partition without gaps. Messages without room in their partition wait, and tenants take turns.
 */
export function createMessageWriter(parts: WriterParts): MessageWriter {
  const { pool, table, pressure, log, partitionOf, windows, newest, onCommitted, limit, patience } = parts;
  const waiting = createWaitingMessages(windows);
  /** Resolves the wait for room in a partition. */
  let roomMade: (() => void) | undefined;
  let running: Promise<void> | undefined;
  let client: pg.PoolClient | undefined;
  let closed = false;
  /** A commit failed halfway: whether its rows exist is unknown. */
  let doubt = false;

  async function writeAll(): Promise<void> {
    // Include whatever else is read from sockets in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.size > 0) {
      const group = waiting.take(MAX_MESSAGES, closed);
      if (group.length === 0) {
        await new Promise<void>((resolve) => {
          roomMade = resolve;
        });
        continue;
      }
      const started = performance.now();
      await writeOne(group);
      const left = COMMIT_SPACING - (performance.now() - started);
      if (left > 0.5) await new Promise((resolve) => setTimeout(resolve, left));
      else await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Commits a group. While the database is unavailable it retries, for as long as callers can be kept waiting. */
  async function writeOne(group: WaitingPart[]): Promise<void> {
    let batches: CommittedBatch[] | undefined;
    let rows: LogRow[] = [];
    const ended = endedIds(group);
    const deadline = Date.now() + patience;
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, MAX_PAUSE)) {
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
        await table.insert(connection, rows, ended);
        doubt = false;
        break;
      } catch (error) {
        disconnect();
        if (isTransient(error) && !closed && Date.now() + pause < deadline) {
          await new Promise((resolve) => setTimeout(resolve, pause));
          continue;
        }
        if (isTransient(error)) log.warn({ err: error }, 'messages were refused: the database is unavailable');
        else log.error({ err: error }, 'messages could not be written to the log');
        for (const { partition, account, bytes, cost, reject } of group) {
          account.underWay--;
          pressure.remove(account, bytes);
          windows.get(partition)?.remove(cost);
          reject(new StorageUnavailable('The messages could not be stored', { cause: error }));
        }
        return;
      }
    }
    const now = performance.now();
    for (const batch of batches ?? []) {
      newest.set(batch.partition, batch.batch);
      batch.committedAt = now;
      onCommitted(batch);
    }
    for (const { resolve } of group) resolve();
  }

  /** A dedicated connection, so that commits wait for nobody else. */
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
   * Finds out how the last statement ended, so that no number and no message is written twice. Rows that it left in the
   * table for callers who were refused are delivered all the same.
   * @param mine the group of that statement, if it still waits
   * @returns whether the rows of `mine` exist
   */
  async function resolveDoubt(mine: readonly CommittedBatch[] | undefined): Promise<boolean> {
    const [first] = mine ?? [];
    if (first) {
      // One statement, so either all of its rows exist or none.
      const [found] = await table.read(first.partition, first.batch - 1, first.batch, 1);
      doubt = false;
      return found !== undefined;
    }
    for (const [partition, batch] of newest) {
      for (const found of await table.read(partition, batch, Number.MAX_SAFE_INTEGER, 1_000)) {
        newest.set(partition, found.batch);
        const cost = found.messages.reduce((sum, message) => sum + costOf(message), 0);
        windows.get(partition)?.add(cost);
        onCommitted({
          partition,
          batch: found.batch,
          messages: found.messages,
          cost,
          committedAt: performance.now(),
          held: holdMemory(pressure, found.messages),
        });
      }
    }
    doubt = false;
    return false;
  }

  /** One batch per partition, messages in the order of the calls. */
  function split(group: WaitingPart[]): CommittedBatch[] {
    const byPartition = new Map<number, CommittedBatch & { held: WaitingPart[] }>();
    for (const part of group) {
      const { partition } = part;
      let batch = byPartition.get(partition);
      if (!batch) {
        const number = (newest.get(partition) ?? 0) + 1;
        batch = { partition, batch: number, messages: [], cost: 0, committedAt: 0, held: [] };
        byPartition.set(partition, batch);
      }
      for (const message of part.messages) batch.messages.push(message);
      batch.cost += part.cost;
      batch.held.push(part);
    }
    return [...byPartition.values()];
  }

  /** Queues messages of one originator for their commit. */
  function wait(messages: Message[], part: Pick<WaitingPart, 'cost' | 'ended' | 'resolve' | 'reject'>): void {
    const [first] = messages as [Message];
    const bytes = bytesOf(messages);
    const account = pressure.account(first.tenantId);
    pressure.add(account, bytes);
    const partition = partitionOf(first);
    const { cost, ended, resolve, reject } = part;
    waiting.add({ partition, account, messages, ended, bytes, cost, resolve, reject });
    if (roomMade && windows.get(partition)?.hasRoom(account.underWay === 0)) resume();
  }

  function resume(): void {
    roomMade?.();
    roomMade = undefined;
  }

  return {
    append(messages, ended) {
      const [first] = messages;
      if (closed) return Promise.reject(new StorageUnavailable('The server is stopping'));
      if (!first) return Promise.resolve();
      if (pressure.state().bytes > limit || pressure.state(first.tenantId).bytes > limit / 2) {
        return Promise.reject(new StorageUnavailable('The server is overloaded'));
      }
      const promise = new Promise<void>((resolve, reject) => {
        if (messages.length === 1) {
          wait(messages, { cost: costOf(first), ended, resolve, reject });
          return;
        }
        const runs = runsOf(messages);
        let left = runs.length;
        const done = (): void => {
          if (--left === 0) resolve();
        };
        for (const run of runs) {
          // With the last run: a parked message rather continues twice than in part.
          const endsHere = run === runs[runs.length - 1] ? ended : undefined;
          wait(run.messages, { cost: run.cost, ended: endsHere, resolve: done, reject });
        }
      });
      running ??= writeAll().finally(() => {
        running = undefined;
      });
      return promise;
    },
    resume,
    async idle() {
      while (running) await running;
    },
    async close() {
      closed = true;
      // Commit whatever waits, to be processed after the next start.
      resume();
      while (running) await running;
      client?.release();
      client = undefined;
    },
  };
}

/** ids of parked messages that end with a group. */
function endedIds(group: readonly WaitingPart[]): string[] {
  const ended: string[] = [];
  for (const part of group) if (part.ended) ended.push(...part.ended);
  return ended;
}

/** Splits messages into runs of one originator in one queue whose cost is low enough to be processed together. */
function runsOf(messages: readonly Message[]): { messages: Message[]; cost: number }[] {
  const runs: { messages: Message[]; cost: number }[] = [];
  for (const message of messages) {
    const run = runs[runs.length - 1];
    const cost = costOf(message);
    const before = run?.messages[0];
    if (
      run &&
      run.cost + cost <= MAX_PART_COST &&
      before?.originator.id === message.originator.id &&
      before.queueName === message.queueName &&
      before.tenantId === message.tenantId
    ) {
      run.messages.push(message);
      run.cost += cost;
    } else runs.push({ messages: [message], cost });
  }
  return runs;
}

/** Accounts for the memory of messages that were read from the log. */
export function holdMemory(pressure: MessagePressure, messages: readonly Message[]): CommittedBatch['held'] {
  return messages.map((message) => {
    const account = pressure.account(message.tenantId);
    const bytes = bytesOf([message]);
    pressure.add(account, bytes);
    account.underWay++;
    return { account, bytes };
  });
}

/** Releases it once they are processed. */
export function releaseMemory(pressure: MessagePressure, held: CommittedBatch['held']): void {
  for (const { account, bytes } of held) {
    account.underWay--;
    pressure.remove(account, bytes);
  }
}
