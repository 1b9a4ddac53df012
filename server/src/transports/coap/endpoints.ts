import { randomInt } from 'node:crypto';

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
  /** epoch ms */
  readonly at: number;
  /** It was acknowledged without an answer, which follows by itself. */
  acknowledged: boolean;
  /** Bits for the classes of responses that the client does not want (RFC 7967). */
  noResponse: number;
  /** It is not being processed any more. */
  settled: boolean;
  /** What was sent; undefined while it is being processed. */
  reply: Buffer | undefined;
}

/** A client as UDP knows it: an address and a port. A class, since there are many. */
export class Endpoint {
  readonly key: string;
  readonly address: string;
  readonly port: number;
  /** message id → exchange; the oldest first */
  readonly exchanges = new Map<number, Exchange>();
  /** epoch ms */
  lastAt: number;
  /** It has shown a token of a device. */
  isKnown = false;
  /** When it last showed that it receives what is sent to its address, epoch ms. */
  provenAt = 0;
  #messageId = randomInt(65_536);

  constructor(key: string, address: string, port: number, now: number) {
    this.key = key;
    this.address = address;
    this.port = port;
    this.lastAt = now;
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
    /** The client at an address, which has just sent something. */
    of(address: string, port: number, now: number): Endpoint {
      const key = `${address} ${port}`;
      const table = known.has(key) ? known : strangers;
      let endpoint = table.get(key);
      if (endpoint) {
        table.delete(key);
        endpoint.lastAt = now;
      } else {
        endpoint = new Endpoint(key, address, port, now);
        if (strangers.size >= bounds.strangers) dropOldest(strangers);
      }
      table.set(key, endpoint);
      return endpoint;
    },

    /** The client at an address, if it has sent something lately. */
    find: (address: string, port: number): Endpoint | undefined =>
      known.get(`${address} ${port}`) ?? strangers.get(`${address} ${port}`),

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
