import { describe, expect, it } from 'vitest';
import type { DashboardConfiguration, Layout, LayoutItem } from '../../dashboard/configuration.ts';
import type { Widget } from '../../widgets/model.ts';
import { dashboardChanges } from './differences.ts';
import { addWidget, type EditedDashboard, removeWidgets, withItems, withWidget } from './edited-dashboard.ts';
import { newWidget } from './new-widget.ts';
import { itemsAt, movedBy, placeFor, rescaled, resizedBy } from './placing.ts';
import { pasteItem, pasteReference, readWidgetItem, widgetItem } from './widget-item.ts';

const MAIN = { state: 'default', layout: 'main' } as const;
const OTHER = { state: 'other', layout: 'main' } as const;

const cells = (col: number, row: number, sizeX: number, sizeY: number): LayoutItem => ({ col, row, sizeX, sizeY });
const layout = (widgets: Record<string, LayoutItem>, columns = 24): Layout => ({ widgets, gridSettings: { columns } });

const widget = (id: string, config: Widget['config'] = {}): Widget => ({
  ...{ id, isSystemType: true, bundleAlias: 'cards', typeAlias: 'entities_table', type: 'latest' },
  ...{ sizeX: 4, sizeY: 4, row: 0, col: 0, config: { title: id, ...config } },
});

function dashboard(members: Partial<DashboardConfiguration> = {}): EditedDashboard {
  return {
    title: 'Plant',
    configuration: {
      settings: {},
      widgets: { a: widget('a'), b: widget('b') },
      states: {
        default: {
          name: 'Plant',
          root: true,
          layouts: { main: layout({ a: cells(0, 0, 4, 4), b: cells(4, 0, 4, 4) }) },
        },
        other: { name: 'Other', root: false, layouts: { main: layout({}) } },
      },
      entityAliases: {},
      filters: {},
      ...members,
    },
  };
}

const two = layout({ a: cells(0, 0, 4, 4), b: cells(4, 0, 4, 4) });

describe('places', () => {
  it.each([
    ['into free cells', ['a'], 0, 4, { a: cells(0, 4, 4, 4) }, true],
    ['not onto another widget', ['a'], 2, 0, { a: cells(2, 0, 4, 4) }, false],
    ['not beyond the first column or row', ['a'], -3, -3, { a: cells(0, 0, 4, 4) }, true],
    ['not beyond the last column', ['b'], 40, 0, { b: cells(20, 0, 4, 4) }, true],
    ['together', ['a', 'b'], 1, 1, { a: cells(1, 1, 4, 4), b: cells(5, 1, 4, 4) }, true],
    [
      'together as far as the first of them can',
      ['a', 'b'],
      -2,
      0,
      { a: cells(0, 0, 4, 4), b: cells(4, 0, 4, 4) },
      true,
    ],
  ] as const)('moves widgets %s', (_, ids, x, y, to, isFree) => {
    const placed = movedBy(two, ids, x, y);
    expect(Object.fromEntries(placed.cells)).toEqual(to);
    expect(placed.isFree).toBe(isFree);
  });

  it.each([
    ['its last edges', { x: 1, y: 1 }, -2, 3, cells(0, 0, 2, 7), true],
    ['its first edges, and keeps the others where they are', { x: -1, y: -1 }, 1, 1, cells(1, 1, 3, 3), true],
    ['to one cell at least', { x: 1, y: 0 }, -9, 0, cells(0, 0, 1, 4), true],
    ['not over another widget', { x: 1, y: 0 }, 1, 0, cells(0, 0, 5, 4), false],
  ] as const)('resizes a widget by %s', (_, edges, x, y, to, isFree) => {
    const placed = resizedBy(two, 'a', edges, x, y);
    expect(placed.cells.get('a')).toEqual(to);
    expect(placed.isFree).toBe(isFree);
  });

  it('lets widgets go that stood one over the other when they came', () => {
    const over = layout({ a: cells(0, 0, 4, 4), b: cells(2, 2, 4, 4) });
    expect(movedBy(over, ['a'], 1, 1).isFree).toBe(true);
  });

  it('keeps what a layout says of a widget besides its place', () => {
    const item = { ...cells(0, 0, 4, 4), mobileOrder: 3 };
    expect(itemsAt(layout({ a: item }), movedBy(layout({ a: item }), ['a'], 1, 0).cells)).toEqual({
      a: { ...cells(1, 0, 4, 4), mobileOrder: 3 },
    });
  });

  it.each([
    ['below all others', 24, 1, undefined, cells(0, 4, 8, 6)],
    ['as wide as its share of the columns', 48, 1, undefined, cells(0, 4, 16, 12)],
    ['twice as wide where two layouts share the width', 24, 2, undefined, cells(0, 4, 16, 12)],
    ['where it is wanted', 24, 1, { col: 10, row: 2 }, cells(10, 2, 8, 6)],
    ['below all others where something is already', 24, 1, { col: 0, row: 0 }, cells(0, 4, 8, 6)],
  ])('puts something new %s', (_, columns, layouts, wanted, place) => {
    expect(placeFor({ ...two, gridSettings: { columns } }, { sizeX: 8, sizeY: 6 }, layouts, wanted)).toEqual(place);
  });

  it('keeps the share of the width when the number of columns changes', () => {
    expect(rescaled(two, 12).widgets).toEqual({ a: cells(0, 0, 2, 2), b: cells(2, 0, 2, 2) });
  });
});

describe('widgets of a dashboard', () => {
  it('are gone when they stand nowhere any more', () => {
    const both = addWidget(dashboard(), OTHER, widget('a'), cells(0, 0, 4, 4));
    const once = removeWidgets(both, MAIN, new Set(['a', 'b']));
    expect(Object.keys(once.configuration.widgets)).toEqual(['a']);
    expect(Object.keys(removeWidgets(once, OTHER, new Set(['a'])).configuration.widgets)).toEqual([]);
  });

  it('come from a type without its data, with what its default configuration says', () => {
    const config = { datasources: [{ type: 'function' }], settings: { x: 1 }, showTitle: true };
    const type = {
      ...{ isSystem: true, bundleAlias: 'charts', alias: 'bars', name: 'Bars' },
      descriptor: { type: 'timeseries', sizeX: 8.5, sizeY: 5, defaultConfig: JSON.stringify(config) },
    };
    expect(newWidget(type, 'New Bars', 'id')).toMatchObject({
      ...{ id: 'id', type: 'timeseries', sizeX: 8, sizeY: 5, typeAlias: 'bars' },
      config: { title: 'New Bars', datasources: [], settings: { x: 1 }, showTitle: true },
    });
  });

  it('come from a type that nobody can read with nothing', () => {
    const type = { isSystem: false, bundleAlias: 'own', alias: 'x', name: 'X', descriptor: { defaultConfig: '{' } };
    expect(newWidget(type, 'X', 'id')).toMatchObject({ type: 'static', sizeX: 8, sizeY: 6, config: { title: 'X' } });
  });
});

describe('copies', () => {
  const filter = { type: 'deviceType', deviceType: 'pump', resolveMultiple: true };
  const source = { type: 'entity' as const, entityAliasId: 'one', filterId: 'warm', dataKeys: [] };
  const from = dashboard({
    widgets: { a: widget('a', { datasources: [source], targetDeviceAliasIds: ['one'] }) },
    entityAliases: { one: { id: 'one', alias: 'Pumps', filter } },
    filters: { warm: { id: 'warm', filter: 'Warm', keyFilters: [] } },
  });
  const item = widgetItem(from, MAIN, 'a');
  let next = 0;
  const newId = () => `new ${++next}`;

  it('take their aliases and filters along', () => {
    const added = item && pasteItem(dashboard(), MAIN, item, undefined, newId);
    const { configuration } = added?.dashboard ?? dashboard();
    const made = configuration.widgets[added?.id ?? ''];
    const [aliasId, filterId] = [Object.keys(configuration.entityAliases)[0], Object.keys(configuration.filters)[0]];
    expect(made?.config.datasources).toEqual([{ ...source, entityAliasId: aliasId, filterId }]);
    expect(made?.config.targetDeviceAliasIds).toEqual([aliasId]);
    expect(Object.values(configuration.entityAliases)).toEqual([{ id: aliasId, alias: 'Pumps', filter }]);
  });

  it('use an alias that is the same, whatever it is called, and find another name for one that is not', () => {
    const known = { other: { id: 'other', alias: 'Mine', filter } };
    const same = item && pasteItem(dashboard({ entityAliases: known }), MAIN, item, undefined, newId);
    expect(same?.dashboard.configuration.entityAliases).toEqual(known);
    const taken = { other: { id: 'other', alias: 'Pumps', filter: { ...filter, deviceType: 'fan' } } };
    const named = item && pasteItem(dashboard({ entityAliases: taken }), MAIN, item, undefined, newId);
    expect(Object.values(named?.dashboard.configuration.entityAliases ?? {}).map(({ alias }) => alias)).toEqual([
      'Pumps',
      'Pumps1',
    ]);
  });

  it.each([
    ['another dashboard', 'elsewhere', OTHER, 'a', { problem: 'otherDashboard' }],
    ['the layout it stands in', 'here', MAIN, 'a', { problem: 'sameLayout' }],
    ['a dashboard that has lost it', 'here', OTHER, 'gone', { problem: 'gone' }],
  ] as const)('by reference do not go into %s', (_, dashboardId, place, widgetId, problem) => {
    const reference = {
      ...{ dashboardId, widgetId, sourceState: 'default', sourceLayout: 'main' as const },
      ...{ originalSize: { sizeX: 4, sizeY: 4 }, originalColumns: 24 },
    };
    expect(pasteReference(dashboard(), 'here', place, reference, undefined)).toEqual(problem);
  });

  it.each([undefined, null, 5, [], {}, { widget: {} }, { widget: { bundleAlias: 'a', typeAlias: 'b', type: 'c' } }])(
    'cannot be made of %j',
    (value) => expect(readWidgetItem(value)).toBeUndefined(),
  );

  it('are read whatever else is wrong with them', () => {
    const odd = { bundleAlias: 'a', typeAlias: 'b', type: 'latest', config: { datasources: [5, { type: 'entity' }] } };
    const read = readWidgetItem({ widget: odd, aliasesInfo: { datasourceAliases: { 0: 'x' } }, originalSize: 'big' });
    expect(read?.widget.config.datasources).toEqual([{ type: 'entity', dataKeys: [] }]);
    expect(read?.aliasesInfo.datasourceAliases).toEqual({});
    expect(read?.originalSize).toEqual({ sizeX: 8, sizeY: 6 });
  });
});

describe('what is different', () => {
  const before = dashboard();
  it.each([
    ['nothing', before, []],
    ['the title', { ...before, title: 'Other' }, ['changed title']],
    ['a widget', withWidget(before, widget('a', { units: 'V' })), ['changed widget']],
    ['a place', withItems(before, MAIN, { a: cells(0, 9, 4, 4) }), ['changed place']],
    ['a new widget, not its place', addWidget(before, MAIN, widget('c'), cells(0, 9, 4, 4)), ['added widget']],
    ['a widget in one more layout', addWidget(before, OTHER, widget('a'), cells(0, 0, 4, 4)), ['added place']],
    ['a removed widget, not its place', removeWidgets(before, MAIN, new Set(['a'])), ['removed widget']],
  ])('is %s', (_, after, words) => {
    expect(dashboardChanges(before, after).map(({ kind, part }) => `${kind} ${part}`)).toEqual(words);
  });
});
