import { crc32 } from 'node:zlib';
import type { ExchangeProtocol } from '@signalbox/contract/device-exchange';
import type { LimitedLog } from '../../config/line-limit.ts';
import { steadyNow } from '../../config/steady-clock.ts';
import type { Peer } from '../datagrams.ts';
import { type ExchangeLog, NO_EXCHANGES } from '../exchanges/exchange-log.ts';
import { Code } from './codes.ts';
import { type ConfirmableOutcome, createConfirmables } from './confirmables.ts';
import { createDownloads, MAX_BLOCK_SIZE } from './downloads.ts';
import { type AskingDevice, createEndpoints, type Endpoint, EXCHANGE_LIFETIME, type Exchange } from './endpoints.ts';
import { createExchangeNotes } from './exchange-notes.ts';
import {
  type CoapMessage,
  emptyMessage,
  FormatError,
  hasHeader,
  isEmpty,
  readMessage,
  typeOf,
  writeMessage,
} from './message.ts';
import { createReach, MAX_AMPLIFICATION } from './reach.ts';
import { type Block, blockOption, type CoapRequest, type CoapResponse, readRequest } from './request.ts';
import { createRequester } from './requester.ts';

/** Who asks, and how. */
export interface Asker {
  endpoint: Endpoint;
  token: Buffer;
  confirmable: boolean;
  /** Set by what answers, as soon as it knows; for the log of the device. */
  device?: AskingDevice | undefined;
}

/** What becomes of a request: an answer, none, or none now, so that the client asks again. */
export type CoapAnswer = CoapResponse | 'none' | 'later';

/** How a message fares that answers no request. */
export interface NotificationReport {
  sent?: (messageId: number) => void;
  /** Of one that is not to be acknowledged: `acknowledged` as soon as it is sent. */
  outcome?: (outcome: ConfirmableOutcome) => void;
}

/** Sends a message that answers no request by itself, in the way in which the client asked for it. */
export type Notify = (asker: Asker, request: CoapRequest, response: CoapResponse, report: NotificationReport) => void;

export interface MessageLayerParts {
  send: (bytes: Buffer, peer: Peer) => void;
  /** Answers a request; what it throws or rejects with is answered as `failure` says. */
  handle: (request: CoapRequest, asker: Asker) => Promise<CoapAnswer>;
  failure: (error: unknown) => CoapResponse;
  /** A client resets a message that it was not to acknowledge. */
  onReset: (key: string, messageId: number) => void;
  logLimited: LimitedLog;
  /** Told of what devices and the platform exchange; nobody, unless it is given. */
  notes?: { log: ExchangeLog; protocol: ExchangeProtocol };
  now?: () => number;
}

/** A request that takes longer is acknowledged without its answer, ms: well before the client repeats it. */
const PATIENCE = 1000;
/** A client has this long to show its address before it is answered, ms: less than it takes until answers come apart. */
const PROOF_TIMEOUT = 700;
const SWEEP_PERIOD = 250;
const ENDPOINT_SWEEP_PERIOD = 5000;
/** Requests that are being processed; further ones are not read, so that their clients repeat them later. */
const MAX_PENDING = 20_000;
/** A longer answer to a reading request is not kept for its repetition: it is read again. */
const MAX_KEPT_READING = 128;
/** Header, options and marker around the payload of an answer, in bytes. */
const OVERHEAD = 40;
const NOTHING = Buffer.alloc(0);

/** Messages of CoAP over datagrams: repeated ones, acknowledgements, answers that come later (RFC 7252 §4 and §5.2). */
export function createMessageLayer({
  send,
  handle,
  failure,
  onReset,
  logLimited,
  notes = { log: NO_EXCHANGES, protocol: 'COAP' },
  now = steadyNow,
}: MessageLayerParts) {
  const exchanges = notes.log;
  const exchangeNotes = createExchangeNotes(exchanges, notes.protocol);
  const endpoints = createEndpoints();
  const reach = createReach(now);
  const downloads = createDownloads(now);
  const transmit = ({ peer }: Endpoint, bytes: Buffer): void => send(bytes, peer);
  const confirmables = createConfirmables(transmit, (error) =>
    logLimited('error', { err: error }, 'a CoAP message to be acknowledged failed'),
  );
  const requester = createRequester(confirmables);
  /** key of an endpoint → whether it answers the ping that is under way to it */
  const pings = new Map<string, Promise<boolean>>();
  /** Confirmable requests that are neither answered nor acknowledged; the oldest first. */
  const unacknowledged = new Set<Exchange>();
  let pending = 0;
  let sweptAt = now();

  const timer = setInterval(() => {
    for (const exchange of unacknowledged) {
      if (now() - exchange.at < PATIENCE) break;
      acknowledge(exchange);
    }
    if (now() - sweptAt < ENDPOINT_SWEEP_PERIOD) return;
    sweptAt = now();
    endpoints.sweep(now());
  }, SWEEP_PERIOD);
  timer.unref();

  function acknowledge(exchange: Exchange): void {
    unacknowledged.delete(exchange);
    if (!exchange.confirmable || exchange.acknowledged) return;
    exchange.acknowledged = true;
    transmit(exchange.endpoint, emptyMessage('ACK', exchange.messageId));
  }

  function onRequest(message: CoapMessage, bytes: Buffer, peer: Peer): void {
    const size = bytes.length;
    const checksum = crc32(bytes);
    const at = now();
    const endpoint = endpoints.of(peer, at);
    const earlier = endpoint.exchanges.get(message.messageId);
    // A device that begins again from the same port may count its messages from the same number.
    if (earlier && at - earlier.at < EXCHANGE_LIFETIME && earlier.checksum === checksum) {
      repeat(earlier, size);
      return;
    }
    if (pending >= MAX_PENDING) return;
    const exchange: Exchange = {
      endpoint,
      messageId: message.messageId,
      token: Buffer.from(message.token),
      confirmable: message.type === 'CON',
      size,
      checksum,
      at,
      acknowledged: false,
      noResponse: 0,
      settled: false,
      reply: undefined,
      device: undefined,
    };
    endpoints.begin(exchange);
    pending++;
    if (exchange.confirmable) unacknowledged.add(exchange);
    let request: CoapRequest | undefined;
    const done = (answer: CoapAnswer, error?: unknown): void => {
      if (!exchange.settled) pending--;
      exchange.settled = true;
      unacknowledged.delete(exchange);
      if (exchanges.isWatching && request) exchangeNotes.answered(exchange, request, answer, error);
      respond(exchange, request, answer);
    };
    const failed = (error: unknown): void => {
      try {
        done(failure(error), error);
      } catch (thrown) {
        logLimited('error', { err: thrown }, 'a CoAP request could not be answered');
        // Silence would make the client ask again and again.
        transmitAnswer(exchange, undefined, { code: Code.serverError });
      }
    };
    try {
      request = readRequest(message);
      exchange.noResponse = request.noResponse;
      const block = downloads.next(endpoint.key, request);
      if (block) done(block);
      else
        handle(request, exchange)
          .then((answer) => done(answer))
          .catch(failed);
    } catch (error) {
      failed(error);
    }
  }

  /** A request that has come before. */
  function repeat(exchange: Exchange, size: number): void {
    const { reply, endpoint, messageId } = exchange;
    if (!exchange.confirmable) return;
    if (reply && reply.length > 0 && !exchange.acknowledged) {
      if (reach.allows(endpoint, reply.length, size)) transmit(endpoint, reply);
    } else if (exchange.acknowledged) transmit(endpoint, emptyMessage('ACK', messageId));
  }

  function respond(exchange: Exchange, request: CoapRequest | undefined, answer: CoapAnswer): void {
    if (answer === 'later') {
      endpoints.forget(exchange);
      return;
    }
    transmitAnswer(exchange, request, answer);
    if (answer !== 'none') answer.sent?.();
  }

  function transmitAnswer(exchange: Exchange, request: CoapRequest | undefined, answer: CoapResponse | 'none'): void {
    exchange.reply = NOTHING;
    if (answer === 'none' || isUnwanted(exchange.noResponse, answer.code)) {
      acknowledge(exchange);
      return;
    }
    const response = fit(exchange, request, answer);
    if (exchange.confirmable && !exchange.acknowledged) {
      const { messageId, token, endpoint } = exchange;
      const bytes = writeMessage({ ...response, type: 'ACK', messageId, token });
      transmit(endpoint, bytes);
      if (request?.method === Code.get && bytes.length > MAX_KEPT_READING) endpoints.forget(exchange);
      else exchange.reply = bytes;
      return;
    }
    sendTo(exchange, response);
  }

  /**
   * Makes an answer as long as it may be. Long ones are not sent by themselves so that clients acknowledge them, and with
   * that their address: libcoap 4.3.1 loses them when they also come in blocks.
   */
  function fit(exchange: Exchange, request: CoapRequest | undefined, answer: CoapResponse): CoapResponse {
    const { endpoint, size } = exchange;
    const whole = answer.payload?.length ?? 0;
    const within = size * MAX_AMPLIFICATION - OVERHEAD;
    if (whole > within && answer.code >= Code.badRequest && !reach.isProven(endpoint)) {
      const { payload: _explanation, ...short } = answer;
      return short;
    }
    if (answer.part) return fitPart(exchange, answer, answer.part);
    let response = answer;
    const isBlock = answer.options?.some(({ name }) => name === 'Block2');
    if (request && !isBlock && whole > 0) {
      const wanted = Math.min(whole, request.block2?.size ?? MAX_BLOCK_SIZE, MAX_BLOCK_SIZE);
      const isAllowed = reach.allows(endpoint, wanted + OVERHEAD, size);
      if (!isAllowed) prove(endpoint);
      response = downloads.begin(endpoint.key, request, answer, isAllowed ? MAX_BLOCK_SIZE : Math.max(0, within));
    }
    const block1 = request?.block1;
    if (!block1 || response.options?.some(({ name }) => name === 'Block1')) return response;
    const last = blockOption('Block1', { ...block1, more: false });
    return { ...response, options: [...(response.options ?? []), last] };
  }

  /** A block of an answer that whoever gave it keeps; none for a client that may not be where it says it is. */
  function fitPart({ endpoint, size }: Exchange, answer: CoapResponse, part: Block): CoapResponse {
    const { part: _, options = [], ...rest } = answer;
    const bytes = (rest.payload?.length ?? 0) + OVERHEAD;
    if (!reach.allows(endpoint, bytes, size)) return { code: Code.unavailable };
    return { ...rest, options: [...options, blockOption('Block2', part)] };
  }

  /**
   * Asks a client to show that it receives what is sent to its address. A late answer counts, too: when the client sends
   * something again, it has shown itself.
   * @param timeout how long it is waited for, ms
   * @returns whether it has
   */
  function proof(endpoint: Endpoint, timeout = PROOF_TIMEOUT): Promise<boolean> {
    if (reach.isProven(endpoint)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), timeout);
      timer.unref();
      void ping(endpoint).then((isThere) => {
        clearTimeout(timer);
        resolve(isThere);
      });
    });
  }

  /** @returns whether the client has answered */
  function ping(endpoint: Endpoint): Promise<boolean> {
    const { key } = endpoint;
    const underWay = pings.get(key);
    if (underWay) {
      confirmables.pingAgain(endpoint);
      return underWay;
    }
    const { promise, resolve } = Promise.withResolvers<boolean>();
    pings.set(key, promise);
    confirmables.submit(endpoint, {
      write: (messageId) => emptyMessage('CON', messageId),
      retransmissions: 1,
      onOutcome(outcome) {
        pings.delete(key);
        resolve(outcome !== 'timeout');
      },
    });
    return promise;
  }

  /** Asks a client to show that it receives what is sent to its address: it answers a ping with a reset. */
  function prove(endpoint: Endpoint): void {
    if (confirmables.isBusy(endpoint)) return;
    confirmables.submit(endpoint, { write: (messageId) => emptyMessage('CON', messageId), retransmissions: 0 });
  }

  /**
   * Sends a message that answers no request by itself. It is to be acknowledged when the client wanted that, and when
   * nothing has shown for a day that the client is there (RFC 7641 §4.5).
   */
  function notify(asker: Asker, request: CoapRequest, response: CoapResponse, report: NotificationReport): void {
    const { endpoint, token, confirmable } = asker;
    const block2 = request.block2 ? { ...request.block2, number: 0 } : undefined;
    const fitting = downloads.begin(endpoint.key, { ...request, block2 }, response, MAX_BLOCK_SIZE);
    const isToAcknowledge = confirmable || !reach.isProven(endpoint);
    const write = (messageId: number): Buffer =>
      writeMessage({ ...fitting, type: isToAcknowledge ? 'CON' : 'NON', messageId, token });
    const { sent, outcome } = exchanges.isWatching ? exchangeNotes.notified(asker, request, response, report) : report;
    if (isToAcknowledge) {
      confirmables.submit(endpoint, {
        write,
        ...(sent ? { onSent: sent } : {}),
        ...(outcome ? { onOutcome: outcome } : {}),
        ...(confirmable ? {} : { retransmissions: 1 }),
      });
      return;
    }
    const messageId = endpoint.nextMessageId();
    transmit(endpoint, write(messageId));
    sent?.(messageId);
    outcome?.('acknowledged');
  }

  /** Sends an answer by itself. */
  function sendTo({ endpoint, token, confirmable }: Asker, response: CoapResponse): void {
    const write = (messageId: number): Buffer =>
      writeMessage({ ...response, type: confirmable ? 'CON' : 'NON', messageId, token });
    if (confirmable) confirmables.submit(endpoint, { write });
    else transmit(endpoint, write(endpoint.nextMessageId()));
  }

  function onAnswer(bytes: Buffer, type: 'ACK' | 'RST', peer: Peer): void {
    const messageId = bytes.readUInt16BE(2);
    const endpoint = confirmables.answered(peer.key, messageId, type === 'RST' ? 'reset' : 'acknowledged');
    if (endpoint) {
      reach.proven(endpoint);
      const current = endpoints.find(peer);
      if (current) reach.proven(current);
      const answer = type === 'ACK' && bytes.length > 4 ? readable(bytes) : undefined;
      if (answer) requester.answered(answer, endpoint);
    } else if (type === 'RST') onReset(peer.key, messageId);
  }

  /** A response that comes by itself: an answer that took its time, or a notification. */
  function onResponse(message: CoapMessage, bytes: Buffer, peer: Peer): void {
    const { type, messageId } = message;
    if (!requester.isExpected(message, peer.key)) {
      if (!isAcknowledgedBefore(messageId, bytes, peer)) send(emptyMessage('RST', messageId), peer);
      return;
    }
    const endpoint = endpoints.of(peer, now());
    const acknowledge = (): void => {
      if (type === 'CON') transmit(endpoint, emptyMessage('ACK', messageId));
    };
    const checksum = crc32(bytes);
    const earlier = endpoint.exchanges.get(messageId);
    if (earlier && now() - earlier.at < EXCHANGE_LIFETIME && earlier.checksum === checksum) {
      if (earlier.settled) acknowledge();
      return;
    }
    const exchange: Exchange = {
      ...{ endpoint, messageId, token: NOTHING, confirmable: type === 'CON', size: bytes.length, checksum, at: now() },
      ...{ acknowledged: false, noResponse: 0, settled: false, reply: undefined, device: undefined },
    };
    endpoints.begin(exchange);
    (requester.take(message, endpoint) ?? Promise.resolve()).then(
      () => {
        exchange.settled = true;
        acknowledge();
      },
      // It is not acknowledged, so that it comes again.
      () => endpoints.forget(exchange),
    );
  }

  /** Whether it is the repetition of an answer that has been taken: its acknowledgement was lost, and is sent again. */
  function isAcknowledgedBefore(messageId: number, bytes: Buffer, peer: Peer): boolean {
    const earlier = endpoints.find(peer)?.exchanges.get(messageId);
    if (!earlier?.settled || earlier.checksum !== crc32(bytes)) return false;
    if (earlier.confirmable) send(emptyMessage('ACK', messageId), peer);
    return true;
  }

  return {
    endpoints,
    notify,
    proof,
    /** Asks clients. */
    requester,

    /** Takes a datagram. */
    receive(bytes: Buffer, peer: Peer): void {
      if (!hasHeader(bytes)) return;
      const type = typeOf(bytes);
      const messageId = bytes.readUInt16BE(2);
      if (type === 'ACK' || type === 'RST') {
        onAnswer(bytes, type, peer);
        return;
      }
      const message = readable(bytes);
      if (message && /^[245]/.test(message.code)) onResponse(message, bytes, peer);
      else if (message && !isEmpty(message) && message.code.startsWith('0.')) onRequest(message, bytes, peer);
      // A ping, or what nobody sends to a server.
      else if (type === 'CON') send(emptyMessage('RST', messageId), peer);
    },

    sizes: () => ({ ...endpoints.sizes(), pending, downloads: downloads.count() }),

    close(): void {
      clearInterval(timer);
      requester.close();
      confirmables.close();
      unacknowledged.clear();
    },
  };
}

/** The message in a datagram; undefined when it is not one. */
function readable(bytes: Buffer): CoapMessage | undefined {
  try {
    return readMessage(bytes);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}

/** Whether the client has said that it does not want answers of this class. */
function isUnwanted(noResponse: number, code: string): boolean {
  return (noResponse & (1 << (Number(code[0]) - 1))) !== 0;
}

export type MessageLayer = ReturnType<typeof createMessageLayer>;
