import type { SecureContextOptions } from 'node:tls';
import type { Logger } from 'pino';
import { limitLines } from '../../config/line-limit.ts';
import { steadyNow } from '../../config/steady-clock.ts';
import type { CertificateChecks } from '../certificates/certificate-checks.ts';
import { certificateBody } from '../certificates/client-certificates.ts';
import type { DatagramChannel, DatagramReceiver, Peer } from '../datagrams.ts';
import { createStrangers } from '../strangers.ts';
import { createCookies } from './cookies.ts';
import { createHandshakes, type Verdict } from './handshakes.ts';
import { createHellos } from './hellos.ts';
import { HandshakeType, plainFragments, RECORD_HEADER } from './records.ts';
import { createSecurityContext, type SecurityOptions } from './security-context.ts';
import { createSessions, type DtlsSession, type SessionBounds } from './sessions.ts';

/** How clients and the server prove who they are. */
export interface DtlsOptions {
  /** Certificate and key of the server; without it shared keys are all there is. */
  certificate?: SecureContextOptions;
  /** Shared keys: the key of an identity, undefined when nobody has it. `place` is where the client is. */
  psk?: (identity: string, place: Peer) => Promise<Buffer | undefined>;
  /** Whether clients show certificates; `verify` says which of them come in. */
  clientCertificates?: 'wanted' | 'required';
  /** Clients, and the server, may show their key without a certificate (RFC 7250). */
  rawPublicKeys?: boolean;
  /**
   * Whether a client with this certificate or key comes in; it has proven that it has the private key. The same `peer` is
   * that of its datagrams, and `gone` is called for it in any case.
   */
  verify?: (peer: Peer) => Promise<Verdict>;
  /** Says when certificates of clients do not count any more, which ends their sessions. */
  certificates?: Pick<CertificateChecks, 'follow' | 'prove'>;
  bounds?: Partial<SessionBounds>;
}

export interface DtlsChannel extends DatagramChannel {
  /** Handshakes that begin from now on get that certificate. @throws when it cannot be used */
  useCertificate(certificate: SecureContextOptions): void;
  sizes(): { handshakes: number; known: number; strangers: number };
}

const DAY = 86_400_000;
/** OpenSSL needs 70 kB for each. */
const BOUNDS: SessionBounds = { known: 10_000, strangers: 2_000, knownIdle: DAY, strangersIdle: 600_000 };
/** ms */
const HANDSHAKE_SWEEP_PERIOD = 250;
const SESSION_SWEEP_PERIOD = 10_000;
/** Longest datagram that is looked at: a record of 16 kB, and what encryption adds. */
const MAX_DATAGRAM = 17_000;

/**
 * DTLS 1.2 (RFC 6347) over a channel of plain datagrams. Encryption, its numbers and what was lost in handshakes are
 * OpenSSL's; which clients there are is ours: bounded, and nothing is kept of anybody who may not be where he says.
 * @throws DtlsUnavailableError, or an error when the certificate cannot be used
 */
export function createDtlsChannel(udp: DatagramChannel, options: DtlsOptions, log: Logger): DtlsChannel {
  const logLimited = limitLines(log);
  const now = steadyNow;
  const contextWith = (certificate: SecureContextOptions | undefined) =>
    createSecurityContext({ ...securityOf(options), ...(certificate ? { certificate } : {}) });
  let context = contextWith(options.certificate);
  let receiver: DatagramReceiver | undefined;
  /** key of a peer → its session */
  const byPeer = new Map<string, DtlsSession>();

  const sessions = createSessions({ ...BOUNDS, ...options.bounds }, (session, isReplaced) => {
    byPeer.delete(session.peer.key);
    // Without this OpenSSL takes the session for a broken one, which nobody may go on with.
    session.connection.shutdown();
    const farewell = session.connection.outgoing();
    if (!isReplaced) for (const bytes of farewell) udp.send(bytes, session.place);
    session.connection.free();
    session.stopFollowing?.();
    receiver?.gone?.(session.peer, session.endReason);
  });
  const handshakes = createHandshakes({
    context: () => context,
    send: udp.send,
    ...(options.psk ? { findKey: options.psk } : {}),
    ...(options.verify ? { verify: options.verify } : {}),
    done({ peer, place, connection, random, isKnown }) {
      const session: DtlsSession = { peer, place, connection, random, lastAt: now(), isKnown };
      sessions.add(session);
      byPeer.set(peer.key, session);
      follow(session);
      read(session);
    },
    late: (place, datagram) => {
      const session = sessions.find(place.key);
      if (session) take(session, datagram);
    },
    gone: (peer) => receiver?.gone?.(peer),
    strangers: createStrangers(),
    problem: (error) => logLimited('error', { err: error }, 'a client of DTLS could not be looked up'),
    now,
  });
  const takeHello = createHellos(createCookies(), udp.send);
  const timers = [
    setInterval(handshakes.sweep, HANDSHAKE_SWEEP_PERIOD),
    setInterval(() => sessions.sweep(now()), SESSION_SWEEP_PERIOD),
  ];
  for (const timer of timers) timer.unref();

  /** Ends a session when the certificate of its client does not count any more, and lets nobody go on with it. */
  function follow(session: DtlsSession): void {
    const { identity } = session.peer;
    const { certificates } = options;
    if (identity?.kind !== 'certificate' || !certificates) return;
    const bodies = certificates.prove(identity.chain).certificates.map(certificateBody);
    session.stopFollowing = certificates.follow(bodies, (reason) => {
      session.endReason = reason;
      session.connection.forget();
      sessions.end(session);
    });
  }

  function flush({ connection, place }: DtlsSession): void {
    for (const bytes of connection.outgoing()) udp.send(bytes, place);
  }

  function take(session: DtlsSession, datagram: Buffer): void {
    session.connection.take(datagram);
    read(session);
  }

  function read(session: DtlsSession): void {
    const datagrams = session.connection.read();
    if (datagrams === 'ended') {
      sessions.end(session);
      return;
    }
    flush(session);
    if (datagrams.length > 0) sessions.heardFrom(session, now());
    for (const datagram of datagrams) {
      if (byPeer.has(session.peer.key)) receiver?.receive(datagram, session.peer);
    }
  }

  function receive(datagram: Buffer, place: Peer): void {
    if (datagram.length <= RECORD_HEADER || datagram.length > MAX_DATAGRAM) return;
    const [first] = plainFragments(datagram);
    const session = sessions.find(place.key);
    if (first?.type === HandshakeType.clientHello) {
      const hello = takeHello(first, datagram.length, place);
      // What the session began with comes again: it was on its way for long.
      if (hello && session?.random !== hello.random) handshakes.begin(hello, datagram, place);
    } else if (handshakes.has(place.key)) handshakes.take(place.key, datagram);
    else if (session) take(session, datagram);
  }

  return {
    open(given) {
      receiver = given;
      return udp.open({ receive });
    },
    send(bytes, peer) {
      const session = byPeer.get(peer.key);
      session?.connection.write(bytes);
      if (session) flush(session);
    },
    port: udp.port,
    trust(peer, owner) {
      const session = byPeer.get(peer.key);
      if (session) sessions.trust(session, owner);
    },
    end(peer) {
      const session = byPeer.get(peer.key);
      if (session) sessions.end(session);
    },
    useCertificate(certificate) {
      const next = contextWith(certificate);
      context.free();
      context = next;
    },
    sizes: () => ({ handshakes: handshakes.count(), ...sessions.sizes() }),
    async close() {
      for (const timer of timers) clearInterval(timer);
      handshakes.close();
      sessions.endAll();
      await udp.close();
      context.free();
    },
  };
}

function securityOf({
  psk,
  clientCertificates,
  rawPublicKeys,
  verify,
}: DtlsOptions): Omit<SecurityOptions, 'certificate'> {
  return {
    psk: psk !== undefined,
    clientCertificates: verify ? (clientCertificates ?? 'none') : 'none',
    rawPublicKeys: verify !== undefined && rawPublicKeys === true,
  };
}
