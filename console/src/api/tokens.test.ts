// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { usableStorage } from './browser-storage.ts';
import { createTokenStore, readClaims } from './tokens.ts';

const NOW = 1_700_000_000_000;

function jwt(claims: Record<string, unknown>): string {
  return `h.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.s`;
}

describe('stored tokens', () => {
  let now = NOW;
  const tokens = createTokenStore({ shared: localStorage, ofTab: sessionStorage }, () => now);
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    tokens.leaveVisit();
    now = NOW;
  });

  it('are valid by the clock of this machine, until 2 s before they end', () => {
    tokens.store({ token: jwt({ iat: 10, exp: 70, scopes: [] }), refreshToken: jwt({ iat: 10, exp: 610 }) });
    expect(tokens.isAccessValid()).toBe(true);
    expect(localStorage.getItem('jwt_token_expiration')).toBe(String(NOW + 60_000));
    now = NOW + 58_000;
    expect(tokens.isAccessValid()).toBe(false);
    expect(tokens.isRefreshValid()).toBe(true);
  });

  it('are not kept without issue and expiry, or with a lifetime that is not positive', () => {
    expect(tokens.store({ token: jwt({ exp: 70 }), refreshToken: '' })).toBe(false);
    expect(tokens.store({ token: jwt({ iat: 70, exp: 70 }), refreshToken: '' })).toBe(false);
    expect(tokens.access()).toBeUndefined();
  });

  it('of a visitor of what is public belong to the tab, and leave those of the user alone', () => {
    const user = jwt({ iat: 10, exp: 70, sub: 'kari@signalbox.local' });
    const visitor = jwt({ iat: 10, exp: 70, sub: 'public-1', isPublic: true });
    tokens.store({ token: user, refreshToken: user });
    tokens.store({ token: visitor, refreshToken: visitor });
    expect(tokens.access()).toBe(visitor);
    expect(localStorage.getItem('jwt_token')).toBe(user);
    // The same tab after a reload, and another one.
    const storages = { shared: localStorage, ofTab: sessionStorage };
    expect(createTokenStore(storages).access()).toBe(visitor);
    expect(createTokenStore({ ...storages, ofTab: usableStorage(() => ({}) as Storage).storage }).access()).toBe(user);

    tokens.clear();
    expect([tokens.access(), tokens.refresh(), tokens.isAccessValid()]).toEqual([undefined, undefined, false]);
    tokens.leaveVisit();
    expect(tokens.access()).toBe(user);
    tokens.store({ token: visitor, refreshToken: '' });
    const other = jwt({ iat: 10, exp: 70, sub: 'ola@signalbox.local' });
    tokens.store({ token: other, refreshToken: '' });
    expect(tokens.access()).toBe(other);
    expect(sessionStorage.getItem('jwt_token')).toBeNull();
  });

  it('are read with letters beyond ASCII; anything else is undefined', () => {
    const payload = btoa(String.fromCharCode(...new TextEncoder().encode('{"sub":"zoë"}')));
    expect(readClaims(`h.${payload}.s`)?.sub).toBe('zoë');
    expect(readClaims('nonsense')).toBeUndefined();
  });
});
