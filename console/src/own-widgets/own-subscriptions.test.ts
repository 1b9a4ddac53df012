import { describe, expect, it } from 'vitest';
import type { DataRow, WidgetData } from '../widgets/model.ts';
import { withComparedRows } from './compared-rows.ts';
import { headerOf } from './own-header.ts';
import { pagedRequestOf, requestOf } from './own-requests.ts';
import { alarmPageOf, mergedParts, pageLinkOf, wantedParts } from './own-subscription-parts.ts';
import { permittedPage } from './permitted-page.ts';
import { createUpdates } from './wire-data.ts';

const ID = '784f394c-42b6-435a-983c-b7beff2784f9';

function row(name: string, id = 'a', datasourceIndex = 0, settings = {}): DataRow {
  const dataKey = { name, type: 'timeseries' as const, label: name, color: 'red', settings };
  const entity = { entityType: 'DEVICE', id, name: id, label: id, description: '' };
  return {
    datasourceIndex,
    datasource: { type: 'entity', dataKeys: [dataKey] },
    entity,
    aliasName: '',
    dataKey,
    data: [],
  };
}

const dataOf = (rows: DataRow[], more: Partial<WidgetData> = {}): WidgetData => ({
  status: 'ready',
  rows,
  entities: rows.map(({ entity }) => entity),
  pages: [{ totalElements: rows.length, hasNext: false }],
  ...more,
});

describe('rows that are compared with', () => {
  const wanted = { comparisonSettings: { showValuesForComparison: true } };
  const range = { minTime: 1, maxTime: 2 };
  const compared = (settings: object, byDefault = false) =>
    withComparedRows(
      dataOf([row('a')]),
      dataOf([row('a', 'a', 0, settings)], { range }),
      (label) => `${label} before`,
      String,
      byDefault,
    );

  it('come after the others, of the keys that want it', () => {
    const { rows } = compared(wanted);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({
      datasourceIndex: 1,
      origDatasourceIndex: 0,
      dataKey: { label: 'a before', color: '1', isAdditional: true },
    });
    expect(compared({}).rows).toHaveLength(1);
    expect(compared({}, true).rows).toHaveLength(2);
    expect(compared({ comparisonSettings: { showValuesForComparison: false } }, true).rows).toHaveLength(1);
  });

  it('have the name and the colour of their settings', () => {
    const comparisonSettings = { ...wanted.comparisonSettings, comparisonValuesLabel: 'Then', color: 'blue' };
    expect(compared({ comparisonSettings }).rows[1]?.dataKey).toMatchObject({ label: 'Then', color: 'blue' });
  });

  it('are told with their time', () => {
    const update = createUpdates()(compared(wanted));
    expect(update.comparisonTimeWindow).toEqual(range);
    expect(update.shape?.datasources[1]).toMatchObject({ isAdditional: true, origDatasourceIndex: 0 });
  });

  it('are none while nothing is compared', () => {
    const data = dataOf([row('a')]);
    expect(withComparedRows(data, undefined, String, String, true)).toBe(data);
  });
});

describe('what a script asks to be subscribed to', () => {
  it('is of a time of its own, unless it asks for that of the dashboard', () => {
    const timeWindowConfig = { realtime: { timewindowMs: 60_000 } };
    const timeOf = (options: object) => requestOf({ timeWindowConfig, ...options }, { type: 'timeseries' }).timeWindow;
    expect(timeOf({})).toEqual(timeWindowConfig);
    expect(timeOf({ useDashboardTimewindow: false })).toEqual(timeWindowConfig);
    expect(timeOf({ useDashboardTimewindow: true })).toBeUndefined();
  });

  it.each([
    [
      { entityType: 'ASSET', entityName: 'Hall' },
      { type: 'entityName', entityType: 'ASSET', entityNameFilter: 'Hall' },
    ],
    [
      { entityType: 'ASSET', entityNamePrefix: 'H' },
      { type: 'entityName', entityType: 'ASSET', entityNameFilter: 'H' },
    ],
    [
      { entityType: 'DEVICE', entityIds: [ID] },
      { type: 'entityList', entityType: 'DEVICE', entityList: [ID] },
    ],
  ])('names entities: %j', (datasource, entityFilter) => {
    const request = requestOf({ datasources: [{ type: 'entity', ...datasource, dataKeys: [] }] }, { type: 'latest' });
    expect(request.datasources[0]).toMatchObject({ entityFilter });
  });

  it.each([
    [{}, 'latest'],
    [{ type: 'alarm' }, 'alarm'],
    [{ type: 'rpc' }, 'latest'],
    ['nothing', 'latest'],
    [{ datasources: 5 }, 'latest'],
  ])('may be anything: %j', (options, type) => {
    expect(requestOf(options, { type: 'static' })).toMatchObject({ type, datasources: [], isPaged: false });
  });

  it.each([
    [
      { pageSize: 5, page: 2, textSearch: 'a' },
      { pageSize: 5, page: 2, textSearch: 'a' },
    ],
    [
      {},
      { pageSize: 1024, page: 0, sortOrder: { key: { type: 'ENTITY_FIELD', key: 'createdTime' }, direction: 'DESC' } },
    ],
    [{ pageSize: 1e9 }, { pageSize: 1024 }],
    [
      { sortOrder: { property: 'name', direction: 'ASC' } },
      { sortOrder: { key: { type: 'ENTITY_FIELD', key: 'name' }, direction: 'ASC' } },
    ],
    [
      { sortOrder: { key: { type: 'ATTRIBUTE', key: 'floor' }, direction: 'DESC' } },
      { sortOrder: { key: { type: 'ATTRIBUTE', key: 'floor' }, direction: 'DESC' } },
    ],
  ])('is a page: %j', (given, page) => {
    expect(pageLinkOf(given)).toMatchObject(page);
  });

  it.each([
    [{ targetDeviceAliasIds: ['a'] }, { entityAliasId: 'a' }],
    [{ targetDeviceIds: [ID] }, { entityType: 'DEVICE', entityId: ID }],
  ])('is the device that it calls: %j', (targets, datasource) => {
    const request = requestOf({ type: 'rpc', ...targets }, { type: 'static' });
    expect(request).toMatchObject({ type: 'latest', singleEntity: true, datasources: [datasource] });
  });

  it('is a page of alarms', () => {
    expect(alarmPageOf({ pageSize: 20, severityList: ['MAJOR'] })).toMatchObject({
      pageSize: 20,
      sortOrder: { key: { type: 'ALARM_FIELD', key: 'createdTime' } },
      alarms: { severityList: ['MAJOR'], statusList: [] },
    });
  });
});

describe('the queries of a subscription', () => {
  const alias = () => ({ alias: 'A', entityFilter: { type: 'x' }, resolveMultiple: true, stateEntity: false });
  const dashboard = {
    alias,
    keyFilters: () => [],
    timeWindow: { history: { timewindowMs: 3_600_000 }, selectedTab: 1 },
    revision: 3,
    environment: { serverOffset: 0, maxDatapoints: 1000, locale: 'en' },
  } as unknown as Parameters<typeof wantedParts>[2];
  const sources = [1, 2].map(() => ({ type: 'entity' as const, entityAliasId: 'A', dataKeys: [] }));
  const request = requestOf({ type: 'timeseries', datasources: sources }, { type: 'static' });

  it('are one, or two when it compares', () => {
    expect(wantedParts(request, new Map(), dashboard)).toMatchObject([{ wanted: { kind: 'timeseries', revision: 3 } }]);
    const comparing = { ...request, comparison: { comparisonEnabled: true, timeForComparison: 'days' } };
    expect(wantedParts(comparing, new Map(), dashboard).map(({ compared }) => compared !== undefined)).toEqual([
      false,
      true,
    ]);
  });

  it('are those whose pages are asked for', () => {
    const widget = { type: 'latest', config: { datasources: sources } } as never;
    const paged = pagedRequestOf(widget, {});
    expect(wantedParts(paged, new Map(), dashboard)).toEqual([]);
    const page = { pageLink: { pageSize: 5 }, keyFilters: [{ key: 'k' }] };
    expect(wantedParts(paged, new Map([[1, page]]), dashboard)).toMatchObject([
      {
        datasource: 1,
        wanted: { options: { pageLink: { pageSize: 5 }, datasources: [{ keyFilters: [{ key: 'k' }] }] } },
      },
    ]);
    expect(wantedParts(paged, new Map([[-1, page]]), dashboard)).toHaveLength(2);
  });

  it('say what is missing', () => {
    expect(() => wantedParts(request, new Map(), { ...dashboard, alias: () => undefined })).toThrow();
  });

  it('make one whole again', () => {
    const parts = [{ datasource: 1, data: dataOf([row('b', 'b')]) }];
    const whole = mergedParts(parts, 2, false);
    expect(whole.rows[0]?.datasourceIndex).toBe(1);
    expect(whole.pages).toEqual([undefined, { totalElements: 1, hasNext: false }]);
    expect(mergedParts([], 2, false)).toMatchObject({ status: 'ready', rows: [] });
  });
});

describe('what a frame wants in its header', () => {
  it('is taken as far as it can be', () => {
    const pressed: number[] = [];
    const header = headerOf(
      { title: 5, tooltip: 'T', isHidden: 'yes', buttons: [null, { name: 'B', icon: 'add' }] } as never,
      (index) => pressed.push(index),
    );
    header.buttons[1]?.run();
    expect(pressed).toEqual([1]);
    expect(header).toMatchObject({
      title: null,
      tooltip: 'T',
      isHidden: false,
      buttons: [{ name: '…' }, { name: 'B' }],
    });
  });
});

describe('pages that a widget may open', () => {
  it.each([
    ['/devices', '/devices'],
    [`/dashboards/${ID}?state=abc&accessToken=x`, `/dashboards/${ID}?state=abc`],
    ['/devices?accessToken=x', '/devices'],
  ])('%s', (address, page) => {
    expect(permittedPage(address)).toBe(page);
  });
  it.each([
    '//elsewhere.example',
    'https://elsewhere.example',
    '/login',
    '/\\elsewhere',
    '/api/x',
    'devices',
    '/oauth2/x',
  ])('not %s', (address) => {
    expect(permittedPage(address)).toBeUndefined();
  });
});
