import { describe, expect, it } from 'vitest';
import type { DataEntity, DataRow } from '../model.ts';
import { textFromPattern } from '../runtime/text-pattern.ts';
import { patternValues } from './pattern-values.ts';

const pump: DataEntity = { entityType: 'DEVICE', id: '1', name: 'Pump', label: '', description: '' };
const rowOf = (label: string, value?: unknown, ts = 0): DataRow => ({
  ...{ datasourceIndex: 0, datasource: { type: 'entity', dataKeys: [] }, entity: pump, aliasName: 'Pumps' },
  dataKey: { name: label, type: 'timeseries', label, color: '#000000', settings: {} },
  data: value === undefined ? [] : [[ts, value]],
});
const inscription = (pattern: string, rows: readonly DataRow[]) =>
  textFromPattern(pattern, patternValues(rows, {}, undefined), (text) => text);
const place = (name: string) => ['$', `{${name}}`].join('');

describe('patterns of cards', () => {
  it('name the times of values', () => {
    const rows = [rowOf('level', 2, 1_700_000_000_000), rowOf('silent'), rowOf('odd|ts', 'x')];
    const times = ['level|ts', 'silent|ts', 'none|ts', 'odd|ts'];
    expect(times.map((name) => inscription(place(name), rows))).toEqual(['1700000000000', '', '', 'x']);
  });

  it('name the type of the device after its key "type"', () => {
    expect(inscription(place('deviceType'), [rowOf('type', 'thermometer')])).toBe('thermometer');
    expect(inscription(place('deviceType'), [rowOf('type', 'x'), rowOf('deviceType', 'own')])).toBe('own');
    expect(inscription(place('deviceType'), [rowOf('level', 2)])).toBe('');
  });
});
