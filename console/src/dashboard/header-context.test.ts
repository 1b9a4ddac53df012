import { expect, it } from 'vitest';
import type { DataEntity, DataRow, Widget, WidgetData } from '../widgets/model.ts';
import type { DashboardInUse } from './dashboard-context.ts';
import { headerSurroundings } from './header-context.ts';

const entity = (name: string): DataEntity => ({
  ...{ entityType: 'DEVICE', id: name.toLowerCase(), name, label: '', description: '' },
});

function row(of: DataEntity, key: string, value: number): DataRow {
  const dataKey = { name: key, type: 'timeseries' as const, label: key, color: 'red', settings: {} };
  return {
    ...{
      datasourceIndex: 0,
      datasource: { type: 'entity', dataKeys: [dataKey] },
      entity: of,
      aliasName: 'Pumps',
      dataKey,
    },
    data: [[1000, value]],
  };
}

const states = {
  steps: [{ id: 'default', params: {} }],
  names: { default: 'Rooms' },
} as unknown as DashboardInUse['states'];
const dashboard = {
  ...{
    states,
    isEdit: false,
    isMobile: true,
    timeWindow: { selectedTab: 1 },
    entityAliases: { a: { alias: 'Pumps' } },
  },
} as unknown as DashboardInUse;
const widget = { id: 'w', type: 'latest', config: { title: 'Level' } } as Widget;

it('functions about actions of the header have the rows of the widget with their entities, and its first entity', () => {
  const [pump, fan] = [entity('Pump'), entity('Fan')];
  const data: WidgetData = {
    ...{ status: 'ready', pages: [], entities: [pump, fan] },
    rows: [row(pump, 'level', 1), row(pump, 'flow', 2), row(fan, 'level', 3)],
  };
  const known = headerSurroundings(widget, data, undefined, dashboard);
  expect(known.datasources).toMatchObject([
    { aliasName: 'Pumps', entityId: 'pump', entityName: 'Pump', entityLabel: 'Pump' },
    { entityName: 'Fan', generated: true },
  ]);
  expect(known.data).toMatchObject([
    { datasource: { entityName: 'Pump' }, dataKey: { name: 'level' }, data: [[1000, 1]] },
    { datasource: { entityName: 'Pump' }, dataKey: { name: 'flow' }, data: [[1000, 2]] },
    { datasource: { entityName: 'Fan' }, dataKey: { name: 'level' }, data: [[1000, 3]] },
  ]);
  expect(known.activeEntity).toMatchObject({ entityId: { entityType: 'DEVICE', id: 'pump' }, entityName: 'Pump' });
  expect(known).toMatchObject({ widget: { id: 'w' }, isMobile: true, stateNames: { default: 'Rooms' } });
  expect(headerSurroundings(widget, data, fan, dashboard).activeEntity).toMatchObject({ entityName: 'Fan' });
});

it('functions about actions of the header have the states of the dashboard that a popover stands over', () => {
  const data: WidgetData = { status: 'ready', pages: [], rows: [], entities: [entity('Pump'), entity('Fan')] };
  const below = { ...dashboard, states: { ...states, names: { default: 'Plants' } } };
  const known = headerSurroundings(widget, data, undefined, { ...dashboard, parent: below });
  expect(known.stateNames).toEqual({ default: 'Plants' });
  expect(known.datasources).toMatchObject([{ entityName: 'Pump' }, { entityName: 'Fan', generated: true }]);
});
