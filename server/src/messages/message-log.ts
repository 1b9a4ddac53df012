import type { UnitOfWork } from '../storage/transaction.ts';
import type { Message } from './message.ts';

/** One committed batch of one partition, in the order it was appended. */
export interface LoggedBatch {
  partition: number;
  /** Number of the batch in its partition, from 1 without gaps. */
  batch: number;
  messages: Message[];
}

/**
 * The durable log between those who bring messages and the rule engine. Messages of one originator stay in order.
 * Embedded driver: a table with a row a batch, group-committed.
 */
export interface MessageLog {
  /**
   * Resolves when the messages are committed, in order of the calls per originator. Callers acknowledge only then.
   * Rejects when they could not be stored; nothing of the call is stored then.
   */
  append(messages: Message[]): Promise<void>;
  /** Bytes waiting for a commit or for the rules; sources stop reading their sockets while `full`. */
  pressure(): { full: boolean; bytes: number };
  /** Called once when pressure falls below the mark again. */
  onRelief(action: () => void): void;
  /**
   * Starts handing batches to `consumer`, from the first unprocessed one, one at a time per partition.
   * The consumer does the effects in `unit` and resolves; then the offset moves in the same transaction.
   */
  consume(consumer: (unit: UnitOfWork, batch: LoggedBatch) => Promise<void>): Promise<void>;
  /** Resolves when everything appended so far is processed. */
  drained(): Promise<void>;
  /** Stops taking and handing out; waits for batches under way. */
  close(): Promise<void>;
}
