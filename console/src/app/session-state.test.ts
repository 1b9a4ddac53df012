import { describe, expect, it } from 'vitest';
import { authorityOf, displayName } from './session-state.ts';

describe('who is signed in', () => {
  it('is called by first and last name, or by e-mail', () => {
    const email = 'kari@signalbox.local';
    expect(displayName({ firstName: 'Kari', lastName: 'Nordmann', email })).toBe('Kari Nordmann');
    expect(displayName({ firstName: null, lastName: 'Nordmann', email })).toBe('Nordmann');
    expect(displayName({ firstName: '', lastName: null, email })).toBe(email);
  });

  it('has the authority of the first scope, and is anonymous without one', () => {
    const claims = { sub: 'a', iat: 1, exp: 2 };
    expect(authorityOf({ ...claims, scopes: ['TENANT_ADMIN', 'SYS_ADMIN'] })).toBe('TENANT_ADMIN');
    expect(authorityOf({ ...claims, scopes: [] })).toBe('ANONYMOUS');
    expect(authorityOf({ ...claims, scopes: ['REFRESH_TOKEN'] })).toBe('ANONYMOUS');
    expect(authorityOf(undefined)).toBe('ANONYMOUS');
  });
});
