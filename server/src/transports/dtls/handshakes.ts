import { randomBytes } from 'node:crypto';
import { createTokenBuckets, type TokenBucket, takeTokens } from '../../config/token-buckets.ts';
import { createHandshakes as createHandshakeCount } from '../../http/handshakes.ts';
import { createEmbeddedCache } from '../../storage/cache.ts';
import type { Peer, PeerIdentity } from '../datagrams.ts';
import { needsShort, shortestRecord } from './cipher-suites.ts';
import { DtlsConnection } from './connection.ts';
import { FragmentedMessage } from './fragments.ts';
import type { ProvenHello } from './hellos.ts';
import {
  Alert,
  fatalAlert,
  HandshakeType,
  hasEncrypted,
  offeredSuites,
  plainFragments,
  readPskIdentity,
} from './records.ts';
import type { SecurityContext } from './security-context.ts';

/** A client that is agreeing on keys. */
interface Handshake {
  readonly place: Peer;
  readonly connection: DtlsConnection;
  readonly random: string;
  /** On the steady clock. */
  readonly beganAt: number;
  /** Datagrams that wait until something is looked up. */
  readonly queue: Buffer[];
  isWaiting: boolean;
  keyExchange: FragmentedMessage | undefined;
  /** The key that the client names was looked up, if it names one. */
  hasKey: boolean;
  /** Encrypted datagrams that its key did not fit. */
  unread: number;
}

/** Whether a client comes in; as a stranger: who it is, it says later. */
export type Verdict = boolean | 'stranger';

export interface HandshakesParts {
  context: () => SecurityContext;
  send: (bytes: Buffer, place: Peer) => void;
  /** The key that a client should have. */
  findKey?: (identity: string, place: Peer) => Promise<Buffer | undefined>;
  /** Whether who has proven to be that may come in. `peer` is how the client will be known. */
  verify?: (peer: Peer) => Promise<Verdict>;
  /** Keys are agreed. */
  done: (result: { peer: Peer; place: Peer; connection: DtlsConnection; random: string; isKnown: boolean }) => void;
  /** A datagram that came before keys were agreed. */
  late: (place: Peer, datagram: Buffer) => void;
  /** A client that `verify` was asked about does not come in. */
  gone: (peer: Peer) => void;
  /** Who fails too often. */
  strangers: { mayTry(address: string): boolean; failed(address: string): void };
  problem: (error: unknown) => void;
  now: () => number;
}

/** ms */
const TIMEOUT = 20_000;
/** Datagrams that wait while something is looked up. */
const MAX_QUEUE = 16;
/** Handshakes that an address may begin: count:seconds. */
const PER_ADDRESS = '300:10,6000:600';
const MAX_ADDRESSES = 20_000;
/** Longest ClientKeyExchange that is looked into. */
const MAX_KEY_EXCHANGE = 1024;
/** So many encrypted datagrams of a client may be nonsense: the one before them may have been lost. */
const MAX_UNREAD = 3;

/** Clients that are agreeing on keys: how many, and for how long, is bounded. */
export function createHandshakes(parts: HandshakesParts) {
  const { context, send, findKey, verify, done, late, gone, strangers, problem, now } = parts;
  /** key of a place → who is agreeing on keys there; the oldest first */
  const underWay = new Map<string, Handshake>();
  const count = createHandshakeCount();
  /** address → handshakes that it may still begin */
  const rates = createEmbeddedCache<TokenBucket[]>(MAX_ADDRESSES);
  /** Numbers clients, so that no two are taken for the same. */
  let last = 0;

  const socketOf = ({ address, port }: Peer) => ({ remoteAddress: address, remotePort: port, once: () => undefined });

  function mayBegin(place: Peer): boolean {
    if (!strangers.mayTry(place.address)) return false;
    let rate = rates.get(place.address);
    if (!rate) {
      rate = createTokenBuckets(PER_ADDRESS, now());
      rates.set(place.address, rate);
    }
    return takeTokens(rate, 1, now()) && count.begin(socketOf(place));
  }

  function leave(handshake: Handshake): void {
    if (underWay.get(handshake.place.key) !== handshake) return;
    underWay.delete(handshake.place.key);
    count.end(socketOf(handshake.place));
  }

  function drop(handshake: Handshake): void {
    leave(handshake);
    handshake.connection.free();
  }

  function refuse(handshake: Handshake, alert: number): void {
    strangers.failed(handshake.place.address);
    send(fatalAlert(alert), handshake.place);
    drop(handshake);
  }

  const isCurrent = (handshake: Handshake): boolean => underWay.get(handshake.place.key) === handshake;

  function flush({ connection, place }: Pick<Handshake, 'connection' | 'place'>): void {
    for (const bytes of connection.outgoing()) send(bytes, place);
  }

  /** Holds what comes until something is looked up. */
  async function whileWaiting(handshake: Handshake, work: () => Promise<void>): Promise<void> {
    handshake.isWaiting = true;
    try {
      await work();
    } catch (error) {
      problem(error);
      if (isCurrent(handshake)) drop(handshake);
    }
    if (!isCurrent(handshake)) return;
    handshake.isWaiting = false;
    for (const datagram of handshake.queue.splice(0)) if (isCurrent(handshake)) take(handshake, datagram);
  }

  /** The identity of the client's key, once it is known whole. */
  function keyNamedIn(handshake: Handshake, datagram: Buffer): string | undefined {
    for (const fragment of plainFragments(datagram)) {
      if (fragment.type !== HandshakeType.clientKeyExchange || fragment.length > MAX_KEY_EXCHANGE) continue;
      if (handshake.keyExchange) handshake.keyExchange.add(fragment);
      else handshake.keyExchange = new FragmentedMessage(fragment);
    }
    return handshake.keyExchange?.isWhole ? readPskIdentity(handshake.keyExchange.body) : undefined;
  }

  function take(handshake: Handshake, datagram: Buffer): void {
    if (handshake.isWaiting) {
      if (handshake.queue.length < MAX_QUEUE) handshake.queue.push(datagram);
      return;
    }
    const { connection, place } = handshake;
    if (findKey && !handshake.hasKey && connection.usesPsk) {
      const identity = keyNamedIn(handshake, datagram);
      if (identity !== undefined) {
        void whileWaiting(handshake, async () => {
          // Who has no key learns no more than who has a wrong one.
          const key = (await findKey(identity, place)) ?? randomBytes(16);
          handshake.hasKey = true;
          if (!isCurrent(handshake)) return;
          connection.psk = (requested) => (requested === identity ? key : undefined);
          handshake.queue.unshift(datagram);
        });
        return;
      }
    }
    connection.take(datagram);
    step(handshake);
    if (!isCurrent(handshake) || handshake.isWaiting || !handshake.hasKey || !hasEncrypted(datagram)) return;
    if (++handshake.unread >= MAX_UNREAD) refuse(handshake, Alert.decryptError);
  }

  function step(handshake: Handshake): void {
    const { connection } = handshake;
    const state = connection.handshake();
    if (state === 'done') {
      finish(handshake);
      return;
    }
    flush(handshake);
    if (state === 'waiting') return;
    strangers.failed(handshake.place.address);
    drop(handshake);
  }

  function finish(handshake: Handshake): void {
    const { connection, place, random } = handshake;
    const identity = connection.identity();
    const peer: Peer = { ...place, key: `${place.key} ${++last}`, identity };
    // A shared key may be replaced; whoever has an earlier session would not notice.
    if (identity.kind === 'psk') connection.forget();
    const accept = (isKnown: boolean): void => {
      flush(handshake);
      leave(handshake);
      connection.settle();
      done({ peer, place, connection, random, isKnown });
    };
    if (!isToVerify(identity) || !verify) {
      accept(identity.kind !== 'none');
      return;
    }
    void whileWaiting(handshake, async () => {
      let isAccepted: Verdict = false;
      try {
        isAccepted = await verify(peer);
      } finally {
        if (!isAccepted || !isCurrent(handshake)) {
          gone(peer);
          if (isCurrent(handshake)) connection.forget();
        }
      }
      if (!isCurrent(handshake)) return;
      if (isAccepted) {
        const waiting = handshake.queue.splice(0);
        accept(isAccepted === true);
        for (const datagram of waiting) late(place, datagram);
      } else if (connection.isResumed) {
        connection.shutdown();
        flush(handshake);
        strangers.failed(place.address);
        drop(handshake);
      } else refuse(handshake, Alert.certificateUnknown);
    });
  }

  return {
    has: (placeKey: string): boolean => underWay.has(placeKey),

    /** Takes a datagram of a client that is agreeing on keys. */
    take(placeKey: string, datagram: Buffer): void {
      const handshake = underWay.get(placeKey);
      if (handshake) take(handshake, datagram);
    },

    begin(hello: ProvenHello, datagram: Buffer, place: Peer): void {
      const same = underWay.get(place.key);
      if (same?.random === hello.random) {
        // It has not got our answer.
        take(same, datagram);
        return;
      }
      if (same) drop(same);
      if (!mayBegin(place)) return;
      const { full, short, proofs } = context();
      const isShort = short !== undefined && needsShort(offeredSuites(hello.body), proofs);
      const connection = new DtlsConnection(isShort ? short : full, shortestRecord(isShort));
      const handshake: Handshake = {
        place,
        connection,
        random: hello.random,
        beganAt: now(),
        queue: [],
        isWaiting: false,
        keyExchange: undefined,
        hasKey: false,
        unread: 0,
      };
      underWay.set(place.key, handshake);
      if (connection.listen(hello.record)) step(handshake);
      else drop(handshake);
    },

    /** Sends again what was lost, and drops who does not answer. */
    sweep(): void {
      for (const handshake of underWay.values()) {
        if (now() - handshake.beganAt > TIMEOUT) drop(handshake);
        else if (!handshake.isWaiting) {
          if (handshake.connection.handleTimeout()) flush(handshake);
          else drop(handshake);
        }
      }
    },

    close(): void {
      for (const handshake of [...underWay.values()]) drop(handshake);
    },

    count: () => underWay.size,
  };
}

const isToVerify = ({ kind }: PeerIdentity): boolean => kind === 'certificate' || kind === 'publicKey';
