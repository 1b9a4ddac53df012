import { SESSION_ENDED_CLOSE, TOKEN_EXPIRED_CLOSE } from '@signalbox/contract/live-codes';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANSWER_DELAY, createLiveSocket, ENDED_DELAY, IDLE_DELAY, RECONNECT_DELAY, socketUrl } from './live-socket.ts';

class FakeSocket {
  readyState = 0;
  readonly frames: Record<string, Record<string, unknown>[]>[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number; reason: string }) => void;
  closed = false;
  send(text: string) {
    this.frames.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  breakOff(code = 1006, reason = '') {
    this.readyState = 3;
    this.onclose?.({ code, reason });
  }
  receive(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function setUp() {
  const sockets: FakeSocket[] = [];
  const reports: string[] = [];
  const urls: string[] = [];
  const checkSession = vi.fn(async () => undefined);
  const live = createLiveSocket({
    url: () => 'ws://test',
    validToken: () => Promise.resolve('token'),
    renewedToken: (expired) => Promise.resolve(`newer ${expired}`),
    checkSession,
    openSocket: (url) => {
      urls.push(url);
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
    report: (message) => reports.push(message),
  });
  return { live, sockets, reports, urls, checkSession };
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe('the live connection', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('opens with the first subscriber and sends at most ten commands a frame, all nine lists in each', async () => {
    const { live, sockets } = setUp();
    expect(sockets).toHaveLength(0);
    for (let n = 0; n < 12; n++) live.subscribe('entityData', () => ({ query: { n } }), { message() {} });
    live.subscribe('timeseries', () => ({ entityId: 'x' }), { message() {} });
    await settle();
    sockets[0]?.open();
    expect(sockets[0]?.frames).toHaveLength(2);
    const [first, second] = sockets[0]?.frames ?? [];
    expect(Object.keys(first ?? {})).toHaveLength(9);
    // Time series are picked first, whatever came first.
    expect(first?.tsSubCmds).toHaveLength(1);
    expect(first?.entityDataCmds).toHaveLength(9);
    expect(second?.entityDataCmds).toHaveLength(3);
  });

  it('names the lists that are not in the protocol only where they have commands', async () => {
    const { live, sockets } = setUp();
    const changes = live.subscribe('alarmChanges', () => ({ entityId: null }), { message() {} });
    await settle();
    sockets[0]?.open();
    expect(sockets[0]?.frames[0]).toMatchObject({ alarmChangesCmds: [{ cmdId: 1, entityId: null }], tsSubCmds: [] });
    changes.unsubscribe();
    await settle();
    expect(sockets[0]?.frames[1]).toMatchObject({ alarmChangesUnsubscribeCmds: [{ cmdId: 1 }] });
    expect(sockets[0]?.frames[1]).not.toHaveProperty('alarmChangesCmds');
  });

  it('brings each message to its subscriber', async () => {
    const { live, sockets, reports } = setUp();
    const one = vi.fn();
    const two = vi.fn();
    live.subscribe('attributes', () => ({}), { message: one });
    live.subscribe('entityCount', () => ({}), { message: two });
    await settle();
    sockets[0]?.open();
    sockets[0]?.receive({ subscriptionId: 1, errorCode: 0, data: {} });
    sockets[0]?.receive({ cmdId: 2, errorCode: 0, count: 7, cmdUpdateType: 'COUNT_DATA' });
    sockets[0]?.receive({ cmdId: 2, errorCode: 2, errorMsg: 'Bad request' });
    expect(one).toHaveBeenCalledOnce();
    expect(two).toHaveBeenCalledOnce();
    expect(reports).toEqual(['Bad request']);
  });

  it('comes back two seconds after a break, with new ids and what is wanted then', async () => {
    const { live, sockets, reports } = setUp();
    let window = 1;
    const gone = live.subscribe('entityData', () => ({ window: 0 }), { message() {} });
    live.subscribe('entityData', () => ({ window }), { message() {} });
    await settle();
    sockets[0]?.open();
    gone.unsubscribe();
    await settle();
    expect(sockets[0]?.frames.at(-1)?.entityDataUnsubscribeCmds).toEqual([{ cmdId: 1 }]);
    window = 2;
    sockets[0]?.breakOff(4500);
    expect(live.state.get().status).toBe('offline');
    expect(reports).toEqual(['4500']);
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY);
    expect(sockets).toHaveLength(2);
    sockets[1]?.open();
    expect(live.state.get().status).toBe('live');
    expect(sockets[1]?.frames[0]?.entityDataCmds).toEqual([{ window: 2, cmdId: 1 }]);
  });

  it('comes back at once and without a word when its token has expired, with a new one', async () => {
    const { live, sockets, reports, urls } = setUp();
    const message = vi.fn();
    live.subscribe('entityData', () => ({ query: {} }), { message });
    await settle();
    sockets[0]?.open();
    const states: string[] = [];
    live.state.subscribe(() => states.push(live.state.get().status));
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY + 1);
    sockets[0]?.receive({ cmdId: 1, errorCode: 0, data: {} });
    sockets[0]?.breakOff(TOKEN_EXPIRED_CLOSE.code, TOKEN_EXPIRED_CLOSE.reason);
    await settle();
    expect(urls.map((url) => new URL(url).searchParams.get('token'))).toEqual(['token', 'newer token']);
    sockets[1]?.open();
    sockets[1]?.receive({ cmdId: 1, errorCode: 0, data: {} });
    expect(message).toHaveBeenCalledTimes(2);
    expect(states).toEqual([]);
    expect(reports).toEqual([]);
    // A server whose tokens are over as soon as they are used is not asked without a pause.
    sockets[1]?.breakOff(TOKEN_EXPIRED_CLOSE.code, TOKEN_EXPIRED_CLOSE.reason);
    await settle();
    expect(sockets).toHaveLength(2);
    expect(live.state.get().status).toBe('offline');
  });

  it('asks whether the session goes on when the server says that it has ended, without a word', async () => {
    const { live, sockets, reports, checkSession } = setUp();
    live.subscribe('entityData', () => ({ query: {} }), { message() {} });
    await settle();
    sockets[0]?.open();
    checkSession.mockRejectedValueOnce(new Error('The session has ended'));
    sockets[0]?.breakOff(SESSION_ENDED_CLOSE.code, SESSION_ENDED_CLOSE.reason);
    // Whoever has just signed out is told by that.
    await vi.advanceTimersByTimeAsync(ENDED_DELAY - 1);
    expect(checkSession).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect([checkSession.mock.calls.length, sockets.length, reports]).toEqual([1, 1, []]);
    // As long as there is no answer it is asked again.
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY);
    expect([checkSession.mock.calls.length, sockets.length, reports]).toEqual([2, 2, []]);
    sockets[1]?.open();
    sockets[1]?.breakOff(SESSION_ENDED_CLOSE.code, SESSION_ENDED_CLOSE.reason);
    live.reset();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([checkSession.mock.calls.length, sockets.length]).toEqual([2, 2]);
  });

  it('asks whether the session goes on when no socket can be opened, and seldom while that stays so', async () => {
    const { live, sockets, checkSession } = setUp();
    live.subscribe('entityData', () => ({ query: {} }), { message() {} });
    await settle();
    for (let attempt = 0; attempt < 16; attempt++) {
      sockets[attempt]?.breakOff();
      await vi.advanceTimersByTimeAsync(RECONNECT_DELAY);
    }
    expect([sockets.length, checkSession.mock.calls.length]).toEqual([17, 2]);
    sockets[16]?.open();
    sockets[16]?.breakOff();
    await vi.advanceTimersByTimeAsync(RECONNECT_DELAY);
    expect([sockets.length, checkSession.mock.calls.length]).toEqual([18, 2]);
  });

  it('closes 90 s after the last subscriber has gone, unless one comes', async () => {
    const { live, sockets } = setUp();
    const subscription = live.subscribe('attributes', () => ({ scope: 'S' }), { message() {} });
    await settle();
    sockets[0]?.open();
    subscription.unsubscribe();
    await settle();
    expect(sockets[0]?.frames.at(-1)?.attrSubCmds).toEqual([{ scope: 'S', cmdId: 1, unsubscribe: true }]);
    await vi.advanceTimersByTimeAsync(IDLE_DELAY - 1);
    expect(sockets[0]?.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(sockets[0]?.closed).toBe(true);
    expect(live.state.get().status).toBe('idle');
  });

  it('says that it is delayed while a first answer is owed', async () => {
    const { live, sockets } = setUp();
    live.subscribe('entityCount', () => ({}), { message() {} });
    const other = live.subscribe('entityData', () => ({}), { message() {} });
    await settle();
    sockets[0]?.open();
    expect(live.state.get().status).toBe('live');
    await vi.advanceTimersByTimeAsync(ANSWER_DELAY);
    expect(live.state.get().status).toBe('delayed');
    sockets[0]?.receive({ cmdId: 1, errorCode: 0, count: 7, cmdUpdateType: 'COUNT_DATA' });
    expect(live.state.get().status).toBe('delayed');
    other.unsubscribe();
    expect(live.state.get().status).toBe('live');
    await vi.advanceTimersByTimeAsync(ANSWER_DELAY);
    expect(live.state.get().status).toBe('live');
  });

  it('forgets everything when the user changes', async () => {
    const { live, sockets } = setUp();
    const message = vi.fn();
    live.subscribe('attributes', () => ({}), { message });
    await settle();
    sockets[0]?.open();
    live.reset();
    sockets[0]?.receive({ subscriptionId: 1, errorCode: 0, data: {} });
    expect(message).not.toHaveBeenCalled();
    expect(sockets[0]?.closed).toBe(true);
  });

  it('has an address with its port', () => {
    expect(socketUrl({ protocol: 'https:', hostname: 'a.b', port: '' })).toBe('wss://a.b:443/api/ws/plugins/telemetry');
    expect(socketUrl({ protocol: 'http:', hostname: 'a.b', port: '8080' })).toBe(
      'ws://a.b:8080/api/ws/plugins/telemetry',
    );
  });
});
