import { describe, expect, it, vi } from 'vitest';
import type { DataUpdate, FrameContext } from '../../protocol.ts';
import type { Bridge } from '../bridge.ts';
import { WidgetSubscription } from './subscription.ts';
import { defaultsOf } from './subscription-info.ts';

const context = {
  widget: { type: 'latest', config: {} },
  texts: { overflow: 'The newest {{shown}} of {{total}} are shown' },
} as unknown as FrameContext;
const subscription = (options: object) => new WidgetSubscription({} as Bridge, 's1', () => context, { ...options });

/** Two entities of three, as the page tells them. */
const UPDATE: DataUpdate = {
  shape: {
    datasources: [{ entityId: 'a' }, { entityId: 'b' }],
    configured: [0, 0],
    rows: [],
    pages: [{ totalElements: 3, hasNext: true }],
  },
  values: [],
  timeWindow: {},
};

describe('subscriptions of scripts', () => {
  it('say that there are more entities than they have, unless that is not wanted', () => {
    const onSubscriptionMessage = vi.fn();
    const callbacks = { onSubscriptionMessage };
    const datasources = [{ type: 'entity' }];
    const told = subscription({ datasources, callbacks });
    told.take(UPDATE);
    const message = { severity: 'warn', message: 'The newest 2 of 3 are shown' };
    expect(onSubscriptionMessage.mock.calls).toEqual([[told, message]]);
    subscription({ datasources, callbacks, warnOnPageDataOverflow: false }).take(UPDATE);
    subscription({ datasources, callbacks, hasDataPageLink: true }).take(UPDATE);
    expect(onSubscriptionMessage).toHaveBeenCalledOnce();
  });

  it('say how a call has failed as it was said in 3.3.2, and know their device', async () => {
    const refused = { message: 'The device has refused: too hot', status: 502, statusText: 'too hot' };
    const call = vi.fn().mockRejectedValueOnce({ message: 'x', status: 504 }).mockRejectedValueOnce(refused);
    const of = new WidgetSubscription({ call, tell: vi.fn() } as unknown as Bridge, 's1', () => context, {
      type: 'rpc',
    });
    of.take(UPDATE);
    expect([of.targetDeviceId, of.targetDeviceIds]).toEqual(['a', ['a']]);
    const asked = () => new Promise((resolve) => of.sendTwoWayCommand('get').subscribe({ error: resolve }));
    await asked();
    expect(of.rpcErrorText).toBe('Request Timeout.');
    expect(await asked()).toBe(refused);
    expect(of.rpcErrorText).toBe('Error : 502 - too hot</br>The device has refused: too hot');
    expect(of.rpcRejection).toMatchObject({ status: 502 });
  });

  it('tell what was asked for beside what is shown', () => {
    const timeWindow = { minTime: 1000, maxTime: 61_000, interval: 10_000, aggregation: 'AVG' };
    const update: DataUpdate = { values: [], timeWindow };
    const past = { history: { historyType: 1, fixedTimewindow: { startTimeMs: 1000, endTimeMs: 61_000 } } };
    const follows = (timeWindowConfig: object) => {
      const made = new WidgetSubscription({} as Bridge, 's1', () => ({ ...context, serverOffset: 5 }), {
        timeWindowConfig,
      });
      made.take(update);
      return made;
    };
    const realtime = follows({ realtime: { timewindowMs: 60_000 } });
    expect(realtime.timeWindow).toEqual({ ...timeWindow, timezone: null, stDiff: 5 });
    const aggregation = { type: 'AVG', interval: 10_000, limit: 6 };
    const same = { startTs: 1000, timezone: null, stDiff: 5, tsOffset: 0, aggregation };
    expect(realtime.subscriptionTimewindow).toEqual({ ...same, realtimeWindowMs: 60_000 });
    const fixedWindow = { startTimeMs: 1000, endTimeMs: 61_000 };
    expect(follows(past).subscriptionTimewindow).toEqual({ ...same, fixedWindow });
    const here = new Date().getTimezoneOffset();
    expect(follows({ ...past, timezone: 'Asia/Kolkata' }).tsOffset).toBe((330 + here) * 60_000);
  });

  it('of alarms have a page', () => {
    const alarms = { data: [{ id: 1 }, { id: 2 }], totalElements: 5 };
    const of = new WidgetSubscription({ post: vi.fn() } as unknown as Bridge, 's1', () => context, { type: 'alarm' });
    of.subscribeForAlarms({ pageSize: 2, page: 1 });
    of.take({ values: [], timeWindow: {}, alarms });
    expect(of.alarms).toEqual({ ...alarms, totalPages: 3, hasNext: true });
    of.subscribeForAlarms({ pageSize: 2, page: 2 });
    of.take({ values: [], timeWindow: {}, alarms: { data: [{ id: 5 }], totalElements: 5 } });
    expect(of.alarms).toMatchObject({ totalPages: 3, hasNext: false });
  });

  it('are there once their entities are known', () => {
    const told = subscription({ datasources: [{ type: 'entity' }] });
    const next = vi.fn();
    told.init$.subscribe(next);
    expect(next).not.toHaveBeenCalled();
    told.take(UPDATE);
    told.take({ values: [], timeWindow: {} });
    expect(next).toHaveBeenCalledExactlyOnceWith(told);
    expect(told.datasources).toHaveLength(2);
  });

  it('that compare are told to begin again when the time of the dashboard is of another kind', () => {
    const forceReInit = vi.fn();
    const timeWindowUpdated = vi.fn();
    const callbacks = { forceReInit, timeWindowUpdated };
    const realtime = { selectedTab: 0, realtime: { timewindowMs: 60_000 } };
    const history = { selectedTab: 1, history: { historyType: 0, timewindowMs: 60_000 } };
    subscription({ callbacks }).dashboardTimeChanged(realtime, history);
    const own = { callbacks, comparisonEnabled: true, timeWindowConfig: { realtime: {} } };
    subscription(own).dashboardTimeChanged(realtime, history);
    const compares = subscription({ callbacks, comparisonEnabled: true });
    compares.dashboardTimeChanged(history, { ...history, history: { historyType: 0, timewindowMs: 1000 } });
    expect(forceReInit).not.toHaveBeenCalled();
    compares.dashboardTimeChanged(history, realtime);
    expect(forceReInit).toHaveBeenCalledOnce();
    expect(timeWindowUpdated).toHaveBeenCalledTimes(4);
  });

  it('that compare are told the same of a time of their own, which they may set themselves', () => {
    const forceReInit = vi.fn();
    const timeWindowUpdated = vi.fn();
    const post = vi.fn();
    const realtime = { selectedTab: 0, realtime: { timewindowMs: 60_000 } };
    const history = { selectedTab: 1, history: { historyType: 0, timewindowMs: 60_000 } };
    const options = { comparisonEnabled: true, timeWindowConfig: realtime, datasources: [] };
    const bridge = { post } as unknown as Bridge;
    const own = new WidgetSubscription(bridge, 's1', () => context, {
      ...options,
      callbacks: { forceReInit, timeWindowUpdated },
    });
    own.updateTimewindowConfig({ ...realtime, realtime: { timewindowMs: 1000 } });
    expect(forceReInit).not.toHaveBeenCalled();
    own.updateTimewindowConfig(history);
    expect(forceReInit).toHaveBeenCalledOnce();
    expect(post).toHaveBeenLastCalledWith('createSubscription', 's1', { ...options, timeWindowConfig: history });
    expect(timeWindowUpdated).toHaveBeenLastCalledWith(own, history);
    own.ownTimeChanged(realtime, true);
    expect(forceReInit).toHaveBeenCalledTimes(2);
    expect(post).toHaveBeenCalledTimes(2);
  });

  it('have the time that their options give them', () => {
    expect(subscription({}).useDashboardTimewindow).toBe(true);
    expect(subscription({ timeWindowConfig: { realtime: {} } }).useDashboardTimewindow).toBe(false);
    expect(subscription({ timeWindowConfig: {}, useDashboardTimewindow: true }).useDashboardTimewindow).toBe(true);
  });

  it('may have time, formats and the function for new values from their widget', () => {
    const dataUpdated = vi.fn();
    const dataLoading = vi.fn();
    const config = { useDashboardTimewindow: false, timewindow: { realtime: {} }, units: '°C', decimals: 1 };
    const wired = defaultsOf(config, { callbacks: { dataLoading } }, dataUpdated);
    expect(wired).toMatchObject({
      ...{ useDashboardTimewindow: false, timeWindowConfig: { realtime: {} }, units: '°C', decimals: 1 },
      callbacks: { dataLoading, onDataUpdated: dataUpdated },
    });
    expect(defaultsOf({}, {}, dataUpdated)).toMatchObject({ useDashboardTimewindow: true, legendConfig: null });
  });
});
