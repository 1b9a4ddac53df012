import { expect, it } from 'vitest';
import { valueOfCell } from './import-values.ts';

it.each([
  ['21', { type: 'LONG', value: 21 }],
  ['-3', { type: 'LONG', value: -3 }],
  ['007', { type: 'LONG', value: 7 }],
  ['9223372036854775807', { type: 'LONG', value: 9223372036854775807n }],
  ['21.5', { type: 'DOUBLE', value: 21.5 }],
  ['21,5', { type: 'DOUBLE', value: 21.5 }],
  ['2.0', { type: 'DOUBLE', value: 2 }],
  ['1.12345678901234567', { type: 'STRING', value: '1.12345678901234567' }],
  ['1e5', { type: 'STRING', value: '1e5' }],
  ['1,000,000', { type: 'STRING', value: '1,000,000' }],
  ['true', { type: 'BOOLEAN', value: true }],
  ['FALSE', { type: 'BOOLEAN', value: false }],
  ['on', { type: 'STRING', value: 'on' }],
])('reads the cell %s', (cell, value) => {
  expect(valueOfCell(cell)).toEqual(value);
});
