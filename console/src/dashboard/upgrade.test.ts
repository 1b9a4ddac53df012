import { describe, expect, it } from 'vitest';
import { orderedItems } from './grid.ts';
import { upgradedConfiguration } from './upgrade.ts';

const ID = '68a058e1-fdda-8482-715b-3ae4a488568e';
const WIDGET = {
  id: 'w',
  bundleAlias: 'cards',
  typeAlias: 'simple_card',
  type: 'latest',
  sizeX: 5,
  sizeY: 3,
  row: 2,
  col: 1,
};
/** Ids 1, 2, 3 … in the places of new ones. */
const counting = () => {
  let next = 0;
  return () => `00000000-0000-4000-8000-${String(++next).padStart(12, '0')}`;
};
const upgraded = (configuration: unknown) => upgradedConfiguration(configuration, 'Plant', counting());

describe('older formats (rest-content.md §5.7)', () => {
  it.each([[undefined], [null], [{}], [{ widgets: null }]])('%j is an empty dashboard', (configuration) => {
    expect(upgraded(configuration)).toMatchObject({
      widgets: {},
      entityAliases: {},
      filters: {},
      states: {
        default: { name: 'Plant', root: true, layouts: { main: { widgets: {}, gridSettings: { columns: 24 } } } },
      },
      settings: { stateControllerId: 'entity', showTitle: false, showEntitiesSelect: true, showDashboardExport: true },
    });
  });

  it('a list of widgets becomes a map, with new ids for those without', () => {
    const { id: _, ...nameless } = WIDGET;
    const { widgets } = upgraded({ widgets: [WIDGET, nameless] });
    expect(Object.keys(widgets)).toEqual(['w', '00000000-0000-4000-8000-000000000001']);
    expect(Object.values(widgets)[1]?.id).toBe('00000000-0000-4000-8000-000000000001');
  });

  it('without states, widgets stand where they say themselves', () => {
    const config = { mobileHeight: 4, mobileOrder: 2 };
    expect(upgraded({ widgets: { w: { ...WIDGET, config } } }).states.default?.layouts.main?.widgets).toEqual({
      w: { sizeX: 5, sizeY: 3, row: 2, col: 1, mobileHeight: 4, mobileOrder: 2 },
    });
  });

  it('what states and layouts lack is filled in', () => {
    const { states } = upgraded({
      states: { a: { name: 'A', layouts: { main: { widgets: {} } } }, b: { layouts: {} }, c: {} },
    });
    expect(states).toMatchObject({
      a: { name: 'A', root: true, layouts: { main: { gridSettings: { columns: 24, margin: 10 } } } },
      b: { name: 'b', root: false, layouts: { main: { widgets: {} } } },
      c: { name: 'c', root: false, layouts: { main: { widgets: {}, gridSettings: { columns: 24 } } } },
    });
  });

  it('what was set for the grid goes to the settings and to the first layout', () => {
    const gridSettings = {
      ...{ showTitle: true, titleColor: '#123456', showDevicesSelect: false },
      ...{ showDashboardTimewindow: false, showDashboardExport: false, columns: 12, margins: [3, 4] },
    };
    const states = {
      default: { name: 'A', root: true, layouts: { main: { widgets: {}, gridSettings: { columns: 24 } } } },
    };
    for (const one of [{ gridSettings }, { gridSettings, states }]) {
      const made = upgraded(one);
      expect(made.settings).toMatchObject({
        ...{ showTitle: true, titleColor: '#123456', showEntitiesSelect: false },
        ...{ showDashboardTimewindow: false, showDashboardExport: false },
      });
      expect(made.states.default?.layouts.main?.gridSettings).toEqual({ columns: 12, margin: 3 });
      expect(made).not.toHaveProperty('gridSettings');
    }
  });

  it.each([
    [{ deviceId: ID }, { type: 'entityList', entityType: 'DEVICE', entityList: [ID] }],
    [
      { deviceFilter: { useFilter: false, deviceList: [ID] } },
      { type: 'entityList', entityType: 'DEVICE', entityList: [ID] },
    ],
    [
      { deviceFilter: { useFilter: true, deviceNameFilter: 'Van' } },
      { type: 'entityName', entityType: 'DEVICE', entityNameFilter: 'Van' },
    ],
  ])('devices of aliases %j', (of, filter) => {
    const made = upgraded({ deviceAliases: { [ID]: { alias: 'Vans', ...of } } });
    expect(made.entityAliases).toMatchObject({ [ID]: { id: ID, alias: 'Vans', filter } });
    expect(made).not.toHaveProperty('deviceAliases');
  });

  it.each([
    [
      { entityType: 'ASSET', entityFilter: { useFilter: true, entityNameFilter: 'Hall' } },
      { type: 'entityName', entityType: 'ASSET', entityNameFilter: 'Hall' },
    ],
    [
      { entityType: 'ASSET', entityFilter: { useFilter: false, entityList: [ID] } },
      { type: 'entityList', entityType: 'ASSET', entityList: [ID] },
    ],
  ])('entities of aliases %j', (of, filter) => {
    expect(upgraded({ entityAliases: { [ID]: { id: ID, alias: 'Halls', ...of } } }).entityAliases).toMatchObject({
      [ID]: { filter },
    });
  });

  it('aliases get ids, by which widgets then know them', () => {
    const source = (more: object) => ({ type: 'device', dataKeys: [], ...more });
    const { entityAliases, widgets } = upgraded({
      deviceAliases: { 1: { alias: 'A', deviceId: ID }, two: { id: 'zwei', alias: 'B', deviceId: ID } },
      widgets: {
        w: {
          ...WIDGET,
          config: {
            datasources: [
              source({ deviceAliasId: 1 }),
              source({ deviceAliasId: 'two' }),
              source({ deviceAliasId: 'zwei' }),
            ],
            targetDeviceAliasIds: [1],
          },
        },
      },
    });
    const [first, second] = Object.keys(entityAliases);
    expect(widgets.w?.config.datasources?.map(({ type, entityAliasId }) => [type, entityAliasId])).toEqual([
      ['entity', first],
      ['entity', second],
      ['entity', second],
    ]);
    expect(widgets.w?.config.targetDeviceAliasIds).toEqual([first]);
  });

  it('datasources of a device name it', () => {
    const datasources = [{ type: 'device', deviceId: ID, deviceName: 'Van 1', dataKeys: [] }];
    expect(upgraded({ widgets: { w: { ...WIDGET, config: { datasources } } } }).widgets.w?.config.datasources).toEqual([
      { type: 'entity', entityType: 'DEVICE', entityId: ID, entityName: 'Van 1', dataKeys: [] },
    ]);
  });

  it('the first chart has another name today', () => {
    const chart = { ...WIDGET, isSystemType: true, bundleAlias: 'charts', typeAlias: 'timeseries' };
    expect(upgraded({ widgets: { w: chart } }).widgets.w?.typeAlias).toBe('basic_timeseries');
  });

  it.each([
    ['system.cards.simple_card', { isSystemType: true, bundleAlias: 'cards', typeAlias: 'simple_card' }],
    ['tenant.pumps.gauge', { isSystemType: false, bundleAlias: 'pumps', typeAlias: 'gauge' }],
  ])('types are written as one name by later versions: %s', (typeFullFqn, names) => {
    const { bundleAlias: _bundle, typeAlias: _type, ...widget } = WIDGET;
    expect(upgraded({ widgets: { w: { ...widget, typeFullFqn } } }).widgets.w).toMatchObject({ ...names, typeFullFqn });
    const bare = upgraded({ widgets: { w: { ...widget, typeFullFqn: 'tenant.gauge' } } }).widgets.w;
    expect(bare).not.toHaveProperty('typeAlias');
  });
});

describe('members of the wrong kind', () => {
  const of = (config: unknown) => upgraded({ widgets: { w: { ...WIDGET, config } } }).widgets.w?.config;

  it.each([
    [{ title: { a: 1 }, showTitle: 'yes', titleStyle: 'red', decimals: 'two', units: [] }, {}],
    [
      { title: 7, showTitle: 'false', decimals: '2', units: null },
      { title: '7', showTitle: false, decimals: 2, units: null },
    ],
    [
      { settings: { toString: 1, list: [{ valueOf: {} }, 2], label: 'a' } },
      { settings: { list: [{}, 2], label: 'a' } },
    ],
    [{ settings: 'none', actions: [], legendConfig: 3, datasources: {} }, {}],
    [{ actions: { headerButton: {}, rowClick: [null, { name: 5 }] } }, { actions: { rowClick: [{ name: '5' }] } }],
    [
      { datasources: [null, 'x', { type: 'function', dataKeys: [7, { name: 1, label: {}, settings: [] }] }] },
      { datasources: [{ type: 'function', dataKeys: [{ name: '1', label: '1' }] }] },
    ],
    [{ timewindow: { realtime: 'now', history: { timewindowMs: {} } } }, { timewindow: { history: {} } }],
    [
      {
        timewindow: {
          realtime: { timewindowMs: 1e17 },
          history: { historyType: 1, fixedTimewindow: { startTimeMs: 9e15, endTimeMs: 9e18 } },
        },
      },
      { timewindow: { realtime: {}, history: { historyType: 1 } } },
    ],
    [
      { timewindow: { history: { fixedTimewindow: { startTimeMs: '5', endTimeMs: 6 } } } },
      { timewindow: { history: { fixedTimewindow: { startTimeMs: 5, endTimeMs: 6 } } } },
    ],
    ['a text', {}],
  ])('of the configuration of a widget %j', (config, expected) => {
    expect(of(config)).toEqual(expected);
  });

  it('of a dashboard', () => {
    const made = upgraded({
      timewindow: 'today',
      settings: { showTitle: 'true', titleColor: {} },
      widgets: { w: WIDGET, x: 'none', y: { ...WIDGET, bundleAlias: {}, config: null } },
      states: {
        default: {
          name: {},
          layouts: { main: { widgets: { w: null, y: { row: 'a' } }, gridSettings: { backgroundColor: 5 } } },
        },
      },
      entityAliases: { [ID]: { alias: {}, filter: 'all' } },
      filters: { f: { filter: [], keyFilters: [null, { predicates: {} }] } },
    });
    expect(made).toMatchObject({
      settings: { showTitle: true },
      widgets: { w: {}, y: { config: {} } },
      states: {
        default: { name: 'default', layouts: { main: { widgets: { y: {} }, gridSettings: { backgroundColor: '5' } } } },
      },
      entityAliases: { [ID]: { alias: '' } },
      filters: { f: { filter: '', keyFilters: [{}] } },
    });
    expect(made).not.toHaveProperty('timewindow.length');
    expect(made.settings).not.toHaveProperty('titleColor');
  });

  it('and names that every object has', () => {
    const stored = JSON.parse(
      '{"widgets":{"__proto__":{"id":"x","config":{"__proto__":{"title":"y"}}}},"states":{"default":{"root":true,"layouts":{"main":{"widgets":{"constructor":{"row":1},"toString":{}}}}}}}',
    ) as object;
    const made = upgraded(stored);
    expect(Object.keys(made.widgets)).toEqual(['__proto__']);
    expect(({} as { id?: unknown }).id).toBeUndefined();
    const main = made.states.default?.layouts.main;
    expect(main && orderedItems(main, made.widgets)).toEqual([]);
  });
});
