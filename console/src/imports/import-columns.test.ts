import { describe, expect, it } from 'vitest';
import { columnGroups, columnProblems, guessColumns, isSingleUse, toColumns } from './import-columns.ts';

describe('columns of an import', () => {
  it('are guessed by their titles: names of types, keys of server attributes otherwise', () => {
    const titles = ['Name', 'type', 'Access token', 'Serial', 'name', '', 'Import error'];
    expect(guessColumns('DEVICE', titles, 7, 'Import error')).toEqual([
      { type: 'NAME', key: 'name' },
      { type: 'TYPE', key: 'type' },
      { type: 'ACCESS_TOKEN', key: 'access token' },
      { type: 'SERVER_ATTRIBUTE', key: 'Serial' },
      { type: 'SERVER_ATTRIBUTE', key: 'name' },
      { type: 'IGNORED', key: '' },
      { type: 'IGNORED', key: '' },
    ]);
    expect(guessColumns('ASSET', ['access token'], 1, '')).toEqual([{ type: 'SERVER_ATTRIBUTE', key: 'access token' }]);
  });

  it('are name, type and nothing without titles', () => {
    expect(guessColumns('EDGE', undefined, 3, '').map(({ type }) => type)).toEqual(['NAME', 'TYPE', 'IGNORED']);
  });

  it('need a name, a type, and keys for attributes and telemetry', () => {
    const { missing, keys } = columnProblems([
      { type: 'NAME', key: '' },
      { type: 'TIMESERIES', key: ' ' },
      { type: 'SHARED_ATTRIBUTE', key: 'x'.repeat(256) },
      { type: 'SERVER_ATTRIBUTE', key: 'a' },
    ]);
    expect(missing).toEqual(['TYPE']);
    expect([...keys]).toEqual([1, 2]);
  });

  it('offer credentials for devices, and keys for edges', () => {
    expect(columnGroups('DEVICE').map(({ group }) => group)).toEqual(['fields', 'values', 'credentials', 'other']);
    expect(columnGroups('EDGE')[0]?.types).toContain('ROUTING_KEY');
    expect(columnGroups('ASSET').flatMap(({ types }) => types)).not.toContain('IS_GATEWAY');
    expect([isSingleUse('LABEL'), isSingleUse('TIMESERIES'), isSingleUse('IGNORED')]).toEqual([true, false, false]);
  });

  it('are sent with their keys where they have any', () => {
    expect(
      toColumns([
        { type: 'NAME', key: 'name' },
        { type: 'TIMESERIES', key: ' t ' },
      ]),
    ).toEqual([{ type: 'NAME' }, { type: 'TIMESERIES', key: 't' }]);
  });
});
