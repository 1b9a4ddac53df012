import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CsvRecord, createCsvReader, writeCsvLine } from './csv.ts';

const readAll = (text: string, delimiter = ',', size = text.length || 1): CsvRecord[] => {
  const reader = createCsvReader(delimiter);
  const records: CsvRecord[] = [];
  for (let at = 0; at < text.length; at += size) {
    records.push(...reader.read(text.slice(at, at + size), at + size >= text.length));
  }
  return records;
};

describe('CSV', () => {
  it.each([
    ['lines that end with LF', 'a,b\n1,2\n'],
    ['lines that end with CR LF', 'a,b\r\n1,2\r\n'],
    ['lines that end with CR', 'a,b\r1,2\r'],
    ['mixed ends, and none at the end', 'a,b\r\n1,2'],
    ['a byte order mark', '\ufeffa,b\n1,2\n'],
  ])('is read with %s', (_, text) => {
    expect(readAll(text)).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 2, cells: ['1', '2'] },
    ]);
  });

  it('has quotes, doubled quotes, delimiters and line breaks within quotes', () => {
    expect(readAll('n;"a ""b"";\r\nc"\r\n"x";y\n', ';')).toEqual([
      { line: 1, cells: ['n', 'a "b";\r\nc'] },
      { line: 3, cells: ['x', 'y'] },
    ]);
  });

  it('counts the lines of the text, also those that are empty', () => {
    expect(readAll('a,b\n\n\r\n1,2\n')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 4, cells: ['1', '2'] },
    ]);
  });

  it('names the line of a quote that is not closed', () => {
    const failureOf = (text: string, size?: number): unknown => {
      try {
        return readAll(text, ',', size);
      } catch (error) {
        return error;
      }
    };
    expect(failureOf('a,b\n1,"2\n3,4\n')).toMatchObject({
      line: 2,
      message: 'A text in quotes does not end where a cell ends',
      before: [{ line: 1, cells: ['a', 'b'] }],
    });
    expect(failureOf(`a,b\n1,"${'x,\n'.repeat(600_000)}`, 65_536)).toMatchObject({
      line: 2,
      message: 'The record is longer than 1048576 characters',
    });
  });

  it('reads what it writes, in pieces of any size', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', ' ', 'ä') });
    const record = fc.array(cell, { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 6 }), fc.integer({ min: 1, max: 9 }), (rows, size) => {
        const text = rows.map((row) => `${writeCsvLine(row)}\n`).join('');
        expect(readAll(text, ',', size).map(({ cells }) => cells)).toEqual(rows);
        const reader = createCsvReader(',');
        let taken = '';
        for (let at = 0; at < text.length; at += size) {
          reader.read(text.slice(at, at + size), at + size >= text.length);
          taken += reader.taken();
        }
        expect(taken).toBe(text);
      }),
      { numRuns: 500 },
    );
  });
});
