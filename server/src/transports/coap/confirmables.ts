import type { Endpoint } from './endpoints.ts';

/** What became of a message that the client was to acknowledge. */
export type ConfirmableOutcome = 'acknowledged' | 'reset' | 'timeout';

/** A message that the client is to acknowledge. */
export interface Confirmable {
  /** Bytes with this message id. */
  write: (messageId: number) => Buffer;
  /** 0: it is sent once. */
  retransmissions?: number;
  onSent?: (messageId: number) => void;
  onOutcome?: (outcome: ConfirmableOutcome) => void;
}

/** ms until the first repetition (RFC 7252 §4.8: ACK_TIMEOUT); up to half of it more, so that not all repeat at once. */
const ACK_TIMEOUT = 2000;
const ACK_RANDOM_FACTOR = 1.5;
const MAX_RETRANSMIT = 4;
/** Messages to one client that wait for their turn: one at a time is under way (NSTART). */
const MAX_WAITING = 64;
/** Clients that something is under way to, and those of them that nobody knows: anybody can invent addresses. */
const MAX_CLIENTS = 50_000;
const MAX_STRANGERS = 5_000;
/** A message without anything (RFC 7252 §4.1). */
const PING_BYTES = 4;

interface UnderWay extends Confirmable {
  messageId: number;
  bytes: Buffer;
  /** ms */
  timeout: number;
  left: number;
  timer: NodeJS.Timeout | undefined;
}

interface Client {
  endpoint: Endpoint;
  isStranger: boolean;
  underWay: UnderWay | undefined;
  waiting: Confirmable[];
}

/**
 * Messages to clients that they acknowledge, repeated with growing pauses until they do. One that cannot be written is as
 * good as one that is never acknowledged, and holds up none behind it.
 * @param problem told of what messages throw
 */
export function createConfirmables(
  send: (endpoint: Endpoint, bytes: Buffer) => void,
  problem: (error: unknown) => void,
) {
  /** key of an endpoint → what goes to it */
  const clients = new Map<string, Client>();
  let strangers = 0;

  function attempt(step: () => void): boolean {
    try {
      step();
      return true;
    } catch (error) {
      problem(error);
      return false;
    }
  }

  function next(client: Client): void {
    for (let confirmable = client.waiting.shift(); confirmable; confirmable = client.waiting.shift()) {
      const { onOutcome } = confirmable;
      if (attempt(() => begin(client, confirmable))) return;
      attempt(() => onOutcome?.('timeout'));
    }
    client.underWay = undefined;
    if (clients.delete(client.endpoint.key) && client.isStranger) strangers--;
  }

  function begin(client: Client, confirmable: Confirmable): void {
    const messageId = client.endpoint.nextMessageId();
    const timeout = ACK_TIMEOUT * (1 + Math.random() * (ACK_RANDOM_FACTOR - 1));
    const left = confirmable.retransmissions ?? MAX_RETRANSMIT;
    const { write, onSent, onOutcome } = confirmable;
    const underWay: UnderWay = {
      write,
      ...(onOutcome ? { onOutcome } : {}),
      messageId,
      bytes: write(messageId),
      timeout,
      left,
      timer: undefined,
    };
    client.underWay = underWay;
    transmit(client, underWay);
    attempt(() => onSent?.(messageId));
  }

  function transmit(client: Client, underWay: UnderWay): void {
    attempt(() => send(client.endpoint, underWay.bytes));
    underWay.timer = setTimeout(() => {
      if (underWay.left-- > 0) {
        underWay.timeout *= 2;
        transmit(client, underWay);
      } else settle(client, underWay, 'timeout');
    }, underWay.timeout);
    underWay.timer.unref();
  }

  function settle(client: Client, underWay: UnderWay, outcome: ConfirmableOutcome): void {
    clearTimeout(underWay.timer);
    if (client.underWay !== underWay) return;
    attempt(() => underWay.onOutcome?.(outcome));
    next(client);
  }

  return {
    /** Sends a message, after those that are under way to the same client. */
    submit(endpoint: Endpoint, confirmable: Confirmable): void {
      const client = clients.get(endpoint.key);
      if (client) {
        if (client.waiting.length >= MAX_WAITING) confirmable.onOutcome?.('timeout');
        else client.waiting.push(confirmable);
        return;
      }
      const isStranger = !endpoint.isKnown;
      if (clients.size >= MAX_CLIENTS || (isStranger && strangers >= MAX_STRANGERS)) {
        confirmable.onOutcome?.('timeout');
        return;
      }
      const added: Client = { endpoint, isStranger, underWay: undefined, waiting: [confirmable] };
      clients.set(endpoint.key, added);
      if (isStranger) strangers++;
      next(added);
    },

    /**
     * The client has acknowledged a message or reset it.
     * @returns its endpoint, when there was such a message; undefined for the answer to anything else
     */
    answered(key: string, messageId: number, outcome: 'acknowledged' | 'reset'): Endpoint | undefined {
      const client = clients.get(key);
      if (client?.underWay?.messageId !== messageId) return undefined;
      settle(client, client.underWay, outcome);
      return client.endpoint;
    },

    /** Sends the ping that is under way to a client once more, now: it has just said that it is there. */
    pingAgain(endpoint: Endpoint): void {
      const bytes = clients.get(endpoint.key)?.underWay?.bytes;
      if (bytes?.length === PING_BYTES) attempt(() => send(endpoint, bytes));
    },

    /** Something is under way to the client. */
    isBusy: (endpoint: Endpoint): boolean => clients.has(endpoint.key),

    /** Gives everything up. */
    close(): void {
      for (const { underWay } of clients.values()) clearTimeout(underWay?.timer);
      clients.clear();
      strangers = 0;
    },
  };
}

export type Confirmables = ReturnType<typeof createConfirmables>;
