import { describe, expect, it } from 'vitest';
import { readNowKeys, writeNowKeys } from './now-keys.ts';

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
