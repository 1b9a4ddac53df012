import { authRoutes } from '@signalbox/contract/auth';
import type { TokenPair } from '@signalbox/contract/token';
import { sessionStore } from '../api/browser-storage.ts';
import { isPassing } from '../api/failure.ts';
import { type Http, isRefusal, RequestError } from '../api/http.ts';
import type { TokenStore } from '../api/tokens.ts';
import { loadUser } from './load-user.ts';
import { firstPlaceOf, type SessionEnd, type SessionState, SIGNED_OUT } from './session-state.ts';

export interface Session {
  get(): SessionState;
  subscribe(listener: () => void): () => void;
  /** Resolves when the user is known. */
  loaded(): Promise<SessionState>;
  /**
   * Looks at the stored tokens, or takes what the address brings; called once at start.
   * @returns why the sign-in that the address asked for came to nothing
   */
  start(entry: EntryParameters): Promise<unknown>;
  signIn(username: string, password: string): Promise<void>;
  /** Signs in as a visitor of what is public; waits while the server is away. */
  signInPublic(publicId: string): Promise<void>;
  /** Takes a pair from a reply (password reset, activation, sign-in as another user) and loads its user. */
  accept(pair: TokenPair): Promise<void>;
  /** Ends the session because its user wants that; within seconds, whether the server answers or not. */
  signOut(): Promise<void>;
  /**
   * Ends the session of a visitor who leaves what is public.
   * @returns whether somebody is signed in in this browser, as whom this tab goes on
   */
  leavePublic(): Promise<boolean>;
  /** The session has ended by itself: whoever signs in next returns to `place`. */
  end(reason: SessionEnd, place: string): void;
  /** Loads the user again, after their name or settings have changed; goes on by itself while the server is away. */
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
  /** What has to be finished while the session still holds: before it ends, or another user takes over. */
  beforeSignOut?: () => Promise<unknown>;
  /** Waits `ms` milliseconds. */
  wait?: (ms: number) => Promise<void>;
  /** Keeps what one tab has to remember over a reload. */
  storage?: Storage;
}

/** Between two attempts to load the user from a server that fails, in ms. */
const RETRY_DELAY = 2000;
/** How long a sign-out waits for each thing that comes before it, in ms. */
const SIGN_OUT_PATIENCE = 1000;
/** In the session storage: the address to return to after sign-in. */
const REDIRECT_KEY = 'signalbox-return-to';
/** In the session storage: the public id of the visitor and the dashboard that was open last, with a space between. */
const PUBLIC_DASHBOARD_KEY = 'signalbox-public-dashboard';

export function createSession(parts: SessionParts): Session {
  const { tokens, http, forget, beforeSignOut = async () => {}, storage = sessionStore } = parts;
  const wait = parts.wait ?? ((ms: number) => new Promise((resolve) => setTimeout(resolve, ms)));
  let state: SessionState = { ...SIGNED_OUT, isUserLoaded: false };
  const listeners = new Set<() => void>();
  const firstLoad = Promise.withResolvers<void>();

  function set(next: SessionState) {
    state = next;
    if (next.isUserLoaded) firstLoad.resolve();
    for (const listener of listeners) listener();
  }

  function setSignedOut(ended?: SessionEnd) {
    forget();
    set({ ...SIGNED_OUT, ended, refusedPublicId: state.refusedPublicId });
  }

  /** The dashboard that the visitor with this public id opened last in this tab. */
  function lastPublicDashboardOf(publicId: string): string | undefined {
    const [visitor, dashboardId] = storage.getItem(PUBLIC_DASHBOARD_KEY)?.split(' ') ?? [];
    return visitor === publicId ? dashboardId : undefined;
  }

  async function loadOnce(): Promise<void> {
    const claims = tokens.claims();
    if (!claims) return setSignedOut();
    const loaded = await loadUser(http, claims);
    const lastPublicDashboardId = claims.isPublic ? lastPublicDashboardOf(claims.sub) : undefined;
    set({ ...loaded, lastPublicDashboardId, refusedPublicId: state.refusedPublicId });
  }

  /**
   * Loads the user of the stored tokens. Only the server's refusal ends the session; whatever else goes wrong (no
   * answer, an incomplete one, too many calls, a call that a reload aborted) is retried.
   */
  async function load(): Promise<void> {
    let wasRenewed = false;
    for (;;) {
      const token = tokens.access();
      try {
        await http.validToken();
        return await loadOnce();
      } catch (error) {
        const renewed = !wasRenewed && tokens.access() !== undefined && tokens.access() !== token;
        if (isRefusal(error) && renewed) {
          // What was refused is not the token that is stored now.
          wasRenewed = true;
          continue;
        }
        if (isRefusal(error) || tokens.access() === undefined) {
          const wasEnded = tokens.access() === undefined;
          tokens.clear();
          setSignedOut(wasEnded ? state.ended : 'refused');
          throw error;
        }
        await waitForServer(error);
      }
    }
  }

  /** While the server is away or busy: says so and waits until it is time for another attempt. */
  async function waitForServer(error: unknown): Promise<void> {
    const isBusy = error instanceof RequestError && error.status === 429;
    set({ ...state, isServerAway: !isBusy });
    await wait(Math.max(RETRY_DELAY, (error instanceof RequestError && error.retryAfter) || 0));
  }

  /** Tells the server that the session ends. Signing out must work without a server too, and with one that hangs. */
  async function endOnServer(): Promise<void> {
    const within = (work: Promise<unknown>) => Promise.race([work.catch(() => undefined), wait(SIGN_OUT_PATIENCE)]);
    await within(beforeSignOut());
    if (tokens.access() === undefined) return;
    await within(http.call(authRoutes.logout, {}, { ignoreErrors: true, ignoreLoading: true }));
  }

  async function accept(pair: TokenPair): Promise<void> {
    // Deletions that could still be undone are done in the name of the user who asked for them.
    if (state.isAuthenticated) await beforeSignOut();
    forget();
    if (!tokens.store(pair)) {
      setSignedOut();
      throw new Error('The server sent a token that cannot be used');
    }
    await load();
  }

  const self: Session = {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async loaded() {
      await firstLoad.promise;
      return state;
    },
    async start(entry) {
      let failure: unknown;
      try {
        if (entry.publicId) return void (await self.signInPublic(entry.publicId));
        if (entry.accessToken) {
          return void (await accept({ token: entry.accessToken, refreshToken: entry.refreshToken ?? '' }));
        }
        if (entry.username && entry.password) return void (await self.signIn(entry.username, entry.password));
      } catch (error) {
        // The address was of no use: go on with what is stored.
        failure = error;
      }
      if (tokens.access() === undefined) setSignedOut();
      // The state says that it was refused, and why.
      else await load().catch(() => undefined);
      return failure;
    },
    async signIn(username, password) {
      const pair = await http.call(authRoutes.login, { body: { username, password } }, { ignoreErrors: true });
      await accept(pair);
    },
    async signInPublic(publicId) {
      for (;;) {
        try {
          const pair = await http.call(authRoutes.loginPublic, { body: { publicId } }, { ignoreErrors: true });
          return await accept(pair);
        } catch (error) {
          if (!isPassing(error)) {
            state = { ...state, isServerAway: false, refusedPublicId: publicId };
            throw error;
          }
          await waitForServer(error);
        }
      }
    },
    accept,
    reloadUser: () => loadOnce().catch(() => void load().catch(() => undefined)),
    async signOut() {
      await endOnServer();
      tokens.clear();
      storage.removeItem(REDIRECT_KEY);
      setSignedOut();
    },
    async leavePublic() {
      await endOnServer();
      tokens.leaveVisit();
      if (tokens.access() === undefined) setSignedOut();
      else {
        forget();
        // The state says that it was refused, and why.
        await load().catch(() => undefined);
      }
      return state.isAuthenticated;
    },
    end(reason, place) {
      tokens.clear();
      // A visitor does not sign in: the address brings the public id again.
      if (!state.claims?.isPublic) self.setRedirect(place);
      setSignedOut(reason);
    },
    rememberPublicDashboard(dashboardId) {
      if (!state.claims?.isPublic) return;
      storage.setItem(PUBLIC_DASHBOARD_KEY, `${state.claims.sub} ${dashboardId}`);
      set({ ...state, lastPublicDashboardId: dashboardId });
    },
    defaultPlace: () => firstPlaceOf(state),
    takeRedirect() {
      const path = storage.getItem(REDIRECT_KEY) ?? undefined;
      storage.removeItem(REDIRECT_KEY);
      return path;
    },
    setRedirect(path) {
      if (path !== '/' && path !== '/home' && !path.startsWith('/login')) storage.setItem(REDIRECT_KEY, path);
    },
  };
  return self;
}
