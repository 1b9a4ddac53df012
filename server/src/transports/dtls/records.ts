/** Records of DTLS before it encrypts (RFC 6347 §4.1 and §4.2.2): what we read of them ourselves, and write. */

/** type, version, epoch, number, length */
export const RECORD_HEADER = 13;
/** type, length, number, offset and length of the fragment */
const HANDSHAKE_HEADER = 12;

const HANDSHAKE = 22;
const ALERT = 21;
/** Types of handshake messages. */
export const HandshakeType = { clientHello: 1, helloVerifyRequest: 3, clientKeyExchange: 16 } as const;
/** Alerts that we send ourselves (RFC 5246 §7.2). */
export const Alert = { handshakeFailure: 40, certificateUnknown: 46, accessDenied: 49, decryptError: 51 } as const;

/** A part of a handshake message, or all of it. */
export interface Fragment {
  type: number;
  /** Of the whole message. */
  length: number;
  messageSeq: number;
  offset: number;
  bytes: Buffer;
  /** Epoch and number of its record. */
  recordSeq: Buffer;
}

/** The fragments of handshake messages in the records of a datagram that are not encrypted. */
export function* plainFragments(datagram: Buffer): Generator<Fragment> {
  let at = 0;
  while (at + RECORD_HEADER <= datagram.length) {
    const end = at + RECORD_HEADER + datagram.readUInt16BE(at + 11);
    if (end > datagram.length || datagram[at + 1] !== 0xfe) return;
    if (datagram[at] === HANDSHAKE && datagram.readUInt16BE(at + 3) === 0) {
      yield* fragmentsOf(datagram.subarray(at + RECORD_HEADER, end), datagram.subarray(at + 3, at + 11));
    }
    at = end;
  }
}

function* fragmentsOf(record: Buffer, recordSeq: Buffer): Generator<Fragment> {
  let at = 0;
  while (at + HANDSHAKE_HEADER <= record.length) {
    const length = record.readUIntBE(at + 1, 3);
    const offset = record.readUIntBE(at + 6, 3);
    const end = at + HANDSHAKE_HEADER + record.readUIntBE(at + 9, 3);
    if (end > record.length || offset + end - at - HANDSHAKE_HEADER > length) return;
    const bytes = record.subarray(at + HANDSHAKE_HEADER, end);
    yield { type: record[at] as number, length, messageSeq: record.readUInt16BE(at + 4), offset, bytes, recordSeq };
    at = end;
  }
}

/** The whole message in one record. */
export function wholeRecord({ type, length, messageSeq, recordSeq }: Fragment, body: Buffer): Buffer {
  const header = Buffer.alloc(RECORD_HEADER + HANDSHAKE_HEADER);
  header[0] = HANDSHAKE;
  header.writeUInt16BE(0xfeff, 1);
  recordSeq.copy(header, 3);
  header.writeUInt16BE(HANDSHAKE_HEADER + length, 11);
  header[13] = type;
  header.writeUIntBE(length, 14, 3);
  header.writeUInt16BE(messageSeq, 17);
  header.writeUIntBE(length, 22, 3);
  return Buffer.concat([header, body]);
}

/** Asks a client to show a cookie, so that we know that it is where it says (RFC 6347 §4.2.1). */
export function helloVerifyRequest({ recordSeq, messageSeq }: Fragment, cookie: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from([0xfe, 0xff, cookie.length]), cookie]);
  return wholeRecord(
    { type: HandshakeType.helloVerifyRequest, length: body.length, messageSeq, recordSeq, offset: 0, bytes: body },
    body,
  );
}

/** Ends a handshake while the client does not encrypt yet. */
export function fatalAlert(description: number): Buffer {
  // A number that none of our other records has.
  return Buffer.from([ALERT, 0xfe, 0xfd, 0, 0, 0, 1, 0, 0, 0, 0, 0, 2, 2, description]);
}

/** What the first bytes of a ClientHello say. */
export interface ClientHello {
  random: Buffer;
  sessionId: Buffer;
  cookie: Buffer;
}

/** @returns undefined when they are not all there */
export function readClientHello(body: Buffer): (ClientHello & { suitesAt: number }) | undefined {
  const sessionAt = 34;
  const cookieAt = sessionAt + 1 + (body[sessionAt] ?? 0);
  const suitesAt = cookieAt + 1 + (body[cookieAt] ?? 0);
  // DTLS 1.0 has 0xfeff, 1.2 0xfefd.
  if (suitesAt > body.length || body[0] !== 0xfe) return undefined;
  return {
    random: body.subarray(2, sessionAt),
    sessionId: body.subarray(sessionAt + 1, cookieAt),
    cookie: body.subarray(cookieAt + 1, suitesAt),
    suitesAt,
  };
}

/** Numbers of the cipher suites that a whole ClientHello offers. */
export function offeredSuites(body: Buffer): Set<number> {
  const at = readClientHello(body)?.suitesAt ?? body.length;
  const suites = new Set<number>();
  if (at + 2 > body.length) return suites;
  const end = Math.min(body.length, at + 2 + body.readUInt16BE(at));
  for (let next = at + 2; next + 2 <= end; next += 2) suites.add(body.readUInt16BE(next));
  return suites;
}

/** The identity in a ClientKeyExchange of a suite with a shared key (RFC 4279 §2, RFC 5489 §2). */
export function readPskIdentity(body: Buffer): string | undefined {
  if (body.length < 2) return undefined;
  const identity = body.subarray(2, 2 + body.readUInt16BE(0));
  // OpenSSL takes it for a text that ends with the first zero.
  if (identity.length !== body.readUInt16BE(0) || identity.includes(0)) return undefined;
  return identity.toString('utf8');
}

/** Whether a datagram has a record that is encrypted. */
export function hasEncrypted(datagram: Buffer): boolean {
  for (let at = 0; at + RECORD_HEADER <= datagram.length; at += RECORD_HEADER + datagram.readUInt16BE(at + 11)) {
    if (datagram.readUInt16BE(at + 3) > 0) return true;
  }
  return false;
}

/**
 * A datagram without its encrypted records that are shorter than any can be. Whoever knows the place of a client can send
 * them in its name, and they are to be ignored (RFC 6347 §4.1.2.7), but OpenSSL 3 ends the session.
 */
export function withoutStubs(datagram: Buffer, shortest: number): Buffer {
  const kept: Buffer[] = [];
  let from = 0;
  for (let at = 0; at + RECORD_HEADER <= datagram.length; ) {
    const length = datagram.readUInt16BE(at + 11);
    const end = at + RECORD_HEADER + length;
    if (length < shortest && datagram.readUInt16BE(at + 3) > 0) {
      kept.push(datagram.subarray(from, at));
      from = end;
    }
    at = end;
  }
  return from === 0 ? datagram : Buffer.concat([...kept, datagram.subarray(from)]);
}
