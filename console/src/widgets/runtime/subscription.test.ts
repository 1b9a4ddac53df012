// biome-ignore-all lint/suspicious/noTemplateCurlyInString: patterns of widgets are written this way
import { describe, expect, it, vi } from 'vitest';
import type { LiveCommand, LiveListener, LiveMessage } from '../../api/live-socket.ts';
import { FIRST_RETRY_DELAY } from '../../api/retry-delays.ts';
import { timezoneShift } from '../../time-window/subscription-window.ts';
import type { Datasource } from '../model.ts';
import type { Scripts } from '../sandbox/scripts.ts';
import { testMachine } from '../sandbox/test-machine.ts';
import { createFrameSchedule } from './frame-schedule.ts';
import { createWidgetSubscription, type WidgetSubscriptionOptions } from './subscription.ts';

const NOW = 1_800_000_000_000;
const DEVICE = { entityType: 'DEVICE', id: '706010e0-e57e-11f1-a2cf-f30f015b2b9a' };

function fakeSocket() {
  const sent: LiveCommand[] = [];
  let listener: LiveListener | undefined;
  let begin: (() => LiveCommand) | undefined;
  let ended = 0;
  return {
    sent,
    ended: () => ended,
    receive: (message: LiveMessage) => listener?.message(message),
    fail: (message: LiveMessage) => listener?.error?.(message),
    reconnect: () => sent.push((begin as () => LiveCommand)()),
    live: {
      subscribe(_kind: string, start: () => LiveCommand, given: LiveListener) {
        begin = start;
        listener = given;
        sent.push(start());
        return { send: (command: LiveCommand) => void sent.push(command), unsubscribe: () => void ended++ };
      },
    },
  };
}

const temperature: Datasource = {
  type: 'entity',
  entityAliasId: 'a',
  dataKeys: [{ name: 'temperature', type: 'timeseries', label: '${entityName} °C', settings: {} }],
};

const resolved = {
  datasource: temperature,
  aliasName: 'Houses',
  entityFilter: { type: 'deviceType', deviceType: 'climate' },
  keyFilters: [],
  singleEntity: false,
};

function withKey(key: object): Datasource {
  return { ...temperature, dataKeys: [key] } as Datasource;
}

function start(options: Partial<WidgetSubscriptionOptions> = {}, scripts?: Scripts) {
  const socket = fakeSocket();
  const frames: (() => void)[] = [];
  let clock = 0;
  let time = NOW;
  const schedule = createFrameSchedule({ requestFrame: (run) => frames.push(run), now: () => clock, budget: 8 });
  /** What waits to be tried again, with its delay in ms. */
  const waiting = new Map<() => void, number>();
  const subscription = createWidgetSubscription(
    {
      kind: 'latest',
      datasources: [resolved],
      window: { realtime: { timewindowMs: 60_000, interval: 1000 }, aggregation: { type: 'NONE', limit: 100 } },
      stateData: false,
      ...options,
    },
    {
      live: socket.live,
      frames: schedule,
      now: () => time,
      serverOffset: 0,
      maxDatapoints: 500,
      failureText: String,
      scripts,
      wait(callback, ms) {
        waiting.set(callback, ms);
        return () => waiting.delete(callback);
      },
    },
  );
  const draw = () => {
    clock += 1000;
    for (const run of frames.splice(0)) run();
    return subscription.get();
  };
  /** Lets the waiting attempts happen; returns their delays. */
  const wake = () => {
    const due = [...waiting];
    waiting.clear();
    for (const [callback] of due) callback();
    return due.map(([, ms]) => ms);
  };
  const pass = (ms: number) => {
    time += ms;
  };
  return { socket, subscription, draw, wake, pass };
}

function page(value = '21.5', timeseries: Record<string, { ts: number; value: string }[]> = {}): LiveMessage {
  return {
    cmdUpdateType: 'ENTITY_DATA',
    errorCode: 0,
    data: {
      data: [
        {
          entityId: DEVICE,
          latest: {
            ENTITY_FIELD: {
              name: { ts: NOW, value: 'House A' },
              label: { ts: NOW, value: '' },
              additionalInfo: { ts: NOW, value: '' },
            },
            TIME_SERIES: { temperature: { ts: NOW - 1000, value } },
          },
          timeseries,
        },
      ],
      totalPages: 1,
      totalElements: 1,
      hasNext: false,
    },
  };
}
const update = (part: { latest?: object | null; timeseries?: object | null }): LiveMessage => ({
  cmdUpdateType: 'ENTITY_DATA',
  data: null,
  update: [{ entityId: DEVICE, latest: part.latest ?? null, timeseries: part.timeseries ?? null }],
});

describe('the data of a widget', () => {
  it('asks for the entities, then follows their latest values under the same command', () => {
    const { socket, draw } = start();
    expect(socket.sent).toEqual([
      {
        query: {
          entityFilter: { type: 'deviceType', deviceType: 'climate' },
          keyFilters: [],
          pageLink: {
            pageSize: 1024,
            page: 0,
            sortOrder: { key: { type: 'ENTITY_FIELD', key: 'createdTime' }, direction: 'DESC' },
          },
          entityFields: ['name', 'label', 'additionalInfo'].map((key) => ({ type: 'ENTITY_FIELD', key })),
          latestValues: [{ type: 'TIME_SERIES', key: 'temperature' }],
        },
      },
    ]);
    socket.receive(page());
    expect(socket.sent[1]).toEqual({ latestCmd: { keys: [{ type: 'TIME_SERIES', key: 'temperature' }] } });
    expect(draw()).toMatchObject({
      status: 'ready',
      rows: [{ dataKey: { label: 'House A °C' }, data: [[NOW - 1000, 21.5]] }],
    });
    socket.receive(update({ latest: { TIME_SERIES: { temperature: { ts: NOW, value: '22' } } } }));
    expect(draw().rows[0]?.data).toEqual([[NOW, 22]]);
  });

  it.each(['__proto__', 'constructor', 'toString'])('shows a key named %s only when there is a value', (name) => {
    const key = { name, type: 'timeseries', label: 'odd', settings: {} };
    for (const kind of ['latest', 'timeseries'] as const) {
      const { socket, draw } = start({ kind, datasources: [{ ...resolved, datasource: withKey(key) }] });
      socket.receive(page());
      socket.receive(update({ latest: { TIME_SERIES: {} }, timeseries: { other: [{ ts: NOW - 900, value: '1' }] } }));
      expect(draw().rows[0]?.data).toEqual([]);
      const values = { ts: NOW - 500, value: '7' };
      socket.receive(
        JSON.parse(
          JSON.stringify(
            update({
              latest: { TIME_SERIES: Object.fromEntries([[name, values]]) },
              timeseries: Object.fromEntries([[name, [values]]]),
            }),
          ),
        ) as LiveMessage,
      );
      expect(draw().rows[0]?.data).toEqual([[NOW - 500, 7]]);
    }
  });

  it('reads and follows values over time', () => {
    const { socket, draw } = start({ kind: 'timeseries' });
    socket.receive(page());
    expect(socket.sent[1]).toEqual({
      tsCmd: {
        keys: ['temperature'],
        startTs: NOW - 60_000,
        timeWindow: 60_000,
        interval: 1000,
        limit: 100,
        agg: 'NONE',
        fetchLatestPreviousPoint: false,
      },
    });
    expect(draw().status).toBe('loading');
    socket.receive(
      update({
        timeseries: {
          temperature: [
            { ts: NOW - 2000, value: '20' },
            { ts: NOW - 5000, value: '19' },
          ],
        },
      }),
    );
    socket.receive(update({ timeseries: { temperature: [{ ts: NOW - 500, value: '21' }] } }));
    expect(draw()).toMatchObject({
      status: 'ready',
      range: { minTime: NOW - 60_000, maxTime: NOW },
      rows: [
        {
          data: [
            [NOW - 5000, 19],
            [NOW - 2000, 20],
            [NOW - 500, 21],
          ],
        },
      ],
    });
  });

  it('sends everything at once after a reconnect and shows the old values until the new ones are here', () => {
    const { socket, draw } = start({ kind: 'timeseries' });
    socket.receive(page());
    socket.receive(update({ timeseries: { temperature: [{ ts: NOW - 2000, value: '20' }] } }));
    expect(draw().rows[0]?.data).toHaveLength(1);
    socket.reconnect();
    expect(socket.sent[2]).toHaveProperty('query');
    expect(socket.sent[2]).toHaveProperty('tsCmd');
    socket.receive(
      page('21', {
        temperature: [
          { ts: NOW - 2000, value: '20' },
          { ts: NOW - 1000, value: '23' },
        ],
      }),
    );
    expect(draw().rows[0]?.data).toHaveLength(2);
    expect(socket.sent).toHaveLength(3);
  });

  it('reads what is over again for a page with other entities, and shows the old values until they are here', () => {
    const { socket, draw } = start({
      kind: 'timeseries',
      window: {
        selectedTab: 1,
        history: { historyType: 1, fixedTimewindow: { startTimeMs: NOW - 60_000, endTimeMs: NOW } },
        aggregation: { type: 'NONE', limit: 100 },
      },
    });
    socket.receive(page());
    expect(socket.sent[1]).toHaveProperty('historyCmd');
    socket.receive(update({ timeseries: { temperature: [{ ts: NOW - 2000, value: '20' }] } }));
    expect(draw().rows[0]?.data).toHaveLength(1);
    const other = page();
    const data = other.data as { data: { entityId: typeof DEVICE }[] };
    const OTHER = { ...DEVICE, id: '81d5fd20-e57e-11f1-a2cf-f30f015b2b9a' };
    const [house] = data.data;
    socket.receive({ ...other, data: { ...data, data: [house, { ...house, entityId: OTHER }] } } as LiveMessage);
    expect(draw().rows.map((row) => row.data.length)).toEqual([1]);
    expect(socket.sent).toHaveLength(3);
    expect(socket.sent[2]).toEqual(socket.sent[1]);
    const points = { timeseries: { temperature: [{ ts: NOW - 3000, value: '19' }] } };
    const both = [DEVICE, OTHER].map((entityId) => ({ ...(update(points).update as object[])[0], entityId }));
    socket.receive({ ...update(points), update: both } as LiveMessage);
    expect(draw().rows.map((row) => row.data.length)).toEqual([1, 1]);
    expect(socket.sent).toHaveLength(3);
  });

  it('shows all there is of a live page that changes long after it was asked for', () => {
    const { socket, draw, pass } = start({
      kind: 'timeseries',
      window: { realtime: { timewindowMs: 60_000, interval: 1000 }, aggregation: { type: 'COUNT', limit: 100 } },
    });
    const points = (from: number) => ({
      temperature: [3500, 1500].map((ago) => ({ ts: from - ago, value: '2' })),
    });
    socket.receive(page());
    socket.receive(update({ timeseries: points(NOW) }));
    expect(draw().rows[0]?.data.map(([, value]) => value)).toEqual([2, 2]);
    pass(7_200_000);
    socket.receive(page('22', points(NOW + 7_200_000)));
    socket.receive(update({ timeseries: { temperature: [{ ts: NOW + 7_198_900, value: '5' }] } }));
    expect(draw().rows[0]?.data.map(([, value]) => value)).toEqual([2, 3]);
  });

  it.each(['latest', 'timeseries'] as const)('has the times of a zone after its clocks were changed: %s', (kind) => {
    const JUNE = 150 * 86_400_000;
    const changeOf = (zone: string) => timezoneShift(zone, NOW + JUNE) - timezoneShift(zone, NOW);
    // Wherever this runs, one of them has a change that is not made here at the same time.
    const timezone = ['Europe/Kyiv', 'UTC'].find((zone) => changeOf(zone) !== 0) as string;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { socket, draw, pass, subscription } = start({
      kind,
      window: {
        timezone,
        realtime: { timewindowMs: 60_000, interval: 1000 },
        aggregation: { type: 'NONE', limit: 100 },
      },
    });
    const timeOf = () => draw().rows[0]?.data[0]?.[0] ?? 0;
    const answer = (value: string, at: number) => {
      socket.receive(page(value, { temperature: [{ ts: at, value }] }));
      if (kind === 'timeseries') socket.receive(update({ timeseries: { temperature: [{ ts: at, value }] } }));
    };
    answer('20', NOW - 1000);
    const winter = timeOf() - (NOW - 1000);
    vi.advanceTimersByTime(60_000);
    const sent = socket.sent.length;
    pass(JUNE);
    vi.advanceTimersByTime(60_000);
    expect(socket.sent.length).toBe(sent + 1);
    expect(socket.sent.at(-1)).toHaveProperty('query');
    answer('21', kind === 'latest' ? NOW - 1000 : NOW + JUNE - 1000);
    expect(timeOf() - (kind === 'latest' ? NOW - 1000 : NOW + JUNE - 1000)).toBe(winter + changeOf(timezone));
    subscription.dispose();
    vi.useRealTimers();
  });

  it('is empty but ready when no entity is found', () => {
    const { socket, draw } = start({ kind: 'timeseries' });
    socket.receive({
      cmdUpdateType: 'ENTITY_DATA',
      data: { data: [], totalPages: 0, totalElements: 0, hasNext: false },
    });
    expect(draw()).toMatchObject({ status: 'ready', rows: [] });
  });

  it('says what the server refuses to answer, and does not ask again', () => {
    const { socket, draw, wake } = start();
    socket.fail({ errorCode: 2, errorMsg: 'Query is empty!' });
    expect(draw()).toMatchObject({ status: 'error', failure: { kind: 'query', message: 'Query is empty!' } });
    socket.fail({ errorCode: 3, errorMsg: 'No' });
    expect(draw()).toMatchObject({ status: 'error', failure: { kind: 'forbidden', message: 'No' } });
    expect(wake()).toEqual([]);
  });

  it('marks the keys that the user may not read', () => {
    const { socket, draw } = start();
    const refused = page();
    const [row] = (refused.data as { data: object[] }).data;
    Object.assign(row as object, { latest: {}, notPermitted: [{ type: 'TIME_SERIES', key: 'temperature' }] });
    socket.receive(refused);
    expect(draw().rows).toMatchObject([{ isForbidden: true, data: [] }]);
  });

  it('shows values that the user may read from now on, and no longer those that were withdrawn', () => {
    const { socket, draw } = start();
    socket.receive(page());
    expect(draw().rows).toMatchObject([{ data: [[NOW - 1000, 21.5]] }]);
    const refused = page();
    const [row] = (refused.data as { data: object[] }).data;
    Object.assign(row as object, { latest: {}, notPermitted: [{ type: 'TIME_SERIES', key: 'temperature' }] });
    socket.receive(refused);
    expect(draw().rows).toMatchObject([{ isForbidden: true, data: [] }]);
    socket.receive(page());
    expect(draw().rows).toMatchObject([{ data: [[NOW - 1000, 21.5]] }]);
    expect(draw().rows[0]).not.toHaveProperty('isForbidden');
    expect(socket.sent).toHaveLength(2);
  });

  it('asks again, less and less often, while the server fails, and shows values as soon as it answers', () => {
    const { socket, draw, wake } = start();
    socket.fail({ errorCode: 1, errorMsg: 'Internal Server error!' });
    expect(draw()).toMatchObject({ status: 'error', failure: { kind: 'server' } });
    expect(wake()).toEqual([FIRST_RETRY_DELAY]);
    expect(socket.ended()).toBe(1);
    expect(socket.sent).toHaveLength(2);
    socket.fail({ errorCode: 1, errorMsg: 'Internal Server error!' });
    expect(wake()).toEqual([2 * FIRST_RETRY_DELAY]);
    socket.receive(page('23'));
    expect(draw()).toMatchObject({ status: 'ready', rows: [{ data: [[NOW - 1000, 23]] }] });
    expect(draw().failure).toBeUndefined();
    expect(wake()).toEqual([]);
  });

  it('keeps what it showed while the server fails, and recovers with a reconnect too', () => {
    const { socket, draw, wake } = start();
    socket.receive(page('1'));
    expect(draw().status).toBe('ready');
    socket.fail({ errorCode: 1, errorMsg: 'Internal Server error!' });
    expect(draw()).toMatchObject({ status: 'error', rows: [{ data: [[NOW - 1000, 1]] }] });
    socket.reconnect();
    socket.receive(page('2'));
    expect(draw()).toMatchObject({ status: 'ready', rows: [{ data: [[NOW - 1000, 2]] }] });
    const commands = socket.sent.length;
    wake();
    expect(socket.sent).toHaveLength(commands);
  });

  it('recovers when the function of a key manages a later value', () => {
    const key = { ...temperature.dataKeys[0], postFuncBody: 'return value.text.length;', usePostProcessing: true };
    const { socket, draw } = start({ datasources: [{ ...resolved, datasource: withKey(key) }] }, testMachine());
    socket.receive(page());
    expect(draw()).toMatchObject({ status: 'error', failure: { kind: 'function' } });
    socket.receive(update({ latest: { TIME_SERIES: { temperature: { ts: NOW, value: '' } } } }));
    expect(draw().status).toBe('error');
    socket.receive(update({ latest: { TIME_SERIES: { temperature: { ts: 0, value: '' } } } }));
    expect(draw()).toMatchObject({ status: 'ready', rows: [{ data: [] }] });
  });

  it('lets the function of a key say what stands for a missing value', () => {
    const key = { ...temperature.dataKeys[0], postFuncBody: 'return value ? value : -1;', usePostProcessing: true };
    const { socket, draw } = start({ datasources: [{ ...resolved, datasource: withKey(key) }] }, testMachine());
    socket.receive(page());
    expect(draw().rows).toMatchObject([{ data: [[NOW - 1000, 21.5]] }]);
    socket.receive(update({ latest: { TIME_SERIES: { temperature: { ts: 0, value: '' } } } }));
    expect(draw().rows).toMatchObject([{ data: [[0, -1]] }]);
    socket.receive(update({ latest: { TIME_SERIES: { temperature: { ts: NOW, value: '3' } } } }));
    expect(draw().rows).toMatchObject([{ data: [[NOW, 3]] }]);
  });

  it('goes on showing the failure of one key when a value of another one comes', () => {
    const failing = { ...temperature.dataKeys[0], postFuncBody: 'return value.a.b;', usePostProcessing: true };
    const both = { ...temperature, dataKeys: [failing, { name: 'level', type: 'timeseries' }] } as Datasource;
    const { socket, draw } = start({ datasources: [{ ...resolved, datasource: both }] }, testMachine());
    socket.receive(page());
    socket.receive(update({ latest: { TIME_SERIES: { level: { ts: NOW, value: '1' } } } }));
    expect(draw()).toMatchObject({ status: 'error', failure: { kind: 'function' } });
  });

  it('counts entities', () => {
    const { socket, draw } = start({
      datasources: [
        {
          datasource: { type: 'entityCount', dataKeys: [{ name: 'count', type: 'count', label: 'Devices' }] },
          aliasName: '',
          entityFilter: {},
          keyFilters: [],
          singleEntity: false,
        },
      ],
    });
    expect(socket.sent).toEqual([{ query: { entityFilter: {}, keyFilters: [] } }]);
    socket.receive({ cmdUpdateType: 'COUNT_DATA', count: 17 });
    expect(draw().rows[0]?.data[0]?.[1]).toBe(17);
  });

  it('says what failed when a function of a key fails, instead of waiting for ever', () => {
    const key = { ...temperature.dataKeys[0], postFuncBody: 'return value.a.b;', usePostProcessing: true };
    const { socket, draw } = start({ datasources: [{ ...resolved, datasource: withKey(key) }] }, testMachine());
    socket.receive(page());
    expect(draw()).toMatchObject({ status: 'error', failure: { message: expect.stringContaining('(line 1)') } });
  });

  it('puts nothing together while nobody sees it, and shows everything when it is seen again', () => {
    const { socket, subscription, draw } = start();
    socket.receive(page('1'));
    expect(draw().rows[0]?.data[0]?.[1]).toBe(1);
    subscription.setPaused(true);
    socket.receive(update({ latest: { TIME_SERIES: { temperature: { ts: NOW, value: '2' } } } }));
    expect(draw().rows[0]?.data[0]?.[1]).toBe(1);
    subscription.setPaused(false);
    expect(draw().rows[0]?.data[0]?.[1]).toBe(2);
  });

  it('lets go of the command when nobody looks any more', () => {
    const { socket, subscription } = start();
    subscription.dispose();
    expect(socket.ended()).toBe(1);
  });
});
