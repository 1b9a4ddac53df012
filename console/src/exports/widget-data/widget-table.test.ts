import { describe, expect, it } from 'vitest';
import { HISTORY_FIXED, HISTORY_TAB, type TimeWindow } from '../../time-window/model.ts';
import { type DataKey, NO_DATA, type WidgetConfig } from '../../widgets/model.ts';
import type { ResolvedDatasource } from '../../widgets/runtime/subscription.ts';
import {
  choicesOf,
  computedKeys,
  type FollowedByWidget,
  groupingOf,
  processedKeys,
  type TableWords,
  widgetTable,
} from './widget-table.ts';

const words: TableWords = {
  time: (zone) => `Time (${zone})`,
  timeOfColumn: 'Time of {{column}}',
  entity: 'Entity',
  period: 'Period',
  shown: 'Shown',
  compared: 'Compared',
};
const file = { format: 'csv', name: 'Chart' } as const;
const environment = { serverOffset: 0, maxDatapoints: 5000, locale: 'en-US' };
const START = Date.parse('2026-03-01T00:00:00Z');
const DAY = 86_400_000;
const history: TimeWindow = {
  selectedTab: HISTORY_TAB,
  timezone: 'UTC',
  history: {
    historyType: HISTORY_FIXED,
    interval: 60_000,
    fixedTimewindow: { startTimeMs: START, endTimeMs: START + DAY / 24 },
  },
  aggregation: { type: 'AVG', limit: 200 },
};
const key = (name: string, more: Partial<DataKey> = {}): DataKey => ({
  name,
  type: 'timeseries',
  label: name,
  ...more,
});

function source(dataKeys: DataKey[], more: Partial<ResolvedDatasource> = {}): ResolvedDatasource {
  return {
    datasource: { type: 'entity', dataKeys },
    aliasName: 'Meters',
    entityFilter: { type: 'entityType', entityType: 'DEVICE' },
    keyFilters: [],
    singleEntity: false,
    ...more,
  };
}

function chart(datasources: ResolvedDatasource[], more: Partial<FollowedByWidget> = {}): FollowedByWidget {
  const config: WidgetConfig = { units: 'kW' };
  const options = { datasources, window: history, stateData: false };
  return { config, data: { kind: 'timeseries', options }, also: {}, drawn: NO_DATA, environment, ...more };
}

describe('the table of a chart', () => {
  it('has its range, zone, buckets, and keys with labels and units', () => {
    const followed = chart([source([key('p', { label: 'Power' }), key('t', { units: '°C' })])]);
    expect(widgetTable(followed, 'asShown', file, words)).toEqual({
      ...file,
      kind: 'timeseries',
      timezone: 'UTC',
      titles: { time: 'Time (UTC)', entity: 'Entity' },
      columns: ['Power (kW)', 't (°C)'],
      sources: [
        expect.objectContaining({
          query: { entityFilter: { type: 'entityType', entityType: 'DEVICE' }, keyFilters: [] },
          keys: [
            { type: 'TIME_SERIES', key: 'p', column: 0 },
            { type: 'TIME_SERIES', key: 't', column: 1 },
          ],
          ...{ single: false, startTs: START, endTs: START + DAY / 24, aggregation: 'AVG', interval: 60_000 },
        }),
      ],
    });
  });

  it('has every stored point when that is chosen', () => {
    const followed = chart([source([key('p')])]);
    expect(choicesOf(followed)).toEqual(['asShown', 'allPoints']);
    expect(widgetTable(followed, 'allPoints', file, words)).toMatchObject({ sources: [{ aggregation: 'NONE' }] });
    const raw = { datasources: [source([key('p')])], window: history, stateData: true };
    expect(choicesOf(chart([], { data: { kind: 'timeseries', options: raw } }))).toEqual(['allPoints']);
  });

  it('has buckets of the calendar where the chart has them, and none in every stored point', () => {
    const year = { startTimeMs: START, endTimeMs: START + 300 * DAY };
    const window: TimeWindow = {
      ...history,
      history: { ...history.history, intervalType: 'MONTH', fixedTimewindow: year },
    };
    const options = { datasources: [source([key('p')])], window, stateData: false };
    const followed = chart([], { data: { kind: 'timeseries', options } });
    expect(groupingOf(followed)).toMatchObject({ type: 'AVG', calendar: 'MONTH' });
    expect(widgetTable(followed, 'asShown', file, words)).toMatchObject({
      sources: [{ aggregation: 'AVG', calendar: { zone: 'UTC', interval: 'MONTH' } }],
    });
    expect(JSON.stringify(widgetTable(followed, 'allPoints', file, words))).not.toContain('MONTH');
  });

  it('has one column for keys that are called the same in several sources, and two within one', () => {
    const followed = chart([source([key('p'), key('p')]), source([key('p')])]);
    const table = widgetTable(followed, 'asShown', file, words);
    expect(table?.columns).toEqual(['p (kW)', 'p (kW)']);
    expect(table).toMatchObject({ sources: [{ keys: [{ column: 0 }, { column: 1 }] }, { keys: [{ column: 0 }] }] });
  });

  it('has the compared time in rows of their own', () => {
    const options = { datasources: [source([key('p')])], window: history, stateData: false };
    const before = { startTimeMs: START - DAY, endTimeMs: START - DAY + DAY / 24 };
    const window = { ...history, history: { ...history.history, fixedTimewindow: before } };
    const followed = chart(options.datasources, {
      also: { comparison: { kind: 'timeseries', options: { ...options, window } } },
    });
    expect(widgetTable(followed, 'allPoints', file, words)).toMatchObject({
      titles: { period: 'Period' },
      columns: ['p (kW)'],
      sources: [
        { period: 'Shown', startTs: START },
        { period: 'Compared', startTs: START - DAY },
      ],
    });
  });

  it('ends now where it shows live values', () => {
    const now = START + DAY;
    const window: TimeWindow = { realtime: { timewindowMs: 60_000, interval: 1000 }, aggregation: { type: 'NONE' } };
    const options = { datasources: [source([key('p')])], window, stateData: false };
    const followed = chart([], { data: { kind: 'timeseries', options } });
    expect(widgetTable(followed, 'allPoints', file, words, now)).toMatchObject({
      sources: [{ startTs: now - 60_000, endTs: now }],
    });
  });

  it('leaves out what the browser computes, and says what a function changes', () => {
    const keys = [
      key('f', { type: 'function', funcBody: 'return 1' }),
      key('p', { usePostProcessing: true, postFuncBody: 'return value * 2' }),
    ];
    const followed = chart([source(keys)]);
    expect([computedKeys(followed), processedKeys(followed)]).toEqual([['f'], ['p']]);
    expect(widgetTable(followed, 'asShown', file, words)?.columns).toEqual(['p (kW)']);
    expect(choicesOf(chart([source(keys, { entityFilter: null })]))).toEqual([]);
  });

  it('names the entity of a label only where there is one', () => {
    const datasource = source([key('p', { label: `$${'{entityName}'} power` })]);
    const entity = (id: string) => ({ entityType: 'DEVICE', id, name: id, label: id, description: '' });
    const row = (id: string) => ({
      ...{ datasourceIndex: 0, datasource: datasource.datasource, entity: entity(id), aliasName: '', data: [] },
      dataKey: { ...key('p'), label: '', color: '', settings: {} },
    });
    const drawn = (...ids: string[]) => ({ ...NO_DATA, rows: ids.map(row) });
    const titles = (...ids: string[]) =>
      widgetTable(chart([datasource], { drawn: drawn(...ids) }), 'asShown', file, words)?.columns;
    expect(titles('A')).toEqual(['A power (kW)']);
    expect(titles('A', 'B')).toEqual(['power (kW)']);
  });
});

describe('the table of newest values', () => {
  const options = {
    datasources: [
      source([key('p'), key('site', { type: 'attribute' }), key('createdTime', { type: 'entityField' })], {
        singleEntity: true,
      }),
    ],
    window: { timezone: 'UTC' },
    stateData: false,
  };

  it('has the kinds of keys, and their times when they are wanted', () => {
    const followed = chart([], { data: { kind: 'latest', options } });
    expect(choicesOf(followed)).toEqual(['latest', 'latestWithTimes']);
    expect(widgetTable(followed, 'latestWithTimes', file, words)).toMatchObject({
      kind: 'latest',
      titles: { entity: 'Entity', time: 'Time of {{column}}' },
      sources: [{ single: true, keys: [{ type: 'TIME_SERIES' }, { type: 'ATTRIBUTE' }, { type: 'ENTITY_FIELD' }] }],
    });
  });

  it('has all pages of a table, with its search and order', () => {
    const sortOrder = { key: { type: 'TIME_SERIES', key: 'p' }, direction: 'DESC' } as const;
    const pageLink = { page: 3, pageSize: 10, textSearch: 'x', sortOrder };
    const followed = chart([], { data: { kind: 'latest', options: { ...options, pageLink } } });
    const table = widgetTable(followed, 'latest', file, words);
    expect(table).toMatchObject({ sources: [{ single: false, textSearch: 'x', sortOrder }] });
    expect(JSON.stringify(table)).not.toContain('pageSize');
  });

  it('may have the history of its trend', () => {
    const trend = {
      kind: 'timeseries',
      options: { datasources: options.datasources, window: history, stateData: false },
    } as const;
    const followed = chart([], { data: { kind: 'latest', options }, also: { trend } });
    expect(choicesOf(followed)).toEqual(['latest', 'latestWithTimes', 'asShown', 'allPoints']);
    expect(widgetTable(followed, 'allPoints', file, words)).toMatchObject({ kind: 'timeseries' });
  });
});

describe('the table of alarms', () => {
  it('has its fields, filters and time', () => {
    const alarms = { statusList: ['ACTIVE'], severityList: [], typeList: [], searchPropagatedAlarms: true };
    const sortOrder = { key: { type: 'ALARM_FIELD', key: 'createdTime' }, direction: 'DESC' } as const;
    const pageLink = { page: 1, pageSize: 10, sortOrder, alarms };
    const window: TimeWindow = { timezone: 'UTC', realtime: { timewindowMs: DAY } };
    const keys = [key('severity', { type: 'alarm', label: 'Severity' })];
    const followed = chart([], {
      config: {},
      data: { kind: 'alarms', options: { source: source(keys), window, pageLink } },
    });
    expect(choicesOf(followed)).toEqual(['alarms']);
    expect(widgetTable(followed, 'alarms', file, words)).toMatchObject({
      kind: 'alarms',
      columns: ['Severity'],
      keys: [{ type: 'ALARM_FIELD', key: 'severity', column: 0 }],
      pageLink: { statusList: ['ACTIVE'], timeWindow: DAY, sortOrder },
    });
  });
});
