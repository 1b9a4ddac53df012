import { readdirSync } from 'node:fs';
import { ALL_ROUTES } from '@signalbox/contract/routes';
import { describe, expect, it } from 'vitest';
import { ACCESS_TABLES } from './access-tables.ts';

const tables = Object.values(ACCESS_TABLES);
const named = tables.flatMap((rows) => Object.keys(rows));

describe('the access table', () => {
  it('has rows for every route', () => {
    const missing = Object.keys(ALL_ROUTES).filter((name) => !named.includes(name));
    expect(missing, 'add them to the rows of their noun in server/test/access/rows').toEqual([]);
  });

  it('has the rows of each route once, and none of unknown routes', () => {
    expect(named.filter((name, at) => named.indexOf(name) !== at || !(name in ALL_ROUTES))).toEqual([]);
  });

  it('has the rows of every noun', () => {
    const nouns = readdirSync(new URL('rows', import.meta.url)).map((file) => file.replace(/\.ts$/, ''));
    expect(Object.keys(ACCESS_TABLES).sort()).toEqual(nouns.sort());
  });
});
