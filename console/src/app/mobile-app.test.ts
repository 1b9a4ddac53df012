// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { handOverNavigation, isInMobileApp } from './mobile-app.ts';
import { askMobileApp, onToggleDashboardLayout, reportDashboardLayout, reportDashboardState } from './mobile-calls.ts';
import { listenToMobileApp } from './mobile-listener.ts';

const PATIENCE = { timeout: 20_000 };

const callHandler = vi.fn();
const navigate = vi.fn();
const reloadUser = vi.fn();

listenToMobileApp({ navigate, reloadUser, now: () => 1_700_000_000_000 });

beforeEach(() => {
  vi.resetAllMocks();
  Object.assign(window, { flutter_inappwebview: { callHandler } });
});
afterEach(() => Reflect.deleteProperty(window, 'flutter_inappwebview'));

function send(type: string, data?: object, source: MessageEventSource | null = null) {
  window.dispatchEvent(new MessageEvent('message', { data: JSON.stringify({ type, data }), source }));
}

describe('the mobile app', () => {
  it('hears what happens in a dashboard and where people want to go', () => {
    reportDashboardState('Tanks', true, false);
    reportDashboardLayout(true);
    handOverNavigation('/customers/1/devices', { customerId: '1' });
    expect(callHandler.mock.calls).toEqual([
      ['tbMobileDashboardStateNameHandler', 'Tanks'],
      ['tbMobileDashboardLoadedHandler', true, false],
      ['tbMobileDashboardLayoutHandler', true],
      ['tbMobileNavigationHandler', 'customers.1.devices', { customerId: '1' }],
    ]);
  });

  it('opens dashboards; the one that is open is loaded again', async () => {
    send('openDashboardMessage', { dashboardId: 'd1', state: 'W10', embedded: true, hideToolbar: true });
    send('openDashboardMessage', { dashboardId: 'd1' });
    send('openDashboardMessage', { dashboardId: 'd2', embedded: 'true' });
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledTimes(3), PATIENCE);
    expect(navigate.mock.calls.flat()).toEqual([
      '/dashboard/d1?state=W10&embedded=true&hideToolbar=true',
      '/dashboard/d1?reload=1700000000000',
      '/dashboard/d2',
    ]);
  });

  it('changes the user, and opens no dashboard before that is done', async () => {
    const loaded = Promise.withResolvers<void>();
    reloadUser.mockReturnValueOnce(loaded.promise);
    send('reloadUserMessage', { accessToken: 'a', refreshToken: 'r' });
    send('openDashboardMessage', { dashboardId: 'd3' });
    await vi.waitFor(() => expect(reloadUser).toHaveBeenCalledWith({ token: 'a', refreshToken: 'r' }), PATIENCE);
    expect(navigate).not.toHaveBeenCalled();
    loaded.resolve();
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith('/dashboard/d3'), PATIENCE);
  });

  it('still opens dashboards when its user could not be loaded', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    reloadUser.mockRejectedValueOnce(new Error('refused'));
    send('reloadUserMessage', { accessToken: 'a' });
    send('openDashboardMessage', { dashboardId: 'd4' });
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith('/dashboard/d4'), PATIENCE);
    expect(warned).toHaveBeenCalledOnce();
  });

  it.each<[unknown, string]>([
    [new Error('No camera'), 'No camera'],
    ['No camera', 'No camera'],
    [undefined, 'Failed to execute mobile action takePhoto'],
    [new Error(''), 'Failed to execute mobile action takePhoto'],
    [{ code: 7 }, 'Failed to execute mobile action takePhoto'],
  ])('says why it did not do what it was asked for (%o)', async (refusal, error) => {
    callHandler.mockRejectedValueOnce(refusal);
    expect(await askMobileApp('takePhoto')).toEqual({ hasResult: false, hasError: true, error });
  });

  it('opens and closes the right layout', async () => {
    const toggle = vi.fn();
    const stop = onToggleDashboardLayout(toggle);
    send('toggleDashboardLayout');
    await vi.waitFor(() => expect(toggle).toHaveBeenCalledOnce(), PATIENCE);
    stop();
    send('toggleDashboardLayout');
    send('openDashboardMessage', { dashboardId: 'd6' });
    // What was sent before has been read by then.
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledOnce(), PATIENCE);
    expect(toggle).toHaveBeenCalledOnce();
  });

  it('is not taken for what it is not: other pages, other messages, a browser', async () => {
    const inside = document.body.appendChild(document.createElement('iframe'));
    send('reloadUserMessage', { accessToken: 'a' }, inside.contentWindow);
    send('constructor');
    send('openDashboardMessage', { dashboardId: 7 });
    for (const data of ['{', 'text', 7, null, '{"data":{}}']) {
      window.dispatchEvent(new MessageEvent('message', { data }));
    }
    Reflect.deleteProperty(window, 'flutter_inappwebview');
    expect(isInMobileApp()).toBe(false);
    send('openDashboardMessage', { dashboardId: 'd5' });
    Object.assign(window, { flutter_inappwebview: { callHandler } });
    send('openDashboardMessage', { dashboardId: 'd7' });
    // What was sent before has been read by then.
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith('/dashboard/d7'), PATIENCE);
    Reflect.deleteProperty(window, 'flutter_inappwebview');
    expect([navigate, reloadUser].map((call) => call.mock.calls)).toEqual([[['/dashboard/d7']], []]);
    reportDashboardLayout(true);
    expect(callHandler).not.toHaveBeenCalled();
  });
});
