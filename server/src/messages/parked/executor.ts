import type { Message } from '../message.ts';

/**
 * A kind of external work: the name under which requests are stored, and their type. An executor handles one kind, and
 * rule nodes park messages for it.
 */
export interface WaitKind<Request> {
  readonly name: string;
  /** Never set: it ties the type of the request to the kind. */
  readonly request?: Request;
}

/** A parked message and the work to do before it continues. */
export interface ParkRequest<Request = unknown> {
  kind: WaitKind<Request>;
  /** Stored as JSON. */
  request: Request;
  /** Continues with the outcome, from the node that it names. */
  next: Message;
}

/** What an executor knows of the message that it works on. */
export interface ExecutionContext {
  /** Stable over repetitions and restarts, so that receivers can detect duplicates. */
  id: string;
  next: Message;
  /** 1 for the first attempt since the server was started. */
  attempt: number;
  /** The last stored progress, also from before a restart. */
  progress: unknown;
  /** Stores the progress of the work, as JSON. */
  note(progress: unknown): void;
  /** Aborted when its time is up or the server stops: the outcome is then ignored. */
  signal: AbortSignal;
}

/**
 * How the work ended: the messages to continue with, each as a change of `next` with the relation along which it leaves
 * its node (an empty list ends the message here); or ms until a retry.
 */
export type Outcome = { continueWith: readonly (Partial<Message> & { relation: string })[] } | { retryIn: number };

/**
 * Does the work of one kind, outside of any batch. It runs at least once for each message: again when the server is
 * killed before its outcome is stored.
 */
export interface WaitExecutor<Request = unknown> {
  kind: WaitKind<Request>;
  /** Most concurrent runs: in all, per tenant and per node. Tenants take turns. */
  atOnce: { all: number; tenant: number; node: number };
  /** ms after which a run is aborted and its message fails; absent: the executor has limits of its own */
  timeLimit?: number;
  /** Whether messages wait because they should, which nobody has to be warned of. */
  isExpectedToWait?: boolean;
  /** An error that it throws fails the message. */
  run(request: Request, context: ExecutionContext): Promise<Outcome>;
}
