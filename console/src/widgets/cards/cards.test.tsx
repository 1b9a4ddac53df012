// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { startTranslations } from '../../i18n/i18n.ts';
import type { DataKey, DataRow, Widget, WidgetConfig, WidgetData } from '../model.ts';
import { loadWidgetType, needsScripts } from '../registry.ts';
import { testMachine } from '../sandbox/test-machine.ts';
import type { WidgetProps } from '../widget-type.ts';
import { AttributesCard } from './attributes-card.tsx';
import { EntitiesTable } from './entities-table.tsx';
import { LabelCard } from './label-card.tsx';
import { patternValues } from './pattern-values.ts';
import { SimpleCard } from './simple-card.tsx';
import { TimeseriesTable } from './timeseries-table.tsx';

startTranslations();
vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal(
  'ResizeObserver',
  class {
    observe() {}
    disconnect() {}
  },
);

let root: Root | undefined;
afterEach(() => {
  act(() => root?.unmount());
  document.body.replaceChildren();
});

function row(label: string, data: DataRow['data'], key: Partial<DataKey> = {}, entity = 'Pump'): DataRow {
  return {
    datasourceIndex: entity === 'Pump' ? 0 : 1,
    datasource: { type: 'entity', dataKeys: [] },
    entity: { entityType: 'DEVICE', id: entity, name: entity, label: '', description: '' },
    aliasName: '',
    dataKey: { name: label, type: 'timeseries', color: '#000', ...key, label, settings: key.settings ?? {} },
    data,
  };
}

/** The element that a card is drawn in. */
function drawn(Card: (props: WidgetProps<never>) => React.ReactNode, config: WidgetConfig, rows: DataRow[]) {
  const element = document.body.appendChild(document.createElement('div'));
  const made = createRoot(element);
  root = made;
  const data: WidgetData = { status: 'ready', rows, entities: rows.map((one) => one.entity), pages: [] };
  const keys = rows.map(({ dataKey }) => dataKey);
  const widget = { config: { ...config, datasources: [{ type: 'entity', dataKeys: keys }] } } as unknown as Widget;
  const props = {
    ...{ widget, data, followed: {}, width: 200, height: 100, locale: 'en', scripts: testMachine() },
    active: { current: undefined },
  } as unknown as WidgetProps<never>;
  const router = createMemoryRouter([{ path: '*', element: <Card {...props} /> }]);
  act(() => made.render(<RouterProvider router={router} />));
  return element;
}

it('a card names its value unless the title does', () => {
  const temperature = [row('Temperature', [[1, 21]])];
  const named = (config: WidgetConfig) => drawn(SimpleCard, config, temperature).textContent;
  expect(named({ title: 'Kitchen', showTitle: true })).toBe('Temperature21');
  expect(named({ title: 'Temperature', showTitle: true })).toBe('21');
  expect(named({ title: 'Temperature', showTitle: false })).toBe('Temperature21');
});

it('a long value of a card becomes smaller until it fits', () => {
  const sizeOf = (value: string) => {
    const text = drawn(SimpleCard, { showTitle: false }, [row('State', [[1, value]])]).querySelector('.num');
    return Number.parseFloat(getComputedStyle(text as Element).fontSize);
  };
  expect(sizeOf('on')).toBe(32);
  expect(sizeOf('waits for the valve to close')).toBeLessThan(10);
});

it('labels on a picture have the font of their settings', () => {
  const font = { family: 'Georgia', size: 20, style: 'oblique', weight: 'bold', color: '#123456' };
  const labels = [{ pattern: 'Level', x: 10, y: 20, font }];
  const label = drawn(LabelCard, { settings: { labels } }, [row('level', [[1, 5]])]).querySelector('.num');
  expect((label as HTMLElement).style).toMatchObject({ fontWeight: 'bold', fontStyle: 'oblique', fontSize: '20px' });
  expect((label as HTMLElement).style.fontFamily).toContain('Georgia');
});

it('texts of cards may name values of each datasource', () => {
  const values = patternValues([row('level', [[1, 5]]), row('level', [[1, 7]], {}, 'Tank')], {});
  expect(values.keys.map(({ value }) => value)).toEqual([5, 7]);
  expect(values.names.entityName).toBe('Pump');
});

it('functions of cells also write what has no value at that time', () => {
  const settings = { useCellContentFunction: true, cellContentFunction: "return 'made of ' + rowData.level;" };
  const rows = [row('level', [[1, 5]]), row('none', [], { settings })];
  expect(drawn(TimeseriesTable, {}, rows).textContent).toContain('made of 5');
});

it.each([
  ['a table', EntitiesTable],
  ['a list', AttributesCard],
  ['a card', SimpleCard],
])('the time when an entity was created is one in %s', (_, Card) => {
  const created = row('Created', [[1, Date.UTC(2026, 1, 3, 12)]], { name: 'createdTime', type: 'entityField' });
  // Of a key, not of a field: a number.
  const counted = row('Count', [[1, Date.UTC(2026, 1, 3, 12)]]);
  expect(drawn(Card, {}, [created]).textContent).toContain('Feb 3, 2026');
  expect(drawn(Card, {}, [counted]).textContent).toContain(String(Date.UTC(2026, 1, 3, 12)));
});

it('functions of a table of entities get kinds in words, and the name where there is no label', () => {
  const cellContentFunction = "return entity.entityLabel + ', ' + entity.entityType;";
  const settings = { useCellContentFunction: true, cellContentFunction };
  const text = drawn(EntitiesTable, {}, [row('level', [[1, 5]], { settings })]).textContent;
  expect(text).toContain('Pump, Device');
});

it.each([
  ['cards', 'entities_table', 'entitiesTitle'],
  ['entity_admin_widgets', 'device_admin_table', 'entitiesTitle'],
  ['alarm_widgets', 'alarms_table', 'alarmsTitle'],
])('%s/%s has the title that its settings give it', async (bundleAlias, typeAlias, setting) => {
  const type = await loadWidgetType({ bundleAlias, typeAlias });
  expect(type?.ownTitle?.({ settings: { [setting]: 'All pumps' } })).toBe('All pumps');
  expect(type?.ownTitle?.({ settings: { [setting]: '' } })).toBeUndefined();
});

it.each(['entities_table', 'timeseries_table'])('%s runs the function of its rows', async (typeAlias) => {
  const type = await loadWidgetType({ bundleAlias: 'cards', typeAlias });
  const config = { settings: { useRowStyleFunction: true, rowStyleFunction: 'return {};' } };
  expect(type && needsScripts({ config } as unknown as Widget, type)).toBe(true);
});
