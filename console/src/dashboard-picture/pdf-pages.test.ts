import { describe, expect, it } from 'vitest';
import { HEAD, type PdfLayout, pdfPages, stripsOf } from './pdf-pages.ts';
import { scaleFor } from './shot-size.ts';

const A4: PdfLayout = { paper: 'a4', orientation: 'portrait', pages: 'pages' };
/** Widgets one below the other, of this height. */
const rows = (count: number, height: number) =>
  Array.from({ length: count }, (_, at) => ({ left: 0, top: at * height, width: 970, height }));
const shot = (count: number, height: number) => ({ width: 970, height: count * height, widgets: rows(count, height) });

describe('the pages of a dashboard', () => {
  it('are one where it fits', () => {
    const { page, slices, scale } = pdfPages(shot(2, 300), A4);
    expect(page).toEqual({ width: 210, height: 297 });
    expect(scale).toBeCloseTo(0.2);
    expect(slices).toEqual([{ top: 0, height: 600 }]);
  });

  it('end between widgets', () => {
    const { slices } = pdfPages(shot(10, 300), A4);
    expect(slices.map(({ top, height }) => [top, height])).toEqual([
      [0, 1200],
      [1200, 1200],
      [2400, 600],
    ]);
  });

  it('begin a little above their widgets, as the first one does', () => {
    const gap = 10;
    const { widgets } = shot(10, 300);
    const apart = widgets.map((widget) => ({ ...widget, top: widget.top + gap, height: widget.height - gap }));
    const { slices } = pdfPages({ width: 970, height: 3000 + gap, widgets: apart }, A4);
    expect(slices.map(({ top }) => top)).toEqual([0, 1205, 2405]);
    expect(slices.at(-1)).toEqual({ top: 2405, height: 605 });
  });

  it('cut through what is higher than a page, and lose nothing', () => {
    const { slices, page, scale } = pdfPages(shot(1, 5000), A4);
    const room = (page.height - 16 - HEAD) / scale;
    expect(slices.length).toBe(Math.ceil(5000 / room));
    for (const [at, { top }] of slices.entries()) {
      const before = slices[at - 1];
      expect(top).toBeCloseTo(before ? before.top + before.height : 0);
    }
    expect(slices.reduce((sum, { height }) => sum + height, 0)).toBeCloseTo(5000);
  });

  it.each([
    ['a3', 'landscape', { width: 420, height: 297 }],
    ['letter', 'portrait', { width: 215.9, height: 279.4 }],
  ] as const)('are %s, %s', (paper, orientation, page) => {
    expect(pdfPages(shot(1, 100), { paper, orientation, pages: 'pages' }).page).toEqual(page);
  });

  it('are one long page where that is chosen, as long as programs show', () => {
    const long = { ...A4, pages: 'long' } as const;
    expect(pdfPages(shot(10, 300), long)).toMatchObject({ page: { width: 210, height: 3000 * 0.2 + 16 + HEAD } });
    const endless = pdfPages(shot(1000, 300), long);
    expect(endless.page.height).toBeCloseTo(5000);
    expect(endless.slices).toHaveLength(1);
  });
});

describe('the size of a picture', () => {
  it.each([
    [{ width: 1400, height: 900 }, 2],
    [{ width: 1400, height: 16_000 }, 1],
    [{ width: 390, height: 32_000 }, 0.5],
  ])('of %j is what browsers can draw', (size, scale) => {
    expect(scaleFor(size, 2)).toBeCloseTo(scale);
  });
});

it('puts pages together that can be drawn sharply at once', () => {
  const slices = Array.from({ length: 40 }, (_, at) => ({ top: at * 1500, height: 1500 }));
  const strips = stripsOf(slices, 1400);
  expect(strips.flatMap((strip) => strip.slices)).toEqual(slices);
  expect(strips.map(({ height }) => height)).toEqual(Array.from({ length: 8 }, () => 7500));
  expect(strips.map(({ top }) => top)).toEqual(Array.from({ length: 8 }, (_, at) => at * 7500));
  for (const { height } of strips) expect(scaleFor({ width: 1400, height }, 2)).toBe(2);
  // A single page that is too high for that is one of its own.
  expect(stripsOf([{ top: 0, height: 50_000 }], 1400)).toHaveLength(1);
});
