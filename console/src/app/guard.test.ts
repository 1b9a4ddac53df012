// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { decide } from './guard.ts';
import { type SessionState, SIGNED_OUT } from './session-state.ts';

const at = (path: string) => new URL(path, 'http://console.test');
const signedIn: SessionState = { ...SIGNED_OUT, isAuthenticated: true, authority: 'TENANT_ADMIN' };
const visitor: SessionState = {
  ...SIGNED_OUT,
  isAuthenticated: true,
  authority: 'CUSTOMER_USER',
  forceFullscreen: true,
  claims: { sub: 'public-1', scopes: ['CUSTOMER_USER'], isPublic: true, iat: 1, exp: 2 },
};

describe('the guard of a page', () => {
  it('sends people who are not signed in to sign in, and lets them see the sign-in page', () => {
    expect(decide({}, at('/devices'), SIGNED_OUT, '/login')).toEqual({ kind: 'signIn' });
    expect(decide({ isPublic: true }, at('/login'), SIGNED_OUT, '/login')).toEqual({ kind: 'allow' });
  });

  it('opens the pages of links, whoever is signed in', () => {
    const handle = { isPublic: true, isOfLink: true };
    for (const state of [SIGNED_OUT, signedIn, visitor]) {
      expect(decide(handle, at('/login/createPassword?activateToken=1'), state, '/home')).toEqual({ kind: 'allow' });
    }
  });

  it('leads people who are signed in away from the sign-in page', () => {
    expect(decide({ isPublic: true }, at('/login'), signedIn, '/home')).toEqual({ kind: 'redirect', to: '/home' });
  });

  it('refuses a page that is not for this authority', () => {
    expect(decide({ authorities: ['SYS_ADMIN'] }, at('/tenants'), signedIn, '/home')).toEqual({ kind: 'forbidden' });
    expect(decide({ authorities: ['TENANT_ADMIN'] }, at('/devices'), signedIn, '/home')).toEqual({ kind: 'allow' });
  });

  it('opens a public link without sign-in, and another one as its own visitor', () => {
    const dashboard = { isDashboard: true };
    expect(decide(dashboard, at('/dashboard/1?publicId=public-1'), SIGNED_OUT, '/login')).toEqual({
      kind: 'public',
      publicId: 'public-1',
    });
    expect(decide(dashboard, at('/dashboard/1?publicId=public-1'), visitor, '/x')).toEqual({ kind: 'allow' });
    expect(decide(dashboard, at('/dashboard/1?publicId=public-2'), visitor, '/x')).toEqual({
      kind: 'public',
      publicId: 'public-2',
    });
    expect(decide({}, at('/devices'), visitor, '/x')).toEqual({ kind: 'signOut' });
  });

  it('leaves all but single dashboards to the mobile app that the page is shown in', () => {
    const inApp = (path: string, state = signedIn) => decide({}, at(path), state, '/home', true).kind;
    expect(inApp('/devices')).toBe('mobileApp');
    expect(inApp('/dashboards/1')).toBe('mobileApp');
    expect(inApp('/dashboard/1')).toBe('allow');
    expect(inApp('/devices', SIGNED_OUT)).toBe('signIn');
  });

  it('holds users with a full-screen dashboard to it, to allowed ones and to their profile', () => {
    const held: SessionState = { ...signedIn, forceFullscreen: true, allowedDashboardIds: ['d2'] };
    const home = '/dashboard/d1';
    expect(decide({}, at('/devices'), held, home)).toEqual({ kind: 'redirect', to: home });
    expect(decide({ isDashboard: true }, at('/dashboards/d2'), held, home)).toEqual({ kind: 'allow' });
    expect(decide({ isDashboard: true }, at('/dashboards/d3'), held, home)).toEqual({ kind: 'redirect', to: home });
    expect(decide({}, at('/profile'), held, home)).toEqual({ kind: 'allow' });
  });
});
