import { describe, expect, it } from 'vitest';
import { readNowKeys, wantedKeys, writeNowKeys } from './now-keys.ts';

describe('the values of the column Now', () => {
  it('are kept and read with their units, each key once', () => {
    const chosen = [
      { key: ' temperature ', unit: '°C' },
      { key: 'humidity', unit: '' },
      { key: 'temperature', unit: 'K' },
      { key: '', unit: 'x' },
    ];
    expect(readNowKeys(writeNowKeys(chosen))).toEqual([
      { key: 'temperature', unit: '°C' },
      { key: 'humidity', unit: '' },
    ]);
    expect(writeNowKeys([{ key: ' ', unit: '' }])).toBeUndefined();
  });

  it('are left to the console when what was kept cannot be read', () => {
    for (const text of [undefined, '', '{', '{}', '"x"', '[null, 3, {"unit":"°C"}]']) {
      expect(readNowKeys(text)).toEqual([]);
    }
  });
});

describe('the values wanted of devices', () => {
  const celsius = { key: 'temperature', unit: '°C' };
  const door = { key: 'door', unit: '' };
  const ofProfiles = new Map([
    ['freezer', [celsius, door]],
    ['room', [celsius]],
  ]);

  it('are those that the person chose, whatever profiles name', () => {
    expect(wantedKeys([door], ofProfiles, ['freezer', 'pump'])).toEqual({ keys: ['door'], alsoSent: false });
  });

  it('are those that the profiles name, each once, and what was sent where one names none', () => {
    expect(wantedKeys([], ofProfiles, ['room', 'freezer', 'room'])).toEqual({
      keys: ['temperature', 'door'],
      alsoSent: false,
    });
    expect(wantedKeys([], ofProfiles, ['room', 'pump'])).toEqual({ keys: ['temperature'], alsoSent: true });
    expect(wantedKeys([], new Map(), [])).toEqual({ keys: [], alsoSent: false });
  });
});
