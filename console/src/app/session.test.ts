// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { type Http, RequestError } from '../api/http.ts';
import type { TokenStore } from '../api/tokens.ts';
import { createSession } from './session.ts';

const claims = { sub: 'kari@signalbox.local', scopes: ['SYS_ADMIN'], userId: 'u1', iat: 1, exp: 2 };

/** A session with a stored token, whose server answers the question for the user with `answers` in turn. */
function sessionWith(answers: (Error | object)[]) {
  let token: string | undefined = 'stored';
  const tokens = {
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
  const http = { call, validToken: async () => 'stored' } as unknown as Http;
  const wait = vi.fn(async () => {});
  const beforeSignOut = vi.fn(async () => {});
  return { session: createSession({ tokens, http, forget: () => {}, wait, beforeSignOut }), wait, beforeSignOut };
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

  it('is signed out when the server refuses it', async () => {
    const { session, wait } = sessionWith([new RequestError(401, 'ended', 'GET', '/api/auth/user', 10)]);
    await session.start({});
    expect(wait).not.toHaveBeenCalled();
    expect(session.get()).toMatchObject({ isAuthenticated: false, isUserLoaded: true });
  });

  it('finishes what could still be undone before it signs out', async () => {
    const { session, beforeSignOut } = sessionWith([{ email: 'kari@signalbox.local', additionalInfo: null }]);
    await session.start({});
    await session.signOut();
    expect(beforeSignOut).toHaveBeenCalledTimes(1);
    expect(session.get().isAuthenticated).toBe(false);
  });
});
