// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { type Http, RequestError } from '../api/http.ts';
import type { TokenStore } from '../api/tokens.ts';
import { createSession } from './create-session.ts';

const claims = { sub: 'kari@signalbox.local', scopes: ['SYS_ADMIN'], userId: 'u1', iat: 1, exp: 2 };

/**
 * A session with a stored token, whose server answers the question for the user with `answers` in turn, and calls by
 * their path with `failures` first.
 */
function sessionWith(answers: (Error | object)[], failures: Record<string, Error[]> = {}, of: object = claims) {
  let token: string | undefined = 'stored';
  /** What a visitor leaves to who is signed in in this browser. */
  let ofUser: string | undefined;
  const tokens = {
    store: (pair) => {
      token = pair.token;
      return true;
    },
    access: () => token,
    claims: () => (token ? of : undefined),
    clear: () => {
      token = undefined;
    },
    leaveVisit: () => {
      token = ofUser;
    },
  } as TokenStore;
  const call = vi.fn(async (route: { path: string }) => {
    const failure = failures[route.path]?.shift();
    if (failure) throw failure;
    if (route.path.startsWith('/api/auth/login')) return { token: route.path, refreshToken: 'r' };
    if (route.path === '/api/dashboard/maxDatapointsLimit') return 50_000;
    if (route.path === '/api/tenant/dashboards') return { data: [] };
    if (route.path !== '/api/auth/user') return false;
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const http = { call, validToken: async () => token } as unknown as Http;
  const wait = vi.fn(async () => {
    // A server that never answers must not hold up the test for ever.
    if (wait.mock.calls.length > 10) throw new Error('Waits without end');
  });
  const beforeSignOut = vi.fn(async () => {});
  return {
    session: createSession({ tokens, http, forget: () => {}, wait, beforeSignOut }),
    tokens,
    call,
    wait,
    beforeSignOut,
    setTokenOfUser: (next: string) => {
      ofUser = next;
    },
  };
}

describe('a session when the console is opened', () => {
  it('waits for a server that is away instead of signing out', async () => {
    const away = new RequestError(0, 'Unable to connect', 'GET', '/api/auth/user');
    const broken = new RequestError(502, 'Bad gateway', 'GET', '/api/auth/user');
    const { session, wait } = sessionWith([away, broken, { email: 'kari@signalbox.local', additionalInfo: null }]);
    const seen: boolean[] = [];
    session.subscribe(() => seen.push(session.get().isServerAway));
    await session.start({});
    expect(wait).toHaveBeenCalledTimes(2);
    expect(session.get()).toMatchObject({ isAuthenticated: true, isUserLoaded: true, isServerAway: false });
    expect(seen).toContain(true);
  });

  it.each([
    ['half an answer', new TypeError('network error')],
    ["an answer that is not the server's", new RequestError(403, 'Sign in to the network', 'GET', '/api/auth/user')],
    ['a server that has too much to do', new RequestError(429, 'Too many requests', 'GET', '/api/auth/user', 33)],
  ])('outlives %s', async (_, failure) => {
    const user = { email: 'kari@signalbox.local', additionalInfo: null };
    const { session, tokens } = sessionWith([failure, failure, user]);
    await session.start({});
    expect(session.get()).toMatchObject({ isAuthenticated: true, user });
    expect(tokens.access()).toBe('stored');
  });

  it('keeps the tokens of a sign-in whose user cannot be loaded yet', async () => {
    const { session, tokens } = sessionWith([
      new RequestError(0, 'Unable to connect', 'GET', '/api/auth/user'),
      { email: 'kari@signalbox.local', additionalInfo: null },
    ]);
    await session.accept({ token: 'fresh', refreshToken: 'r' });
    expect(tokens.access()).toBe('fresh');
    expect(session.get().isAuthenticated).toBe(true);
  });

  it('is signed out when the server refuses it, and knows why', async () => {
    const { session, wait, tokens } = sessionWith([new RequestError(401, 'ended', 'GET', '/api/auth/user', 10)]);
    await session.start({});
    expect(wait).not.toHaveBeenCalled();
    expect(tokens.access()).toBeUndefined();
    expect(session.get()).toMatchObject({ isAuthenticated: false, isUserLoaded: true, ended: 'refused' });
  });

  it('returns to the address where it ended, once, and not after a sign-out that was asked for', async () => {
    const user = { email: 'kari@signalbox.local', additionalInfo: null };
    const { session } = sessionWith([user, user]);
    await session.start({});
    session.end('refused', '/devices?page=2');
    expect(session.get()).toMatchObject({ isAuthenticated: false, ended: 'refused' });
    expect(session.takeRedirect()).toBe('/devices?page=2');
    expect(session.takeRedirect()).toBeUndefined();
    session.end('expired', '/login');
    expect(session.takeRedirect()).toBeUndefined();
    session.setRedirect('/devices');
    await session.signOut();
    expect(session.takeRedirect()).toBeUndefined();
    expect(session.get().ended).toBeUndefined();
  });

  it('finishes what could still be undone before it signs out', async () => {
    const { session, beforeSignOut } = sessionWith([{ email: 'kari@signalbox.local', additionalInfo: null }]);
    await session.start({});
    await session.signOut();
    expect(beforeSignOut).toHaveBeenCalledTimes(1);
    expect(session.get().isAuthenticated).toBe(false);
  });

  it('goes on loading the user again when that fails, without being waited for', async () => {
    const user = { email: 'kari@signalbox.local', additionalInfo: null };
    const failed = new RequestError(500, 'Broken', 'GET', '/api/auth/user', 2);
    const { session } = sessionWith([user, failed, failed, { ...user, firstName: 'Kari' }]);
    await session.start({});
    await session.reloadUser();
    await expect.poll(() => session.get().user).toMatchObject({ firstName: 'Kari' });
    expect(session.get()).toMatchObject({ isAuthenticated: true, isServerAway: false });
  });

  it('ends at sign-out while the server hangs', async () => {
    const { session, call, beforeSignOut, tokens } = sessionWith([
      { email: 'kari@signalbox.local', additionalInfo: null },
    ]);
    await session.start({});
    const unanswered = () => new Promise<never>(() => {});
    beforeSignOut.mockImplementation(unanswered);
    call.mockImplementation(unanswered);
    await session.signOut();
    expect(call).toHaveBeenCalledWith(expect.objectContaining({ path: '/api/auth/logout' }), {}, expect.anything());
    expect(session.get().isAuthenticated).toBe(false);
    expect(tokens.access()).toBeUndefined();
  });

  it('finishes what could still be undone before another user takes over', async () => {
    const user = { email: 'kari@signalbox.local', additionalInfo: null };
    const { session, beforeSignOut, tokens } = sessionWith([user, user]);
    await session.start({});
    beforeSignOut.mockImplementation(async () => expect(tokens.access()).toBe('stored'));
    await session.accept({ token: 'of another user', refreshToken: 'r' });
    expect(beforeSignOut).toHaveBeenCalledTimes(1);
    expect(tokens.access()).toBe('of another user');
  });
});

describe('what the address brings', () => {
  const user = { email: 'kari@signalbox.local', additionalInfo: null };

  it('signs in with tokens or with a name and a password', async () => {
    const { session, tokens } = sessionWith([user, user]);
    expect(await session.start({ accessToken: 'brought', refreshToken: 'r' })).toBeUndefined();
    expect(tokens.access()).toBe('brought');
    expect(await session.start({ username: 'kari@signalbox.local', password: 'secret' })).toBeUndefined();
    expect(tokens.access()).toBe('/api/auth/login');
  });

  it('goes on with the stored session when it is refused, and says why', async () => {
    const wrong = new RequestError(401, 'Invalid username or password', 'POST', '/api/auth/login', 10);
    const { session, tokens } = sessionWith([user], { '/api/auth/login': [wrong] });
    expect(await session.start({ username: 'kari@signalbox.local', password: 'wrong' })).toBe(wrong);
    expect(session.get()).toMatchObject({ isAuthenticated: true, user });
    expect(tokens.access()).toBe('stored');
  });

  it('waits with a public id until the server answers, and forgets one that it refuses', async () => {
    const away = new RequestError(0, 'Unable to connect', 'POST', '/api/auth/login/public');
    const unknown = new RequestError(401, 'Public Id is not valid!', 'POST', '/api/auth/login/public', 10);
    const { session, wait } = sessionWith([user], { '/api/auth/login/public': [away, unknown] });
    expect(await session.start({ publicId: 'p1' })).toBe(unknown);
    expect(wait).toHaveBeenCalledTimes(1);
    expect(session.get()).toMatchObject({ refusedPublicId: 'p1', isServerAway: false, isAuthenticated: true });
  });
});

describe('the dashboard a visitor opened last', () => {
  const visit = { sub: 'public-1', scopes: ['CUSTOMER_USER'], isPublic: true, iat: 1, exp: 2 };

  it('is where the visitor belongs, also after a reload, but not for other visitors', async () => {
    sessionStorage.clear();
    const first = sessionWith([], {}, visit).session;
    await first.start({});
    expect(first.defaultPlace()).toBe('/home');
    first.rememberPublicDashboard('d1');
    expect(first.defaultPlace()).toBe('/dashboard/d1?publicId=public-1');
    const reloaded = sessionWith([], {}, visit).session;
    await reloaded.start({});
    expect(reloaded.defaultPlace()).toBe('/dashboard/d1?publicId=public-1');
    const other = sessionWith([], {}, { ...visit, sub: 'public-2' }).session;
    await other.start({});
    expect(other.defaultPlace()).toBe('/home');
  });
});

describe('a visitor who leaves what is public', () => {
  const visit = { sub: 'public-1', scopes: ['CUSTOMER_USER'], isPublic: true, iat: 1, exp: 2 };
  const user = { email: 'kari@signalbox.local', additionalInfo: null };

  it('is signed out, or goes on as who is signed in in this browser', async () => {
    const alone = sessionWith([], {}, visit);
    await alone.session.start({});
    expect(await alone.session.leavePublic()).toBe(false);
    expect(alone.session.get()).toMatchObject({ isAuthenticated: false, isUserLoaded: true, ended: undefined });

    const of = { ...visit };
    const beside = sessionWith([user], {}, of);
    await beside.session.start({});
    beside.setTokenOfUser('of the user');
    Object.assign(of, claims, { isPublic: false });
    expect(await beside.session.leavePublic()).toBe(true);
    expect(beside.session.get()).toMatchObject({ isAuthenticated: true, user });
  });

  it('has no address to return to after a session that ended by itself', async () => {
    sessionStorage.clear();
    const { session } = sessionWith([], {}, visit);
    await session.start({});
    session.end('expired', '/dashboard/d1?publicId=public-1');
    expect(session.get()).toMatchObject({ isAuthenticated: false, ended: 'expired' });
    expect(session.takeRedirect()).toBeUndefined();
  });
});

describe('the first page of a user', () => {
  it.each([
    [{}, '/home'],
    [{ defaultDashboardId: 'd1' }, '/dashboards/d1'],
    [{ defaultDashboardId: 'd1', defaultDashboardFullscreen: true }, '/dashboard/d1'],
  ])('with %o is %s', async (additionalInfo, place) => {
    const tenant = { ...claims, scopes: ['TENANT_ADMIN'] };
    const { session } = sessionWith([{ email: 'a', authority: 'TENANT_ADMIN', additionalInfo }], {}, tenant);
    await session.start({});
    expect(session.defaultPlace()).toBe(place);
  });
});
