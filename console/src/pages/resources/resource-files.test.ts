import { describe, expect, it } from 'vitest';
import { fileOf, MAX_FILE_BYTES, withFiles } from './resource-files.ts';

const file = (name: string, text = '') => new File([text], name);

describe('files of resources', () => {
  it('are downloaded byte for byte', async () => {
    const bytes = new Uint8Array(await fileOf({ data: 'AP/+/Q==' }).arrayBuffer());
    expect([...bytes]).toEqual([0, 255, 254, 253]);
  });

  it('stand once for each name', () => {
    const files = withFiles([file('a.xml'), file('b.xml')], [file('a.xml', 'new'), file('c.xml')]);
    expect(files.map(({ name, size }) => [name, size])).toEqual([
      ['b.xml', 0],
      ['a.xml', 3],
      ['c.xml', 0],
    ]);
  });

  it('are as large as fits into the body of the call', () => {
    expect(MAX_FILE_BYTES).toBe(7_500_000);
  });
});
