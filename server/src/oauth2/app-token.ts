import { decodeJwt, type JWTPayload, jwtVerify } from 'jose';
import { SignInRefusal } from './sign-in-refusal.ts';

/** How far ahead the end of a token may be, s. */
const MAX_LIFETIME = 300;
const CLOCK_TOLERANCE = 30;
const ALGORITHMS = ['HS256', 'HS384', 'HS512'];

/** RFC 3986, of a length that apps use. */
const SCHEME = /^[a-z][a-z0-9+.-]{0,99}$/i;
/** Schemes that browsers and systems act upon themselves: none of them is an app that asked to sign in. */
const NOT_APPS: ReadonlySet<string> = new Set([
  ...['about', 'blob', 'chrome', 'content', 'data', 'file', 'filesystem', 'ftp', 'http', 'https', 'intent', 'jar'],
  ...['javascript', 'mailto', 'ms-settings', 'resource', 'sms', 'smsto', 'tel', 'vbscript', 'view-source', 'ws', 'wss'],
]);

/** Clients of 3.3.2 take the secret for base64; others use its characters. */
const keysOf = (secret: string): Uint8Array[] => [Buffer.from(secret, 'base64'), Buffer.from(secret)];

async function verifyWithAny(token: string, secret: string, issuer: string): Promise<JWTPayload> {
  const options = { algorithms: ALGORITHMS, issuer, clockTolerance: CLOCK_TOLERANCE, requiredClaims: ['exp'] };
  const attempts = await Promise.allSettled(keysOf(secret).map((key) => jwtVerify(token, key, options)));
  const right = attempts.find((attempt) => attempt.status === 'fulfilled');
  if (!right) throw new SignInRefusal('The token of the app is not valid.');
  return right.value.payload;
}

/**
 * Reads the token by which an app shows that a sign-in is its own: signed with its secret, issued by its package, and valid
 * for at most five minutes.
 * @returns the scheme of the addresses that lead to the app
 * @throws SignInRefusal
 */
export async function readAppToken(token: string, pkgName: string, secret: string): Promise<string> {
  const { exp = 0, callbackUrlScheme } = await verifyWithAny(token, secret, pkgName);
  if (exp > Date.now() / 1000 + MAX_LIFETIME + CLOCK_TOLERANCE) {
    throw new SignInRefusal('The token of the app is valid for too long.');
  }
  const isApp =
    typeof callbackUrlScheme === 'string' &&
    SCHEME.test(callbackUrlScheme) &&
    !NOT_APPS.has(callbackUrlScheme.toLowerCase());
  if (!isApp) throw new SignInRefusal('The token of the app does not say which address leads back to it.');
  return callbackUrlScheme;
}

/** The issuer that a token names, without a check of its signature. */
export function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
