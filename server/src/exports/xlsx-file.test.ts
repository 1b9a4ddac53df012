import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Cell } from './cells.ts';
import { xlsxFile } from './xlsx-file.ts';

/** The parts of a workbook by their paths, in the order of the directory at its end. */
async function partsOf(file: AsyncIterable<Buffer>): Promise<Map<string, string>> {
  const chunks: Buffer[] = [];
  for await (const chunk of file) chunks.push(chunk);
  const content = Buffer.concat(chunks);
  const end = content.lastIndexOf('PK\x05\x06');
  const parts = new Map<string, string>();
  let at = content.readUInt32LE(end + 16);
  for (let left = content.readUInt16LE(end + 10); left > 0; left--) {
    const size = content.readUInt32LE(at + 20);
    const nameLength = content.readUInt16LE(at + 28);
    const header = content.readUInt32LE(at + 42);
    const start = header + 30 + content.readUInt16LE(header + 26) + content.readUInt16LE(header + 28);
    const packed = content.subarray(start, start + size);
    const isPacked = content.readUInt16LE(at + 10) === 8;
    const name = content.toString('utf8', at + 46, at + 46 + nameLength);
    parts.set(name, (isPacked ? inflateRawSync(packed) : packed).toString());
    at += 46 + nameLength + content.readUInt16LE(at + 30) + content.readUInt16LE(at + 32);
  }
  return parts;
}

async function* pages(count: number, size: number): AsyncGenerator<Cell[][]> {
  for (let from = 0; from < count; from += size) {
    yield Array.from({ length: Math.min(size, count - from) }, (_, at) => [from + at]);
  }
}

const numbersOf = (sheet = '') => [...sheet.matchAll(/<v>(\d+)<\/v>/g)].map(([, number]) => Number(number));

describe('a workbook', () => {
  it.each([
    [0, [0]],
    [10, [10]],
    [11, [10, 1]],
    [25, [10, 10, 5]],
    [30, [10, 10, 10]],
  ])('of %d rows has sheets of %j, ten at most on each', async (count, sheets) => {
    const parts = await partsOf(xlsxFile(['Number'], pages(count, 4), 10));
    const found = sheets.map((_, index) => numbersOf(parts.get(`xl/worksheets/sheet${index + 1}.xml`)));
    expect(found.map(({ length }) => length)).toEqual(sheets);
    expect(found.flat()).toEqual(Array.from({ length: count }, (_, at) => at));
    expect([...(parts.get('xl/workbook.xml') ?? '').matchAll(/<sheet /g)]).toHaveLength(sheets.length);
    expect([...(parts.get('[Content_Types].xml') ?? '').matchAll(/worksheet\+xml/g)]).toHaveLength(sheets.length);
  });

  it('has texts as they are, whatever they look like', async () => {
    async function* rows(): AsyncGenerator<Cell[][]> {
      yield [['=1+1', '<b> & "c"', ' two\r\nlines ', '_x0041_ _X00e4_ x0041', 'a\u0000\ud800b']];
    }
    const sheet = (await partsOf(xlsxFile(['Text'], rows()))).get('xl/worksheets/sheet1.xml') ?? '';
    expect(
      [...sheet.matchAll(/t="inlineStr"><is><t xml:space="preserve">(.*?)<\/t>/gs)].map(([, text]) => text),
    ).toEqual([
      'Text',
      ...['=1+1', '&lt;b&gt; &amp; "c"', ' two_x000D_\nlines ', '_x005F_x0041_ _x005F_X00e4_ x0041', 'a\ufffd\ufffdb'],
    ]);
  });

  it('fails where its rows fail', async () => {
    async function* failing(): AsyncGenerator<Cell[][]> {
      yield [[1]];
      throw new Error('the database is away');
    }
    await expect(partsOf(xlsxFile(['Number'], failing()))).rejects.toThrow('the database is away');
  });
});
