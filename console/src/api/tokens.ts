import type { TokenPair } from '@signalbox/contract/token';

/** What the console reads from an access token. Times in seconds, as in every JWT. */
export interface TokenClaims {
  sub: string;
  scopes: string[];
  userId?: string;
  firstName?: string;
  lastName?: string;
  isPublic?: boolean;
  tenantId?: string;
  customerId?: string;
  iat: number;
  exp: number;
}

/** A token counts as valid only while it has more than this left, in ms. */
const VALIDITY_MARGIN = 2000;

/** Reads the claims of a JWT without checking its signature; undefined when it is not one. */
export function readClaims(token: string): TokenClaims | undefined {
  try {
    const payload = token.split('.')[1] ?? '';
    const binary = atob(payload.replace(/-/g, '+').replace(/_/g, '/'));
    const text = new TextDecoder().decode(Uint8Array.from(binary, (letter) => letter.charCodeAt(0)));
    const claims = JSON.parse(text) as TokenClaims;
    return typeof claims === 'object' && claims !== null ? claims : undefined;
  } catch {
    return undefined;
  }
}

export interface TokenStore {
  /** The access token, whether it is still valid or not. */
  access(): string | undefined;
  refresh(): string | undefined;
  isAccessValid(): boolean;
  isRefreshValid(): boolean;
  claims(): TokenClaims | undefined;
  /**
   * Stores a pair. A token without `iat` and `exp`, or whose lifetime is not positive, is not stored.
   * @returns false when the access token was refused: then nothing is stored.
   */
  store(pair: TokenPair): boolean;
  clear(): void;
  /** Leaves the visit of what is public: what counts from now on are the tokens of who is signed in in this browser. */
  leaveVisit(): void;
}

const ACCESS = 'jwt_token';
const REFRESH = 'refresh_token';

/** Where tokens are kept: `shared` by all tabs those of users, `ofTab` those of a visitor of what is public. */
export interface TokenStorages {
  shared: Storage;
  ofTab: Storage;
}

/**
 * Keeps the tokens in the storage keys of the specification §3. The expiration stored beside each is epoch ms by
 * the clock of this machine (now + exp − iat), so a wrong clock does no harm.
 */
export function createTokenStore({ shared, ofTab }: TokenStorages, now: () => number = Date.now): TokenStore {
  // A visit ends only by `leaveVisit` or with another user: its page makes no call in the name of who is signed in.
  let storage = ofTab.getItem(ACCESS) === null ? shared : ofTab;
  const read = (key: string) => storage.getItem(key) ?? undefined;
  const isValid = (key: string) => {
    const expiration = Number(storage.getItem(`${key}_expiration`));
    return storage.getItem(key) !== null && expiration > now() + VALIDITY_MARGIN;
  };
  const lifetime = (token: string): number | undefined => {
    const claims = readClaims(token);
    if (!claims || typeof claims.iat !== 'number' || typeof claims.exp !== 'number') return undefined;
    const ms = (claims.exp - claims.iat) * 1000;
    return ms > 0 ? ms : undefined;
  };
  const clear = () => {
    for (const key of [ACCESS, REFRESH]) {
      storage.removeItem(key);
      storage.removeItem(`${key}_expiration`);
    }
  };
  return {
    access: () => read(ACCESS),
    refresh: () => read(REFRESH),
    isAccessValid: () => isValid(ACCESS),
    isRefreshValid: () => isValid(REFRESH),
    claims: () => {
      const token = read(ACCESS);
      return token === undefined ? undefined : readClaims(token);
    },
    store(pair) {
      if (storage === ofTab) clear();
      storage = readClaims(pair.token)?.isPublic ? ofTab : shared;
      const accessLifetime = lifetime(pair.token);
      if (accessLifetime === undefined) {
        clear();
        return false;
      }
      storage.setItem(ACCESS, pair.token);
      storage.setItem(`${ACCESS}_expiration`, String(now() + accessLifetime));
      const refreshLifetime = pair.refreshToken ? lifetime(pair.refreshToken) : undefined;
      if (refreshLifetime !== undefined) {
        storage.setItem(REFRESH, pair.refreshToken);
        storage.setItem(`${REFRESH}_expiration`, String(now() + refreshLifetime));
      } else {
        storage.removeItem(REFRESH);
        storage.removeItem(`${REFRESH}_expiration`);
      }
      return true;
    },
    clear,
    leaveVisit() {
      if (storage === ofTab) clear();
      storage = shared;
    },
  };
}
