// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ask } from './dialogs.ts';
import { checkAccess, decide, showForbidden } from './guard.ts';
import { mayLeave } from './leave-guard.ts';
import { session } from './session.ts';
import { type SessionState, SIGNED_OUT } from './session-state.ts';

vi.mock('./dialogs.ts', () => ({ ask: vi.fn(async () => false) }));
vi.mock('./leave-guard.ts', () => ({ mayLeave: vi.fn(async () => true) }));

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
    expect(decide({}, at('/devices'), visitor, '/x')).toEqual({ kind: 'leavePublic' });
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

  it('leads from an address without a page to the one that the authority has there', () => {
    const redirectTo = { SYS_ADMIN: '/settings/general', TENANT_ADMIN: '/settings/home' };
    const system: SessionState = { ...signedIn, authority: 'SYS_ADMIN' };
    expect(decide({ redirectTo }, at('/settings'), signedIn, '/home')).toMatchObject({ to: '/settings/home' });
    expect(decide({ redirectTo }, at('/settings'), system, '/home')).toMatchObject({ to: '/settings/general' });
    expect(decide({ redirectTo: '/tenants' }, at('/x'), system, '/home')).toMatchObject({ to: '/tenants' });
    const handle = { authorities: ['SYS_ADMIN'] as const, redirectTo };
    expect(decide(handle, at('/settings'), signedIn, '/home')).toEqual({ kind: 'forbidden' });
  });

  it('no longer counts a public id with which nobody could be signed in', () => {
    const refused = { refusedPublicId: 'bad' };
    const address = at('/dashboard/1?state=x&publicId=bad');
    for (const state of [SIGNED_OUT, signedIn]) {
      expect(decide({}, address, { ...state, ...refused }, '/home')).toEqual({
        kind: 'redirect',
        to: '/dashboard/1?state=x',
      });
    }
    expect(decide({}, at('/dashboard/1?publicId=good'), { ...SIGNED_OUT, ...refused }, '/login')).toEqual({
      kind: 'public',
      publicId: 'good',
    });
  });
});

describe('the guard at work', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    vi.mocked(ask).mockClear();
    Reflect.deleteProperty(window, 'flutter_inappwebview');
    sessionStorage.clear();
    window.history.replaceState(null, '', '/');
  });

  const withState = (state: SessionState) => {
    vi.spyOn(session, 'get').mockReturnValue(state);
    return vi.spyOn(session, 'loaded').mockResolvedValue(state);
  };
  /** Where a page leads instead of opening; undefined when it opens. */
  const redirectFrom = async (handle: Parameters<typeof checkAccess>[0], path: string, params = {}) => {
    try {
      await checkAccess(handle, at(path), params);
      return undefined;
    } catch (thrown) {
      return (thrown as Response).headers.get('location');
    }
  };

  it('waits until the user is known', async () => {
    const known = Promise.withResolvers<SessionState>();
    vi.spyOn(session, 'loaded').mockReturnValue(known.promise);
    let hasOpened = false;
    const opened = checkAccess({}, at('/devices'), {}).then(() => {
      hasOpened = true;
    });
    await Promise.resolve();
    expect(hasOpened).toBe(false);
    known.resolve(signedIn);
    await opened;
    expect(hasOpened).toBe(true);
  });

  it('signs a visitor in by the public id of the address, and in again by another one', async () => {
    const loaded = withState(SIGNED_OUT);
    const signIn = vi.spyOn(session, 'signInPublic').mockImplementation(async (publicId) => {
      const claims = { ...visitor.claims, sub: publicId } as SessionState['claims'];
      loaded.mockResolvedValue({ ...visitor, claims });
    });
    expect(await redirectFrom({ isDashboard: true }, '/dashboard/1?publicId=public-1')).toBeUndefined();
    expect(await redirectFrom({ isDashboard: true }, '/dashboard/1?publicId=public-2')).toBeUndefined();
    expect(signIn.mock.calls).toEqual([['public-1'], ['public-2']]);
  });

  it('signs a visitor out who leaves what is public', async () => {
    withState(visitor);
    const leavePublic = vi.spyOn(session, 'leavePublic').mockResolvedValue(false);
    expect(await redirectFrom({}, '/devices')).toBe('/login');
    expect(leavePublic).toHaveBeenCalledOnce();
  });

  it('goes on with who is signed in in the browser when a visitor leaves what is public', async () => {
    const loaded = withState(visitor);
    vi.spyOn(session, 'leavePublic').mockImplementation(async () => {
      loaded.mockResolvedValue(signedIn);
      return true;
    });
    expect(await redirectFrom({}, '/devices')).toBeUndefined();
  });

  it('hands what is not a single dashboard to the mobile app, and stays where it is', async () => {
    withState(signedIn);
    expect(await redirectFrom({ isDashboard: true }, '/dashboard/1')).toBeUndefined();
    window.history.replaceState(null, '', '/dashboard/1');
    const callHandler = vi.fn();
    Object.assign(window, { flutter_inappwebview: { callHandler } });
    expect(await redirectFrom({}, '/dashboards/7', { dashboardId: '7' })).toBe('/dashboard/1');
    expect(callHandler).toHaveBeenCalledWith('tbMobileNavigationHandler', 'dashboards.7', { dashboardId: '7' });
  });

  it('goes back when a step through the history led to what the mobile app shows', async () => {
    withState(signedIn);
    Object.assign(window, { flutter_inappwebview: { callHandler: vi.fn() } });
    expect(await redirectFrom({ isDashboard: true }, '/dashboard/1')).toBeUndefined();
    // The browser has changed the address already.
    window.history.replaceState(null, '', '/devices');
    expect(await redirectFrom({}, '/devices')).toBe('/dashboard/1');
  });

  it.each(['/', '/login'])('leaves the first page to the mobile app once when the address is %s', async (address) => {
    withState(SIGNED_OUT);
    expect(await redirectFrom({ isPublic: true }, '/login')).toBeUndefined();
    withState(signedIn);
    window.history.replaceState(null, '', address);
    const callHandler = vi.fn();
    Object.assign(window, { flutter_inappwebview: { callHandler } });
    const settled = vi.fn();
    void checkAccess({}, at('/home'), {}).then(settled, settled);
    await expect.poll(() => callHandler).toHaveBeenCalled();
    await new Promise((resolve) => setTimeout(resolve));
    expect(callHandler.mock.calls).toEqual([['tbMobileNavigationHandler', 'home', {}]]);
    expect(settled).not.toHaveBeenCalled();
  });

  it('signs out where something is forbidden once the person agrees to lose what is not saved', async () => {
    const signOut = vi.spyOn(session, 'signOut').mockResolvedValue();
    vi.mocked(ask).mockResolvedValue(true);
    vi.mocked(mayLeave).mockResolvedValueOnce(false);
    await showForbidden();
    expect(signOut).not.toHaveBeenCalled();
    await showForbidden();
    expect(signOut).toHaveBeenCalledOnce();
    vi.mocked(ask).mockResolvedValue(false);
  });

  it('says that a page is forbidden, and stays where it is', async () => {
    withState(signedIn);
    expect(await redirectFrom({}, '/devices')).toBeUndefined();
    window.history.replaceState(null, '', '/devices');
    expect(await redirectFrom({ authorities: ['SYS_ADMIN'] }, '/tenants')).toBe('/devices');
    expect(ask).toHaveBeenCalledOnce();
  });

  it('keeps the address for after the sign-in', async () => {
    withState(SIGNED_OUT);
    expect(await redirectFrom({}, '/devices?page=2')).toBe('/login');
    expect(session.takeRedirect()).toBe('/devices?page=2');
  });

  it('writes down when it fails, and opens nothing', async () => {
    vi.spyOn(session, 'loaded').mockRejectedValue(new Error('broken'));
    const written = vi.spyOn(console, 'error').mockImplementation(() => {});
    window.history.replaceState(null, '', '/devices');
    expect(await redirectFrom({}, '/tenants')).toBe('/devices');
    expect(written).toHaveBeenCalledOnce();
  });
});
