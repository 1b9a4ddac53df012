import { describe, expect, it } from 'vitest';
import { isLikeOne, patternsOfNumbers, searchPatterns } from './search-patterns.ts';

describe('what is looked for in each of several texts', () => {
  it('is in one of them whenever the text is found in all of them together', () => {
    const texts = ['', 'a', 'ab', 'sensor', 'pump 0123', 'site 40', '21.5', 'über', '😀x', 'x_y'];
    for (const parts of [1, 2, 3, 4]) {
      for (let at = 0; at < texts.length ** parts && at < 4_000; at += parts === 4 ? 7 : 1) {
        const own = Array.from(
          { length: parts },
          (_, place) => texts[Math.floor(at / texts.length ** place) % texts.length] ?? '',
        );
        const letters = Array.from(own.join(''));
        for (let from = 0; from < letters.length; from += 1 + (at % 3)) {
          for (let to = from + 1; to <= letters.length; to += 1 + (at % 2)) {
            const patternsOf = searchPatterns(letters.slice(from, to).join(''), parts);
            expect(own.some((text, place) => isLikeOne(text, patternsOf?.(place) ?? []))).toBe(true);
          }
        }
      }
    }
  });

  it('is in a number only by patterns that a number could be like', () => {
    const texts = ['', 'pump 0', 'e', 'model', 'x-', '.5'];
    const numbers = ['12', '-0.5', '1e+20', '5', '123.25'];
    const all = [...texts, ...numbers];
    for (let at = 0; at < all.length ** 3; at++) {
      const own = Array.from({ length: 3 }, (_, place) => all[Math.floor(at / all.length ** place) % all.length] ?? '');
      const whole = own.join('');
      for (let from = 0; from < whole.length; from++) {
        for (let to = from + 1; to <= whole.length; to += 2) {
          const patternsOf = searchPatterns(whole.slice(from, to), 3);
          const isFound = own.some((one, place) => {
            const patterns = patternsOf?.(place) ?? [];
            return isLikeOne(one, numbers.includes(one) ? patternsOfNumbers(patterns) : patterns);
          });
          expect(isFound).toBe(true);
        }
      }
    }
    expect(patternsOfNumbers(['%model%', '%l', '7%', '%\\%5%', '12', '%e-7'])).toEqual(['7%', '12', '%e-7']);
  });

  it('is the text itself where there is one', () => {
    expect(searchPatterns('50%', 1)?.(0)).toEqual(['%50\\%%']);
  });

  it('is at least as long as the share of each', () => {
    expect(searchPatterns('abcd', 2)?.(0)).toEqual(['%abcd%', '%ab', '%abc']);
    expect(searchPatterns('abcd', 2)?.(1)).toEqual(['%abcd%', 'bcd%', 'cd%']);
    expect(searchPatterns('abcd', 4)?.(1)).toContain('b');
  });

  it('is not said of a long text', () => {
    expect(searchPatterns('x'.repeat(41), 2)).toBeUndefined();
  });
});
