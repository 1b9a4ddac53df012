import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { parseCookie, stringifySetCookie } from 'cookie';
import { createEmbeddedCache } from '../storage/cache.ts';

/** How long a provider may take to send the browser back, s. */
const LIFETIME = 600;
/** Maximum number of sign-ins that are under way at once; of more, the oldest ends. */
const MAX_PENDING = 10_000;

/** A sign-in between the way to the provider and the way back. */
export interface PendingSignIn {
  registrationId: string;
  redirectUri: string;
  /** PKCE: what proves to the provider that this server began the sign-in. */
  codeVerifier: string;
  /** Absent when no id token is expected. */
  nonce?: string | undefined;
  /** Absent when a browser signs in. */
  app?: { pkgName: string; callbackUrlScheme: string } | undefined;
}

interface Entry extends PendingSignIn {
  browserHash: Buffer;
}

/** How a provider sends the browser back decides which cookies come along. */
export interface WayBack {
  isSecure: boolean;
  /** By a form of the provider's page, instead of a redirection. */
  byForm: boolean;
}

const secret = (): string => randomBytes(32).toString('base64url');
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** A cookie of its own for each sign-in, so that several tabs do not meet. */
function cookieName(state: string, isSecure: boolean): string {
  // With this prefix browsers take it from this very host only, by https.
  return `${isSecure ? '__Host-' : ''}signalbox-oauth2-${state.slice(0, 12)}`;
}

function cookieOf(state: string, value: string, maxAge: number, { isSecure, byForm }: WayBack): string {
  return stringifySetCookie({
    name: cookieName(state, isSecure),
    value,
    path: '/',
    maxAge,
    httpOnly: true,
    secure: isSecure,
    // Forms of another site bring only cookies that say so, and only by https. Without encryption there is no word for
    // it: browsers let a cookie without the attribute through for two minutes.
    ...(byForm ? (isSecure ? { sameSite: 'none' as const } : {}) : { sameSite: 'lax' as const }),
  });
}

/**
 * Remembers sign-ins that are under way, each bound to the browser that began it by a cookie: an address with a foreign
 * `state`, which would sign a person in as somebody else, is refused.
 */
export function createPendingSignIns() {
  /** state → sign-in */
  const pending = createEmbeddedCache<Entry>(MAX_PENDING, LIFETIME * 1000);
  return {
    /** Begins one: the `state` for the provider and the header `Set-Cookie` for the browser. */
    begin(signIn: PendingSignIn, wayBack: WayBack): { state: string; cookie: string } {
      const state = secret();
      const browser = secret();
      pending.set(state, { ...signIn, browserHash: hashOf(browser) });
      return { state, cookie: cookieOf(state, browser, LIFETIME, wayBack) };
    },

    /** Ends one: undefined unless this browser has begun it, and not long ago. It ends only once. */
    end(state: string, cookieHeader: string | undefined, isSecure: boolean): PendingSignIn | undefined {
      const entry = pending.get(state);
      const browser = parseCookie(cookieHeader ?? '')[cookieName(state, isSecure)];
      if (!entry || !browser || !timingSafeEqual(hashOf(browser), entry.browserHash)) return undefined;
      pending.delete(state);
      const { browserHash: _, ...signIn } = entry;
      return signIn;
    },

    /** The header `Set-Cookie` that removes the cookie of a sign-in. */
    forget: (state: string, wayBack: WayBack): string => cookieOf(state, '', 0, wayBack),
  };
}

export type PendingSignIns = ReturnType<typeof createPendingSignIns>;
