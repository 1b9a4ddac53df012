import { renderToString } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { DataRow, WidgetData } from './model.ts';
import { useSourcedValues } from './use-sourced-values.ts';

const row = (name: string, label: string, value: unknown) =>
  ({
    ...{ datasourceIndex: 0, entity: { id: 'a' }, data: [[1, value]] },
    dataKey: { name, label, settings: {} },
  }) as unknown as DataRow;
const dataOf = (...rows: DataRow[]) => ({ status: 'ready', rows }) as unknown as WidgetData;

function Labels({ settings }: { settings: Record<string, unknown> }) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a label of settings
  const load = row('load', 'Load of ${floor}', 5);
  const sources = { labels: dataOf(row('floor', 'floor', 3)) };
  const { data, labelled } = useSourcedValues({ settings }, dataOf(load), sources);
  // What is compared with has the same keys.
  return [data, labelled(dataOf(load))].map(({ rows }) => rows[0]?.dataKey.label).join(' | ');
}

it('values are written into labels, also of what is compared with', () => {
  const settings = { customLegendEnabled: true, dataKeysListForLabels: [{ name: 'floor', type: 'attribute' }] };
  expect(renderToString(<Labels settings={settings} />)).toBe('Load of 3 | Load of 3');
  expect(renderToString(<Labels settings={{}} />)).toContain('floor');
});
