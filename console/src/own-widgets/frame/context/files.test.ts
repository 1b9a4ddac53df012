import { expect, it, vi } from 'vitest';
import type { Bridge } from '../bridge.ts';
import { createFiles } from './files.ts';

it('writes rows as a table, without formulas', () => {
  const post = vi.fn();
  const rows = [
    { name: '=1+1\n+2', level: '-5.2e3', note: 'a;"b"', sum: -3, more: { a: 1 } },
    { name: null, level: '@x' },
  ];
  createFiles({ post } as unknown as Bridge).exportCsv(rows, 'Tanks');
  const lines = ['name;level;note;sum;more', `"'=1+1\n+2";-5.2e3;"a;""b""";-3;"{""a"":1}"`, ";'@x;;;"];
  expect(post).toHaveBeenCalledWith('saveFile', 'csv', 'Tanks', lines.join('\r\n'));
});
