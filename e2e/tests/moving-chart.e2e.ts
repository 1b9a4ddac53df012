import path from 'node:path';
import { expect, it } from 'vitest';
import { pageScript } from '../../console/build/page-script.ts';
import { page, pageErrors, setUpConsole } from '../harness/console.ts';
import type { DrawGrown, GrowingChart, GrownPictures } from '../harness/growing-chart.ts';

setUpConsole({ user: null });

const script = pageScript(path.resolve(import.meta.dirname, '../../console/test/growing-chart-page.ts'));

/** Lets a chart that is drawn at its hundredth second grow ten times a second, on a screen of so many dots in a px. */
async function grown(given: GrowingChart, seconds: number, ratio: number): Promise<GrownPictures> {
  await page.goto('about:blank');
  await page.evaluate((value) => Object.defineProperty(window, 'devicePixelRatio', { value }), ratio);
  await page.addScriptTag({ content: await script });
  const times = Array.from({ length: 10 * seconds }, (_, index) => 100 + (index + 1) / 10);
  return page.evaluate(
    ([chart, at]) => (window as unknown as { grownPictures: DrawGrown }).grownPictures(chart, 100, at),
    [given, times] as const,
  );
}

const STACK = { stack: true };
const SURFACE = { fillLines: true };
const POINTS = { showPoints: true };

const CHARTS: readonly [what: string, chart: GrowingChart][] = [
  ['a line', {}],
  ['a line of many values', { every: 50 }],
  [
    'smooth lines with surfaces',
    { settings: { smoothLines: true }, keys: [SURFACE, { fillLines: true, lineWidth: 3 }] },
  ],
  ['states', { kind: 'state', keys: [SURFACE, {}] }],
  ['lines with points', { keys: [POINTS, { ...POINTS, showPointShape: 'square' }], every: 250 }],
  ['stacked surfaces of many values', { settings: STACK, keys: [SURFACE, SURFACE], every: 50 }],
  ['stacked lines with points', { settings: STACK, keys: [POINTS, { ...SURFACE, ...POINTS }] }],
  ['bars', { kind: 'bar', keys: [{}, {}], every: 1000 }],
  ['stacked bars', { kind: 'bar', settings: STACK, keys: [{}, {}], every: 1000 }],
  ['many bars', { kind: 'bar', every: 50 }],
  [
    'lines with gaps and values that stand alone',
    {
      every: 200,
      pauses: [
        [95, 98],
        [98.2, 100.5],
        [100.7, 101.4],
      ],
    },
  ],
];

it.each(CHARTS)('what moves on the canvas of a chart is what painting all of it makes: %s', async (_, chart) => {
  for (const ratio of [1, 2]) {
    const { drawn, times, moved, different, changed } = await grown(chart, 2, ratio);
    expect({ drawn, different }).toEqual({ drawn: times, different: 0 });
    expect(moved).toBeGreaterThan(5);
    expect(changed).toBeGreaterThan(100);
  }
  expect(pageErrors).toEqual([]);
});

it.each<[what: string, chart: GrowingChart]>([
  ['thresholds', { keys: [{ thresholds: [{ thresholdValueSource: 'predefinedValue', thresholdValue: 30 }] }] }],
  ['a frame', { settings: { grid: { color: '#ff0000', outlineWidth: 3 } } }],
  ['points that reach beyond its edges', { keys: [{ showPoints: true, showPointsRadius: 12 }] }],
])('a chart on which something stands still is repainted: %s', async (_, chart) => {
  const { drawn, times, moved, different } = await grown(chart, 2, 1);
  expect({ drawn, moved, different }).toEqual({ drawn: times, moved: 0, different: 0 });
});
