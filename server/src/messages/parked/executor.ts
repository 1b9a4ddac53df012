import type { Message } from '../message.ts';

/**
 * What a message waits for: a name under which it is stored, and the type of the request that goes with it. An executor
 * is made for one of them, and rule nodes park messages by it.
 */
export interface WaitKind<Request> {
  readonly name: string;
  /** Never there: it ties the type of the request to the kind. */
  readonly request?: Request;
}

/** A message that was parked, and what is to be done before it goes on. */
export interface ParkRequest<Request = unknown> {
  kind: WaitKind<Request>;
  /** Stored as JSON. */
  request: Request;
  /** Goes on with the outcome, from the node that it names. */
  next: Message;
}

/** What an executor knows of the message it works for. */
export interface ExecutionContext {
  /** Always the same for one message, also after a restart: for those who can tell repetitions by it. */
  id: string;
  next: Message;
  /** 1, and one more for each repetition since the server was started. */
  attempt: number;
  /** What was noted last, also by the server before this one. */
  progress: unknown;
  /** Stores how far the work has come, as JSON. */
  note(progress: unknown): void;
  /** Its time is over, or the server stops: the outcome does not matter any more. */
  signal: AbortSignal;
}

/**
 * How the work ended: the messages that go on, each as a change of `next` with the relation along which it leaves its
 * node; none of them ends the message here. Or when it is to be tried again.
 */
export type Outcome = { continueWith: readonly (Partial<Message> & { relation: string })[] } | { retryIn: number };

/**
 * Does what messages of one kind wait for, outside of any batch. It is run at least once for each message: again when
 * the server was killed before its outcome was stored.
 */
export interface WaitExecutor<Request = unknown> {
  kind: WaitKind<Request>;
  /** Most that run at once, in all and of one tenant and one node. Tenants take turns. */
  atOnce: { all: number; tenant: number; node: number };
  /** ms after which a run is given up, and its message fails; absent: the executor has limits of its own. */
  timeLimit?: number;
  /** What it throws is the reason why the message fails. */
  run(request: Request, context: ExecutionContext): Promise<Outcome>;
}
