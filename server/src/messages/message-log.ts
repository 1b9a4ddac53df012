import type { UnitOfWork } from '../storage/transaction.ts';
import type { Message } from './message.ts';
import type { PressureState } from './message-pressure.ts';
import type { LogPlace } from './set-aside.ts';

/** Committed messages of one partition, in the order in which they were appended. */
export interface LoggedBatch extends LogPlace {
  messages: Message[];
}

/** Writes what the messages of a batch caused. */
export type StoreEffects = (unit: UnitOfWork) => Promise<void>;

/**
 * Works out what a batch does. What it returns is run in one transaction with the progress of the log; undefined when
 * there is nothing to store. May be called again for the same messages, or for fewer of them, when that failed.
 */
export type BatchConsumer = (batch: LoggedBatch) => Promise<StoreEffects | undefined>;

/**
 * The durable log between those who bring messages and the rule engine. Messages of one originator stay in order, and
 * tenants take turns: what one of them sends delays those of the others little, however much it is.
 * Embedded driver: a table with a row a batch, group-committed.
 */
export interface MessageLog {
  /**
   * Resolves when the messages are committed, in order of the calls per originator. Callers acknowledge only then.
   * Rejects when they could not be stored.
   * @param ended ids of parked messages that go on with these: they are removed in the same transaction
   */
  append(messages: Message[], ended?: readonly string[]): Promise<void>;
  /**
   * Bytes waiting for a commit or for the rules, of a tenant or of all; sources of a tenant stop reading their sockets
   * while it is `full`.
   */
  pressure(tenantId?: string): PressureState;
  /** Called once when that pressure falls below its mark again; at once when there is none. */
  onRelief(action: () => void, tenantId?: string): void;
  /**
   * Starts handing batches to `consumer`, from the first unprocessed one, one at a time per partition. A batch that
   * fails is tried a few times; then the messages that fail by themselves are set aside with their error.
   */
  consume(consumer: BatchConsumer): Promise<void>;
  /** Resolves when everything appended so far is processed. */
  drained(): Promise<void>;
  /** Stops taking and handing out; waits for batches under way. What is left is handed out after the next start. */
  close(): Promise<void>;
}
