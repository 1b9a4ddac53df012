import { expect, it } from 'vitest';
import type { DataRow } from '../model.ts';
import { formattedRow } from '../runtime/entity-rows.ts';
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
