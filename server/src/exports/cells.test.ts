import { describe, expect, it } from 'vitest';
import { cellOf } from './cells.ts';
import { csvLines } from './csv-file.ts';

describe('cells of exported lists', () => {
  it.each([
    ['name', { name: 'x' }, 'x'],
    ['createdTime', { createdTime: 1_700_000_000_000 }, '2023-11-14T22:13:20.000Z'],
    ['lastActivityTime', { lastActivityTime: 0 }, null],
    ['additionalInfo.gateway', { additionalInfo: { gateway: true } }, true],
    ['additionalInfo.gateway', { additionalInfo: null }, null],
    ['id', { id: { entityType: 'DEVICE', id: 'u-1' } }, 'u-1'],
    ['assignedCustomers', { assignedCustomers: [{ title: 'A' }, { title: 'B' }] }, 'A, B'],
    ['actionData', { actionData: { a: 1 } }, '{"a":1}'],
    ['details', { details: { title: 'Hot', id: 'x', at: 90 } }, '{"title":"Hot","id":"x","at":90}'],
    ['details', { details: [1, 2] }, '[1,2]'],
    ['recipients', { recipients: ['a@b.example', 'c@d.example'] }, 'a@b.example, c@d.example'],
    ['nextTime', { nextTime: null }, null],
    ['lastUpdateTs', { lastUpdateTs: 1_700_000_000_000 }, '2023-11-14T22:13:20.000Z'],
  ])('have what is at %s', (path, row, cell) => {
    expect(cellOf(row, path)).toBe(cell);
  });

  it('are no formulas in CSV, and quoted where they have to be', () => {
    expect(csvLines([['=1+1', '+x', '-x', '@x', '\tx', -5, true, null, 'a "b", c', 'two\nlines', 'plain']])).toBe(
      '"\'=1+1","\'+x","\'-x","\'@x","\'\tx",-5,true,,"a ""b"", c","two\nlines",plain\r\n',
    );
    expect(csvLines([['=1\n+2', '\r\n=3', '\n=4']])).toBe('"\'=1\n+2","\'\r\n=3","\'\n=4"\r\n');
  });
});
