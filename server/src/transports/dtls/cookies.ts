import { hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { steadyNow } from '../../config/steady-clock.ts';
import type { ClientHello } from './records.ts';

/** ms; the secret before it counts as well */
const SECRET_LIFETIME = 60_000;
const COOKIE_LENGTH = 16;
/** Bytes that SHA-256 works on at a time. */
const BLOCK = 64;

/** HMAC with SHA-256 (RFC 2104): anybody can ask for it at no cost, and `createHmac` takes ten times as long. */
function hmac(secret: Buffer, bytes: Buffer): Buffer {
  const padded = (pad: number): Buffer =>
    Buffer.alloc(BLOCK, pad).map((byte, at) => byte ^ (secret[at] ?? 0)) as Buffer;
  const inner = hash('sha256', Buffer.concat([padded(0x36), bytes]), 'buffer');
  return hash('sha256', Buffer.concat([padded(0x5c), inner]), 'buffer');
}

/** Proofs that a client receives what is sent to its address, which need no memory (RFC 6347 §4.2.1). */
export function createCookies(now: () => number = steadyNow) {
  let secrets: Buffer[] = [randomBytes(32), randomBytes(32)];
  let changedAt = now();

  function current(): Buffer[] {
    const age = now() - changedAt;
    if (age > SECRET_LIFETIME) {
      const older = age > 2 * SECRET_LIFETIME ? randomBytes(32) : (secrets[0] as Buffer);
      secrets = [randomBytes(32), older];
      changedAt = now();
    }
    return secrets;
  }

  function make(secret: Buffer, { random, sessionId }: ClientHello, address: string, port: number): Buffer {
    const client = Buffer.concat([Buffer.from(`${address} ${port} `), random, sessionId]);
    return hmac(secret, client).subarray(0, COOKIE_LENGTH);
  }

  return {
    cookieFor: (hello: ClientHello, address: string, port: number): Buffer =>
      make(current()[0] as Buffer, hello, address, port),

    isValid: (hello: ClientHello, address: string, port: number): boolean =>
      hello.cookie.length === COOKIE_LENGTH &&
      current().some((secret) => timingSafeEqual(make(secret, hello, address, port), hello.cookie)),
  };
}

export type Cookies = ReturnType<typeof createCookies>;
