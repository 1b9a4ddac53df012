import { expect, it } from 'vitest';
import { type DataRow, NO_DATA, type Point, type WidgetConfig } from '../../widgets/model.ts';
import { explainableValues, MAX_EXPLAINABLE, showsTelemetry } from './explainable-values.ts';

const entity = { entityType: 'DEVICE', id: 'pump', name: 'Pump', label: '', description: '' };
const row = (name: string, data: Point[], more: Partial<DataRow['dataKey']> = {}, id = 'pump'): DataRow => ({
  ...{ datasourceIndex: 0, datasource: { type: 'entity', dataKeys: [] }, entity: { ...entity, id }, aliasName: '' },
  dataKey: { name, type: 'timeseries', label: `${name}!`, color: '', settings: {}, ...more },
  data,
});
const config: WidgetConfig = { units: '°C', decimals: 1 };
const dataOf = (...rows: DataRow[]) => ({ ...NO_DATA, status: 'ready' as const, rows });

it('are the newest of each series of telemetry, as the widget writes them', () => {
  const rows = [
    row('t', [
      [1_000, 20],
      [2_000, '21.26'],
    ]),
    row('serial', [[3_000, 'x']], { type: 'attribute' }),
    row('none', []),
    row('never', [[0, '']]),
    row('t', [[2_000, 21.26]], { label: 'twice' }),
    row('function', [[1_000, 5]], {}, ''),
  ];
  expect(explainableValues(dataOf(...rows), config)).toEqual([
    {
      entity: { entityType: 'DEVICE', id: 'pump', name: 'Pump' },
      key: 't',
      label: 't!',
      text: '21.3 °C',
      ts: 2_000,
      around: 0,
    },
  ]);
});

it.each([
  [0, 1_000],
  [1_400, 1_000],
  [1_600, 2_000],
  [9_000, 4_000],
])('are at %i the nearest of each series', (at, ts) => {
  const points: Point[] = [1_000, 2_000, 4_000].map((time) => [time, time]);
  expect(explainableValues(dataOf(row('t', points)), config, at)).toMatchObject([{ ts }]);
});

it('say of how many ms they were put together', () => {
  const data = { ...dataOf(row('t', [[1_000, 5]])), interval: 301, aggregation: 'AVG' };
  expect(explainableValues(data, config)).toMatchObject([{ ts: 1_000, around: 151 }]);
  expect(explainableValues({ ...data, aggregation: 'NONE' }, config)).toMatchObject([{ around: 0 }]);
});

it('are bounded', () => {
  const rows = Array.from({ length: 500 }, (_, index) => row(`k${index}`, [[1_000, 1]]));
  expect(explainableValues(dataOf(...rows), config)).toHaveLength(MAX_EXPLAINABLE);
});

it('are offered where a widget has telemetry of entities', () => {
  const of = (type: 'entity' | 'function', key: 'timeseries' | 'attribute') =>
    showsTelemetry({ datasources: [{ type, dataKeys: [{ name: 'a', type: key }] }] });
  expect([of('entity', 'timeseries'), of('entity', 'attribute'), of('function', 'timeseries')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(showsTelemetry({})).toBe(false);
});
