import { randomInt } from 'node:crypto';
import type { Peer } from '../datagrams.ts';

/** A device that has sent a request. */
export interface AskingDevice {
  id: string;
  /** That it has shown, which nobody may see; empty: none. */
  token: string;
}

/** A request and what became of it, kept so that its repetition is answered and not processed again. */
export interface Exchange {
  readonly endpoint: Endpoint;
  readonly messageId: number;
  readonly token: Buffer;
  readonly confirmable: boolean;
  /** Bytes of the request. */
  readonly size: number;
  /** Of all bytes of the request: a repetition has the same. */
  readonly checksum: number;
  /** On the steady clock, as all moments here. */
  readonly at: number;
  /** It was acknowledged without an answer, which follows by itself. */
  acknowledged: boolean;
  /** Bits for the classes of responses that the client does not want (RFC 7967). */
  noResponse: number;
  /** It is not being processed any more. */
  settled: boolean;
  /** What was sent; undefined while it is being processed. */
  reply: Buffer | undefined;
  /** Who asks, as soon as it is known. */
  device: AskingDevice | undefined;
}

/** A client as the channel knows it: by UDP an address and a port. A class, since there are many. */
export class Endpoint {
  readonly peer: Peer;
  /** message id → exchange; the oldest first */
  readonly exchanges = new Map<number, Exchange>();
  /** When it last sent something. */
  lastAt: number;
  /** When it took its place in its table. */
  placedAt: number;
  /** It has shown a token of a device. */
  isKnown = false;
  /** When it last showed that it receives what is sent to its address. */
  provenAt = Number.NEGATIVE_INFINITY;
  #messageId = randomInt(65_536);

  constructor(peer: Peer, now: number) {
    this.peer = peer;
    this.lastAt = now;
    this.placedAt = now;
  }

  get key(): string {
    return this.peer.key;
  }

  get address(): string {
    return this.peer.address;
  }

  nextMessageId(): number {
    this.#messageId = (this.#messageId + 1) & 0xffff;
    return this.#messageId;
  }
}

/** How long a confirmable request may be repeated, ms (RFC 7252 §4.8.2: EXCHANGE_LIFETIME). */
export const EXCHANGE_LIFETIME = 247_000;
/** Requests of one client that are remembered: many more than a client has under way. */
const MAX_EXCHANGES = 64;

/** Bounds of the tables. */
export interface EndpointBounds {
  /** Clients that have shown a token. */
  known: number;
  /** Others: whoever sends anything. */
  strangers: number;
  /** Remembered requests of all. */
  exchanges: number;
}
const BOUNDS: EndpointBounds = { known: 50_000, strangers: 5_000, exchanges: 150_000 };
/** How exactly the tables are ordered by silence, ms: a busy client is not moved for every message. */
const PLACE_PERIOD = 1000;
/** Clients that are looked at in each sweep: those that were silent for longest. */
const SWEPT = 2_000;

/**
 * The clients that have sent something lately, with their last requests. Strangers have a table of their own, so that
 * whoever invents addresses pushes out nobody but others like him.
 */
export function createEndpoints(bounds: EndpointBounds = BOUNDS) {
  /** key → client; silent for longest first */
  const known = new Map<string, Endpoint>();
  const strangers = new Map<string, Endpoint>();
  let exchangeCount = 0;

  function drop(table: Map<string, Endpoint>, endpoint: Endpoint): void {
    table.delete(endpoint.key);
    exchangeCount -= endpoint.exchanges.size;
    endpoint.exchanges.clear();
  }

  function dropOldest(table: Map<string, Endpoint>): void {
    const [oldest] = table.values();
    if (oldest) drop(table, oldest);
  }

  function prune(endpoint: Endpoint, now: number): void {
    for (const [id, { at }] of endpoint.exchanges) {
      if (now - at < EXCHANGE_LIFETIME && endpoint.exchanges.size <= MAX_EXCHANGES) return;
      endpoint.exchanges.delete(id);
      exchangeCount--;
    }
  }

  return {
    /** The client that has just sent something. */
    of(peer: Peer, now: number): Endpoint {
      const { key } = peer;
      let endpoint = known.get(key) ?? strangers.get(key);
      if (!endpoint) {
        endpoint = new Endpoint(peer, now);
        if (strangers.size >= bounds.strangers) dropOldest(strangers);
        strangers.set(key, endpoint);
      } else if (now - endpoint.placedAt >= PLACE_PERIOD) {
        const table = endpoint.isKnown ? known : strangers;
        table.delete(key);
        table.set(key, endpoint);
        endpoint.placedAt = now;
      }
      endpoint.lastAt = now;
      return endpoint;
    },

    /** A client, if it has sent something lately. */
    find: ({ key }: Peer): Endpoint | undefined => known.get(key) ?? strangers.get(key),

    /** The client has shown a token of a device. */
    trust(endpoint: Endpoint): void {
      if (endpoint.isKnown) return;
      endpoint.isKnown = true;
      if (!strangers.delete(endpoint.key)) return;
      if (known.size >= bounds.known) dropOldest(known);
      known.set(endpoint.key, endpoint);
    },

    /** Remembers a request. */
    begin(exchange: Exchange): void {
      const { endpoint, messageId, at } = exchange;
      if (endpoint.exchanges.delete(messageId)) exchangeCount--;
      endpoint.exchanges.set(messageId, exchange);
      exchangeCount++;
      prune(endpoint, at);
      while (exchangeCount > bounds.exchanges) {
        if (strangers.size > 0) dropOldest(strangers);
        else if (known.size > 0) dropOldest(known);
        else return;
      }
    },

    /** The request counts as not received: its repetition is processed. */
    forget({ endpoint, messageId }: Exchange): void {
      if (endpoint.exchanges.delete(messageId)) exchangeCount--;
    },

    /** Drops clients that have been silent for too long to repeat anything. */
    sweep(now: number): void {
      for (const table of [known, strangers]) {
        let left = SWEPT;
        for (const endpoint of table.values()) {
          if (now - endpoint.lastAt < EXCHANGE_LIFETIME || left-- === 0) break;
          drop(table, endpoint);
        }
      }
    },

    sizes: () => ({ known: known.size, strangers: strangers.size, exchanges: exchangeCount }),
  };
}
