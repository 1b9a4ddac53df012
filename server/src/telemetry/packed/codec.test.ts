import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBlock, encodeBlock } from './block-codec.ts';
import { ByteReader, ByteWriter, MAX_SIGNED } from './bytes.ts';
import { chunkFigures, decodeChunk, decodedValue, encodeChunk } from './chunk-codec.ts';
import { BOOLEAN, DOUBLE, JSON_TEXT, kindOf, LONG, type Points, type RawValue, STRING } from './points.ts';

const MAX_TS = 2 ** 51;

const typed: fc.Arbitrary<[number, RawValue]> = fc.oneof(
  fc.boolean().map((flag): [number, RawValue] => [BOOLEAN, flag ? 1 : 0]),
  fc.maxSafeInteger().map((n): [number, RawValue] => [LONG, n]),
  fc
    .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
    .map((n): [number, RawValue] => [LONG, Number.isSafeInteger(Number(n)) ? Number(n) : n]),
  fc.double().map((n): [number, RawValue] => [DOUBLE, n]),
  fc.integer({ min: -1e6, max: 1e6 }).map((n): [number, RawValue] => [DOUBLE, n / 100]),
  fc.string({ unit: 'grapheme' }).map((text): [number, RawValue] => [STRING, text]),
  fc.json().map((text): [number, RawValue] => [JSON_TEXT, text]),
);

/** Points of runs of one type, as series have them. */
const points: fc.Arbitrary<Points> = fc
  .array(fc.tuple(typed, fc.integer({ min: 1, max: 5 })), { maxLength: 40 })
  .chain((runs) => {
    const values = runs.flatMap(([value, times]) => Array.from({ length: times }, () => value));
    return fc
      .uniqueArray(fc.oneof(fc.nat({ max: 1e5 }), fc.integer({ min: -MAX_TS, max: MAX_TS })), {
        minLength: values.length,
        maxLength: values.length,
      })
      .map((ts) => ({
        ts: ts.sort((a, b) => a - b),
        kind: values.map(([type]) => type),
        value: values.map(([, value]) => value),
      }));
  });

describe('a chunk', () => {
  it('comes back exactly as it was', () => {
    fc.assert(
      fc.property(points, (given) => {
        const chunk = decodeChunk(encodeChunk(given, 0, given.ts.length));
        expect([...chunk.ts]).toEqual(given.ts);
        expect([...chunk.type]).toEqual(given.kind);
        given.value.forEach((value, index) => {
          expect(decodedValue(chunk, index)).toBe(value);
        });
      }),
    );
  });

  it('takes few bytes for what devices send', () => {
    const given: Points = { ts: [], kind: [], value: [] };
    let value = 2150;
    for (let i = 0; i < 1000; i++) {
      value += ((i * 7919) % 21) - 10;
      given.ts.push(1_700_000_000_000 + i * 1000 + ((i * 104_729) % 20));
      given.kind.push(DOUBLE);
      given.value.push(value / 100);
    }
    expect(encodeChunk(given, 0, 1000).length / 1000).toBeLessThan(2.5);
  });

  it('has figures only when all values are numbers that a double holds exactly', () => {
    const figures = (kind: number[], value: RawValue[]) =>
      chunkFigures({ ts: value.map((_, index) => index), kind, value }, 0, value.length);
    expect(figures([LONG, DOUBLE], [3, 1.5])).toEqual({ types: 6, sum: 4.5, min: 1.5, max: 3, first: 3, last: 1.5 });
    expect(figures([LONG, STRING], [3, 'x'])).toMatchObject({ types: 10, sum: null });
    expect(figures([LONG, LONG], [Number.MAX_SAFE_INTEGER, 5])).toMatchObject({ sum: null });
    expect(figures([LONG], [2n ** 62n])).toMatchObject({ sum: null });
    expect(figures([DOUBLE], [Number.NaN])).toMatchObject({ sum: null });
  });
});

describe('a block', () => {
  it('returns its points in the order they were written, with their retention class', () => {
    const point = fc.record({
      seriesId: fc.integer({ min: 1, max: 2 ** 40 }),
      ts: fc.integer({ min: -MAX_TS, max: MAX_TS }),
      typed,
      retention: fc.integer({ min: 0, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(point, { maxLength: 100 }), (given) => {
        const expected = given.map(({ seriesId, ts, typed: [type, value], retention }) => ({
          seriesId,
          ts,
          kind: kindOf(type, retention),
          value,
        }));
        const body = encodeBlock({
          seriesId: expected.map((one) => one.seriesId),
          ts: expected.map((one) => one.ts),
          kind: expected.map((one) => one.kind),
          value: expected.map((one) => one.value),
        });
        const found: typeof expected = [];
        decodeBlock(body, (seriesId, ts, kind, value) => found.push({ seriesId, ts, kind, value }));
        expect(found).toEqual(expected);
      }),
    );
  });
});

describe('numbers of variable length', () => {
  it('come back over their whole range', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer(), fc.integer({ min: -MAX_SIGNED, max: MAX_SIGNED }))),
        fc.array(fc.maxSafeInteger().map(Math.abs)),
        (signed, unsigned) => {
          const writer = new ByteWriter(8);
          for (const value of signed) writer.writeSigned(value);
          for (const value of unsigned) writer.writeUnsigned(value);
          const reader = new ByteReader(writer.written());
          expect(signed.map(() => reader.readSigned() + 0)).toEqual(signed.map((value) => value + 0));
          expect(unsigned.map(() => reader.readUnsigned())).toEqual(unsigned);
          expect(reader.ended).toBe(true);
        },
      ),
    );
  });
});
