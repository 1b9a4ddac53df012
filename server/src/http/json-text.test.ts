import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText } from './json-text.ts';

/** A long list of what a reply may hold. */
const longList = (some: readonly unknown[]) => Array.from({ length: 1_200 }, (_, at) => some[at % some.length]);

describe('the text of a reply', () => {
  it('is that of JSON.stringify, however long its lists are', async () => {
    const value = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.constant(new Date(0)));
    await fc.assert(
      fc.asyncProperty(
        fc.array(value, { minLength: 1, maxLength: 5 }),
        fc.string(),
        value,
        async (some, name, beside) => {
          const list = longList(some);
          for (const reply of [
            some,
            list,
            { [name]: list, other: beside },
            { [name]: beside, list, last: some },
            beside,
          ]) {
            expect(await jsonText(reply)).toBe(JSON.stringify(reply));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('of a long list lets others have their turn', async () => {
    const list = Array.from({ length: 200_000 }, (_, number) => ({ number, text: 'a row of a list'.repeat(5) }));
    let turns = 0;
    let isDone = false;
    const take = (): void => {
      turns++;
      if (!isDone) setImmediate(take);
    };
    setImmediate(take);
    const text = await jsonText({ data: list, totalPages: 1 });
    isDone = true;
    // How many there are depends on how long it takes.
    expect(turns).toBeGreaterThan(0);
    expect(JSON.parse(text).data).toHaveLength(200_000);
  });
});
