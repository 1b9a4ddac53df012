import type { UnitOfWork } from '../storage/transaction.ts';
import type { HeldMessage } from './held/held-table.ts';
import type { Message } from './message.ts';
import type { PressureState } from './message-pressure.ts';
import type { LogPlace } from './set-aside.ts';

/** Committed messages of one partition, in the order in which they were appended. */
export interface LoggedBatch extends LogPlace {
  messages: Message[];
  /** Those of them that have waited for their turn outside of the log. */
  held?: ReadonlyMap<Message, HeldMessage>;
}

/**
 * Thrown while effects are stored when what they were decided by was changed by somebody else: the batch is computed
 * again at once, from what there is by now.
 */
export class BatchOutdated extends Error {
  constructor() {
    super('What was to be stored was decided by something that has changed');
  }
}

/** Stores the effects of a batch. */
export type StoreEffects = (unit: UnitOfWork) => Promise<void>;

/**
 * Computes the effects of a batch. What it returns runs in one transaction with the move of the offset; undefined when
 * there is nothing to store. May be called again for the same messages, or for some of them, when that failed.
 */
export type BatchConsumer = (batch: LoggedBatch) => Promise<StoreEffects | undefined>;

/**
 * The durable log between the sources of messages and the rule engine. Messages of one originator stay in order, and
 * tenants take turns, so that a flood of one hardly delays the others. Embedded driver: a table with one row per batch,
 * group-committed.
 */
export interface MessageLog {
  /**
   * Resolves when the messages are committed, per originator in the order of the calls. Callers acknowledge only then.
   * Rejects when they could not be stored.
   * @param ended ids of parked messages that go on with these: they are removed in the same transaction
   */
  append(messages: Message[], ended?: readonly string[]): Promise<void>;
  /**
   * Bytes waiting for a commit or for the rules, of one tenant or of all; sources of a tenant stop reading their
   * sockets while it is `full`.
   */
  pressure(tenantId?: string): PressureState;
  /** Calls `action` once when that pressure falls below its mark again; at once when it is not above it. */
  onRelief(action: () => void, tenantId?: string): void;
  /**
   * Starts passing batches to `consumer`, from the first unprocessed one, one at a time per partition. A batch that
   * fails is retried a few times; then the messages that fail on their own are set aside with their error.
   */
  consume(consumer: BatchConsumer): Promise<void>;
  /** Resolves when everything appended so far is processed. */
  drained(): Promise<void>;
  /** Stops accepting and delivering; waits for batches in progress. The rest is delivered after the next start. */
  close(): Promise<void>;
}
