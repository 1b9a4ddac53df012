// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { type Http, RequestError } from '../api/http.ts';
import type { TokenStore } from '../api/tokens.ts';
import { createSession } from './create-session.ts';

const claims = { sub: 'kari@signalbox.local', scopes: ['SYS_ADMIN'], userId: 'u1', iat: 1, exp: 2 };

/** A session with a stored token, whose server answers the question for the user with `answers` in turn. */
function sessionWith(answers: (Error | object)[]) {
  let token: string | undefined = 'stored';
  const tokens = {
    store: (pair) => {
      token = pair.token;
      return true;
    },
    access: () => token,
    claims: () => (token ? claims : undefined),
    clear: () => {
      token = undefined;
    },
  } as TokenStore;
  const call = vi.fn(async (route: { path: string }) => {
    if (route.path !== '/api/auth/user') return false;
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const http = { call, validToken: async () => token } as unknown as Http;
  const wait = vi.fn(async () => {});
  const beforeSignOut = vi.fn(async () => {});
  return {
    session: createSession({ tokens, http, forget: () => {}, wait, beforeSignOut }),
    tokens,
    wait,
    beforeSignOut,
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
});
