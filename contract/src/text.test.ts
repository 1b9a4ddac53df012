import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { storedText, text, UNSTORABLE_TEXT } from './text.ts';

const isAccepted = (value: string, max = 10_000_000): boolean => z.safeParse(text(max), value).success;

describe('a plain text', () => {
  it.each(['', 'Pump 1', 'a < b > c', '2 <3', 'x <= y', '5 > 3 <', 'Ærøskøbing', "O'Neill & sons", '<', '< b>'])(
    'may be %j',
    (value) => expect(isAccepted(value)).toBe(true),
  );

  it.each([
    '<b>',
    'a </p > b',
    '<img src=x onerror=alert(1)>',
    '<svg\nonload=x>',
    '<a <b >',
    '<!-- x -->',
    '<![CDATA[',
    '<?php',
    'JavaScript:alert(1)',
    'a\u0000b',
    'cut \ud83d',
  ])('may not be %j', (value) => expect(isAccepted(value)).toBe(false));

  it('is refused in linear time when it is long', () => {
    const start = process.cpuUsage();
    for (const piece of ['<a', '<', '</a', '<!', 'javascript'])
      expect(isAccepted(piece.repeat(400_000), 255)).toBe(false);
    expect(process.cpuUsage(start).user).toBeLessThan(2_000_000);
  });
});

describe('a stored text', () => {
  it('may hold anything that can be stored', () => {
    expect(z.safeParse(storedText(5), '<b>').success).toBe(true);
    expect(z.safeParse(storedText(5), 'a\ud83d\ude00').success).toBe(true);
    for (const unstorable of ['a\u0000', 'a\ud83d', '\ude00a', '\ude00\ud83d']) {
      const { error } = z.safeParse(storedText(5), unstorable);
      expect(error?.issues.map(({ message }) => message)).toEqual([UNSTORABLE_TEXT]);
    }
    expect(z.safeParse(storedText(5), '123456').success).toBe(false);
  });
});
