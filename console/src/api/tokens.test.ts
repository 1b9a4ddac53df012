// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { createTokenStore, readClaims } from './tokens.ts';

const NOW = 1_700_000_000_000;

function jwt(claims: Record<string, unknown>): string {
  return `h.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.s`;
}

describe('stored tokens', () => {
  let now = NOW;
  const tokens = createTokenStore(localStorage, () => now);
  beforeEach(() => {
    localStorage.clear();
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

  it('are read with letters beyond ASCII; anything else is undefined', () => {
    const payload = btoa(String.fromCharCode(...new TextEncoder().encode('{"sub":"zoë"}')));
    expect(readClaims(`h.${payload}.s`)?.sub).toBe('zoë');
    expect(readClaims('nonsense')).toBeUndefined();
  });
});
