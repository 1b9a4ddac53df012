import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readObjects } from '../objects/registered-objects.ts';
import { readContent, writeContent } from './codecs.ts';
import { ContentError, type Entry, Format, type Path, type TypeOf, VALUE_TYPES } from './content.ts';
import { readLinks } from './link-format.ts';

const typeOf: TypeOf = ([, , resource = 0]) => VALUE_TYPES[resource % (VALUE_TYPES.length + 1)];
const FORMATS = Object.values(Format);
const paths = fc.array(fc.nat(65_535), { minLength: 1, maxLength: 4 });

/** Reads bytes of anybody: an error is the one that says that they cannot be read. */
function tryToRead(format: number, bytes: Buffer, base: Path): Entry[] | undefined {
  try {
    return readContent(format, bytes, base, typeOf);
  } catch (error) {
    expect(error).toBeInstanceOf(ContentError);
    return undefined;
  }
}

describe('contents of anybody', () => {
  it('are read, or refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FORMATS), fc.uint8Array({ maxLength: 200 }), paths, (format, bytes, base) => {
        tryToRead(format, Buffer.from(bytes), base);
      }),
      { numRuns: 20_000 },
    );
  });

  it('are read, or refused, when they are a little wrong', () => {
    const leaf = fc.oneof(
      fc.string(),
      fc.integer(),
      fc.double({ noNaN: true }),
      fc.boolean(),
      fc.constant(Buffer.of(1, 2)),
    );
    const entry = fc.record({ path: fc.array(fc.nat(300), { minLength: 3, maxLength: 4 }), value: leaf });
    fc.assert(
      fc.property(
        fc.constantFrom(Format.tlv, Format.json, Format.senmlJson, Format.senmlCbor),
        fc.array(entry, { maxLength: 5 }),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
        (format, entries, changes) => {
          const bytes = writeContent(format, entries, [], () => undefined);
          for (const [at, value] of changes) if (bytes.length > 0) bytes[at % bytes.length] = value;
          for (const base of [[], [3], [3, 0], [3, 0, 1]]) tryToRead(format, bytes, base);
        },
      ),
      { numRuns: 5000 },
    );
  });

  it('do not take long, however deep or long they say they are', () => {
    for (const bytes of [
      Buffer.alloc(65_000, 0x81),
      Buffer.alloc(65_000, 0x9f),
      Buffer.alloc(65_000, 0xbf),
      Buffer.alloc(65_000, 0xd8),
      Buffer.alloc(65_000, '['),
      Buffer.alloc(65_000, '<'),
      Buffer.alloc(65_000, ' '),
      Buffer.from(`<a>${';b="'.repeat(10_000)}`),
      Buffer.from(`<a>;b="${'\\'.repeat(60_000)}`),
      Buffer.from(`<${'/'.repeat(60_000)}x>;rt="oma.lwm2m"`),
      Buffer.from(`${'1'.repeat(60_000)}x`),
      Buffer.from(`1.${'1'.repeat(60_000)}x`),
      Buffer.from(`+${'0'.repeat(60_000)}x`),
    ]) {
      const before = performance.now();
      // Each type has a text form of its own.
      for (const format of FORMATS) {
        for (const [resource] of VALUE_TYPES.entries()) tryToRead(format, bytes, [3, 0, resource]);
      }
      try {
        readObjects(readLinks(bytes));
      } catch (error) {
        expect(error).toBeInstanceOf(ContentError);
      }
      const begin = bytes.subarray(0, 20).toString('latin1');
      expect(performance.now() - before, `reading ${begin}…`).toBeLessThan(1500);
    }
  });
});

it('links of anybody are read, or refused', () => {
  const part = fc.constantFrom('<', '>', ';', ',', '"', '=', '\\', 'a', '/3/0', ' ', 'ct', '\n', 'ü');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
      try {
        readLinks(Buffer.from(parts.join('')));
      } catch (error) {
        expect(error).toBeInstanceOf(ContentError);
      }
    }),
    { numRuns: 10_000 },
  );
});
