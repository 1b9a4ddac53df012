import { describe, expect, it } from 'vitest';
import { isColor, readColor, writeColor } from './color-value.ts';

describe('a colour', () => {
  it.each([
    ['#fff', { r: 255, g: 255, b: 255, a: 1 }, '#ffffff'],
    ['#2F5BEA', { r: 47, g: 91, b: 234, a: 1 }, '#2f5bea'],
    ['#2f5bea80', { r: 47, g: 91, b: 234, a: 0.5 }, 'rgba(47, 91, 234, 0.5)'],
    ['rgba(0, 0, 0, 0.87)', { r: 0, g: 0, b: 0, a: 0.87 }, 'rgba(0, 0, 0, 0.87)'],
    ['rgb(1 2 3 / 50%)', { r: 1, g: 2, b: 3, a: 0.5 }, 'rgba(1, 2, 3, 0.5)'],
    [' rgb(300, 2.4, 3) ', { r: 255, g: 2, b: 3, a: 1 }, '#ff0203'],
  ])('is read and written: %s', (text, color, written) => {
    expect(readColor(text)).toEqual(color);
    expect(writeColor(color)).toBe(written);
    expect(isColor(text)).toBe(true);
  });

  it.each(['', '#12', '12px', 'no colour'])('is not: %j', (text) => {
    expect([isColor(text), readColor(text)]).toEqual([false, undefined]);
  });
});
