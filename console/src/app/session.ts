import { authRoutes } from '@signalbox/contract/auth';
import { AUTHORITIES, type Authority } from '@signalbox/contract/authority';
import { dashboardRoutes } from '@signalbox/contract/dashboard';
import { systemRoutes } from '@signalbox/contract/system';
import type { TokenPair } from '@signalbox/contract/token';
import { type User, userRoutes } from '@signalbox/contract/user';
import { useSyncExternalStore } from 'react';
import { http, liveSocket, sessionEnds, tokens } from '../api/client.ts';
import { type Http, RequestError } from '../api/http.ts';
import type { TokenClaims, TokenStore } from '../api/tokens.ts';
import { finishUndoable } from './undoable.ts';

/** Who is at the screen. */
export interface SessionState {
  /** The stored tokens have been looked at; until then nothing is known. */
  isUserLoaded: boolean;
  /** The user could not be asked for yet because the server does not answer; it is tried again. */
  isServerAway: boolean;
  isAuthenticated: boolean;
  /** ANONYMOUS: a token without scopes, or none. */
  authority: Authority | 'ANONYMOUS';
  /** Claims of the access token. */
  claims: TokenClaims | undefined;
  /** Absent for public visitors. */
  user: User | undefined;
  edgesSupportEnabled: boolean;
  userTokenAccessEnabled: boolean;
  /** The user's default dashboard is to fill the screen, or the user is a public visitor. */
  forceFullscreen: boolean;
  /** With forceFullscreen: the dashboards this user may open. */
  allowedDashboardIds: readonly string[];
  /** Largest number of points of a chart. */
  maxDatapointsLimit: number;
  lastPublicDashboardId: string | undefined;
}

export const SIGNED_OUT: SessionState = {
  isUserLoaded: true,
  isServerAway: false,
  isAuthenticated: false,
  authority: 'ANONYMOUS',
  claims: undefined,
  user: undefined,
  edgesSupportEnabled: false,
  userTokenAccessEnabled: false,
  forceFullscreen: false,
  allowedDashboardIds: [],
  maxDatapointsLimit: 50_000,
  lastPublicDashboardId: undefined,
};

export interface Session {
  get(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Resolves when the user is known. */
  loaded(): Promise<SessionState>;
  /** Looks at the stored tokens, or takes those of the address; called once at start. */
  start(entry: EntryParameters): Promise<void>;
  signIn(username: string, password: string): Promise<void>;
  signInPublic(publicId: string): Promise<void>;
  /** Takes a pair from a reply (password reset, activation, sign-in as another user) and loads its user. */
  accept(pair: TokenPair): Promise<void>;
  signOut(): Promise<void>;
  /** Loads the user again: its name or settings have changed. */
  reloadUser(): Promise<void>;
  rememberPublicDashboard(dashboardId: string): void;
  /** Where to go after signing in, and where home is for this user. */
  defaultPlace(): string;
  /** Address to return to after sign-in; reading clears it. */
  takeRedirect(): string | undefined;
  setRedirect(path: string): void;
}

/** What the address may bring at load; taken once and removed from it. */
export interface EntryParameters {
  publicId?: string | undefined;
  accessToken?: string | undefined;
  refreshToken?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
}

export interface SessionParts {
  tokens: TokenStore;
  http: Http;
  /** Forgets what belongs to the last user: live connection, query cache. */
  forget: () => void;
  /** What has to be finished while the session still holds. */
  beforeSignOut?: () => Promise<unknown>;
  /** Waits `ms` milliseconds. */
  wait?: (ms: number) => Promise<void>;
}

/** Between two attempts to load the user from a server that is away, in ms. */
const RETRY_DELAY = 2000;

/** The authority a token gives: its first scope. */
function authorityOf(claims: TokenClaims | undefined): Authority | 'ANONYMOUS' {
  const scope = claims?.scopes?.[0];
  return (AUTHORITIES as readonly string[]).includes(scope ?? '') ? (scope as Authority) : 'ANONYMOUS';
}

interface UserDetails {
  defaultDashboardId?: string;
  defaultDashboardFullscreen?: boolean;
}

export function createSession(parts: SessionParts): Session {
  const { tokens, http, forget, beforeSignOut = async () => {} } = parts;
  const wait = parts.wait ?? ((ms: number) => new Promise((resolve) => setTimeout(resolve, ms)));
  let state: SessionState = { ...SIGNED_OUT, isUserLoaded: false };
  let redirect: string | undefined;
  const listeners = new Set<() => void>();
  let resolveLoaded: () => void;
  const firstLoad = new Promise<void>((resolve) => {
    resolveLoaded = resolve;
  });

  function set(next: SessionState) {
    state = next;
    if (next.isUserLoaded) resolveLoaded();
    for (const listener of listeners) listener();
  }

  function setSignedOut() {
    forget();
    set({ ...SIGNED_OUT, lastPublicDashboardId: state.lastPublicDashboardId });
  }

  const quiet = { ignoreErrors: true, ignoreLoading: true };
  const edgesEnabled = () => http.call(systemRoutes.getEdgesEnabled, {}, quiet).catch(() => false);
  const datapointsLimit = () =>
    http.call(systemRoutes.getMaxDatapointsLimit, {}, quiet).catch(() => SIGNED_OUT.maxDatapointsLimit);

  async function allowedDashboards(user: User): Promise<string[]> {
    const query = { pageSize: 100, page: 0 };
    const page = await (user.authority === 'TENANT_ADMIN'
      ? http.call(dashboardRoutes.getTenantDashboards, { query }, quiet)
      : http.call(dashboardRoutes.getCustomerDashboards, { params: { customerId: user.customerId.id }, query }, quiet)
    ).catch(() => ({ data: [] }));
    return page.data.map((dashboard) => dashboard.id.id);
  }

  async function loadUser(): Promise<void> {
    const claims = tokens.claims();
    if (!claims) return setSignedOut();
    const authority = authorityOf(claims);
    if (claims.isPublic) {
      const [edges, limit] = await Promise.all([edgesEnabled(), datapointsLimit()]);
      set({
        ...SIGNED_OUT,
        isAuthenticated: true,
        authority,
        claims,
        edgesSupportEnabled: edges,
        forceFullscreen: true,
        maxDatapointsLimit: limit,
        lastPublicDashboardId: state.lastPublicDashboardId,
      });
      return;
    }
    const user = await http.call(authRoutes.getCurrentUser, {}, { ignoreErrors: true, ignoreLoading: true });
    const details = (user.additionalInfo ?? {}) as UserDetails;
    const isAdministrator = authority === 'SYS_ADMIN' || authority === 'TENANT_ADMIN';
    const forceFullscreen =
      authority !== 'SYS_ADMIN' && Boolean(details.defaultDashboardId) && details.defaultDashboardFullscreen === true;
    const [edgesSupportEnabled, userTokenAccessEnabled, maxDatapointsLimit, allowedDashboardIds] = await Promise.all([
      authority === 'SYS_ADMIN' ? false : edgesEnabled(),
      isAdministrator
        ? http.call(userRoutes.getUserTokenAccessEnabled, {}, quiet).catch(() => false)
        : Promise.resolve(false),
      datapointsLimit(),
      forceFullscreen ? allowedDashboards(user) : Promise.resolve([]),
    ]);
    set({
      isUserLoaded: true,
      isServerAway: false,
      isAuthenticated: true,
      authority,
      claims,
      user,
      edgesSupportEnabled,
      userTokenAccessEnabled,
      forceFullscreen,
      allowedDashboardIds,
      maxDatapointsLimit,
      lastPublicDashboardId: undefined,
    });
  }

  /** Loads the user of the stored tokens. A refusal signs out; a server that is away is asked again until it answers. */
  async function loadUserOrSignOut(): Promise<void> {
    for (;;) {
      try {
        await http.validToken();
        return await loadUser();
      } catch (error) {
        const away = error instanceof RequestError && (error.status === 0 || error.status >= 500);
        if (!away || tokens.access() === undefined) break;
        set({ ...state, isServerAway: true });
        await wait(RETRY_DELAY);
      }
    }
    tokens.clear();
    setSignedOut();
  }

  async function accept(pair: TokenPair): Promise<void> {
    forget();
    if (!tokens.store(pair)) {
      setSignedOut();
      throw new Error('The server sent a token that cannot be used');
    }
    try {
      await loadUser();
    } catch (error) {
      tokens.clear();
      setSignedOut();
      throw error;
    }
  }

  const self: Session = {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async loaded() {
      await firstLoad;
      return state;
    },
    async start(entry) {
      try {
        if (entry.publicId) return await self.signInPublic(entry.publicId);
        if (entry.accessToken) {
          return await accept({ token: entry.accessToken, refreshToken: entry.refreshToken ?? '' });
        }
        if (entry.username && entry.password) return await self.signIn(entry.username, entry.password);
      } catch {
        // What the address brought is no good: go on with what is stored.
      }
      if (tokens.access() === undefined) setSignedOut();
      else await loadUserOrSignOut();
    },
    async signIn(username, password) {
      const pair = await http.call(authRoutes.login, { body: { username, password } }, { ignoreErrors: true });
      await accept(pair);
    },
    async signInPublic(publicId) {
      const pair = await http.call(authRoutes.loginPublic, { body: { publicId } }, { ignoreErrors: true });
      await accept(pair);
    },
    accept,
    reloadUser: loadUser,
    async signOut() {
      // What waits for a last undo is done while there still is a token.
      await beforeSignOut();
      try {
        if (tokens.access() !== undefined) await http.call(authRoutes.logout, {}, quiet);
      } catch {
        // Signing out must work without a server too.
      }
      tokens.clear();
      setSignedOut();
    },
    rememberPublicDashboard(dashboardId) {
      state = { ...state, lastPublicDashboardId: dashboardId };
    },
    defaultPlace() {
      if (!state.isAuthenticated) return '/login';
      if (state.claims?.isPublic) {
        return state.lastPublicDashboardId
          ? `/dashboard/${state.lastPublicDashboardId}?publicId=${state.claims.sub}`
          : '/home';
      }
      const details = (state.user?.additionalInfo ?? {}) as UserDetails;
      if (details.defaultDashboardId && state.authority !== 'SYS_ADMIN') {
        return details.defaultDashboardFullscreen
          ? `/dashboard/${details.defaultDashboardId}`
          : `/dashboards/${details.defaultDashboardId}`;
      }
      return '/home';
    },
    takeRedirect() {
      const path = redirect;
      redirect = undefined;
      return path;
    },
    setRedirect(path) {
      redirect = path;
    },
  };
  return self;
}

/** Called when the user changes, to drop what belongs to the last one. */
export const onForget: Set<() => void> = new Set([() => liveSocket.reset()]);

export const session = createSession({
  tokens,
  http,
  forget: () => {
    for (const forget of onForget) forget();
  },
  beforeSignOut: finishUndoable,
});

sessionEnds.listen(() => {
  session.setRedirect(window.location.pathname + window.location.search);
  void session.signOut();
});

// What another tab does to the session holds here too: signed out there is signed out here, and so is another user.
window.addEventListener('storage', (event) => {
  if (event.key !== 'jwt_token' || !session.get().isAuthenticated) return;
  if (event.newValue === null) void session.signOut();
  else if (tokens.claims()?.userId !== session.get().claims?.userId) window.location.reload();
});

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get);
}

/** First and last name, or the e-mail when both are empty. */
export function displayName(user: Pick<User, 'firstName' | 'lastName' | 'email'>): string {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return name || user.email;
}
