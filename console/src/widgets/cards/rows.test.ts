import { expect, it } from 'vitest';
import type { DataRow } from '../model.ts';
import { formattedRow, formattedRows } from '../runtime/entity-rows.ts';
import { timeRows } from './time-rows.ts';

const row = (name: string, value: unknown) =>
  ({ dataKey: { name, label: name }, data: [[1000, value]], entity: { name: 'Meter' } }) as unknown as DataRow;

it('rows of tables have values of keys of any name', () => {
  const rows = [row('__proto__', 7), row('constructor', 8)];
  expect(Object.entries(timeRows(rows, false)[0]?.plain ?? {})).toEqual([
    ['Timestamp', 1000],
    ['__proto__', 7],
    ['constructor', 8],
  ]);
  expect(Object.entries(formattedRow(rows))).toEqual(
    expect.arrayContaining([
      ['__proto__', 7],
      ['constructor', 8],
    ]),
  );
});

it('functions of settings get each entity once, with what all datasources have of it', () => {
  const of = (name: string, label: string, value: unknown, datasourceIndex = 0): DataRow => ({
    ...row(label, value),
    ...{ datasourceIndex, aliasName: 'All', datasource: { type: 'entity', dataKeys: [] } },
    entity: { entityType: 'DEVICE', id: name, name, label: `Label of ${name}`, description: '' },
  });
  const rows = formattedRows([
    of('Pump', 'level', 5),
    of('Tank', 'level', 6),
    of('Tank', 'left', 0),
    of('Tank', 'left', ''),
    of('Pump', 'type', 'small', 1),
    of('Pump', 'level', '', 1),
  ]);
  expect(rows).toMatchObject([
    { entityName: 'Pump', level: 5, type: 'small', deviceType: 'small', $datasource: { aliasName: 'All' } },
    { entityName: 'Tank', level: 6, left: 0, entityLabel: 'Label of Tank' },
  ]);
});
