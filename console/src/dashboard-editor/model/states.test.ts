import { describe, expect, it } from 'vitest';
import type { LayoutItem } from '../../dashboard/configuration.ts';
import type { Widget } from '../../widgets/model.ts';
import type { EditedDashboard } from './edited-dashboard.ts';
import { pasteState, readStateItem, stateItem } from './state-item.ts';
import {
  addState,
  duplicateState,
  removeState,
  renameState,
  setRightLayout,
  setRoot,
  stateIdOf,
  stateProblems,
} from './states.ts';

const cells = (col: number, sizeX: number): LayoutItem => ({ col, row: 0, sizeX, sizeY: 4 });
const filter = { type: 'deviceType', deviceType: 'pump' };

function widget(id: string, config: Widget['config'] = {}): Widget {
  return {
    ...{ id, bundleAlias: 'cards', typeAlias: 'simple_card', type: 'latest' },
    ...{ sizeX: 4, sizeY: 4, row: 0, col: 0, config },
  };
}

const opens = (type: string) => ({
  actions: { rowClick: [{ name: 'Open', type, targetDashboardStateId: 'details' }] },
});

const dashboard: EditedDashboard = {
  title: 'Plant',
  configuration: {
    settings: {},
    widgets: {
      a: widget('a', opens('openDashboardState')),
      b: widget('b', { datasources: [{ type: 'entity', entityAliasId: 'pumps', dataKeys: [] }] }),
      c: widget('c', opens('openDashboard')),
    },
    states: {
      default: {
        name: 'Plant',
        root: true,
        layouts: { main: { widgets: { a: cells(0, 4), c: cells(12, 4) }, gridSettings: { columns: 24 } } },
      },
      details: {
        name: 'Details',
        root: false,
        layouts: { main: { widgets: { a: cells(0, 4), b: cells(4, 4) }, gridSettings: { columns: 24 } } },
      },
    },
    entityAliases: { pumps: { id: 'pumps', alias: 'Pumps', filter } },
    filters: {},
  },
};
const { states } = dashboard.configuration;

describe('states', () => {
  it.each([
    ['Details of pumps', 'details_of_pumps'],
    [' Höhe 2 ', 'h_he_2'],
  ])('get the id of %j', (name, id) => expect(stateIdOf(name)).toBe(id));

  it.each([
    [{ name: '', id: '' }, undefined, { name: 'missing', id: 'missing' }],
    [{ name: 'New', id: 'details' }, undefined, { id: 'taken' }],
    [{ name: 'New', id: 'details' }, 'details', {}],
    [{ name: 'New', id: 'default ' }, undefined, { id: 'taken' }],
    [{ name: 'New', id: ' default' }, 'details', { id: 'taken' }],
    [{ name: 'New', id: ' details' }, 'details', {}],
    [{ name: 'New', id: 'new' }, undefined, {}],
  ])('are checked: %j of %s', (next, id, problems) => expect(stateProblems(states, next, id)).toEqual(problems));

  it('begin with an empty layout', () => {
    const { details, fresh } = addState(dashboard, 'fresh', 'Fresh').configuration.states;
    expect(details).toBe(states.details);
    expect(fresh).toMatchObject({ name: 'Fresh', root: false, layouts: { main: { widgets: {} } } });
  });

  it('take the actions that lead to them along when their id changes, and no others', () => {
    const { widgets, states: renamed } = renameState(dashboard, 'details', { id: 'more', name: 'More' }).configuration;
    expect(Object.keys(renamed)).toEqual(['default', 'more']);
    expect(widgets.a?.config.actions?.rowClick?.[0]?.targetDashboardStateId).toBe('more');
    expect(widgets.c).toBe(dashboard.configuration.widgets.c);
  });

  it('have one root, which stays', () => {
    const moved = setRoot(dashboard, 'details').configuration.states;
    expect(Object.values(moved).map(({ root }) => root)).toEqual([false, true]);
    expect(removeState(dashboard, 'default')).toBe(dashboard);
  });

  it('go with the widgets that stand nowhere else', () => {
    expect(Object.keys(removeState(dashboard, 'details').configuration.widgets)).toEqual(['a', 'c']);
  });

  it('are duplicated with widgets of their own', () => {
    const { dashboard: after, id } = duplicateState(dashboard, 'details');
    const copy = after.configuration.states[id];
    expect(copy).toMatchObject({ name: 'Details 2', root: false });
    const ids = Object.keys(copy?.layouts.main?.widgets ?? {});
    expect(ids).toHaveLength(2);
    expect(ids.some((one) => one === 'a' || one === 'b')).toBe(false);
    expect(Object.keys(after.configuration.widgets)).toHaveLength(5);
  });

  it('share their columns between two layouts, and have them back without the second', () => {
    const both = setRightLayout(dashboard, 'default', true);
    const { main, right } = both.configuration.states.default?.layouts ?? {};
    expect([main?.gridSettings.columns, right?.gridSettings.columns]).toEqual([12, 12]);
    expect(main?.widgets.c).toMatchObject({ col: 6, sizeX: 2 });
    const one = setRightLayout(both, 'default', false).configuration.states.default?.layouts;
    expect(one?.main?.gridSettings.columns).toBe(24);
    expect(one?.right).toBeUndefined();
  });

  it('go to another dashboard with what their widgets need', () => {
    const item = stateItem(dashboard, 'details');
    const other: EditedDashboard = {
      title: 'Other',
      configuration: { settings: {}, widgets: {}, states: {}, entityAliases: {}, filters: {} },
    };
    const added = item && pasteState(other, item);
    const { configuration } = added?.dashboard ?? other;
    expect(configuration.entityAliases).toEqual(dashboard.configuration.entityAliases);
    expect(Object.values(configuration.widgets).flatMap(({ config }) => config.datasources ?? [])).toEqual(
      dashboard.configuration.widgets.b?.config.datasources,
    );
    // What is there already, whatever its id, stands in for it.
    const known = { ...other.configuration, entityAliases: { mine: { id: 'mine', alias: 'Mine', filter } } };
    const again = item && pasteState({ title: 'Other', configuration: known }, item);
    expect(again?.dashboard.configuration.entityAliases).toEqual(known.entityAliases);
  });

  it.each([undefined, 5, {}, { state: {}, widgets: {} }])('are not read from %j', (value) =>
    expect(readStateItem(value)).toBeUndefined(),
  );
});
