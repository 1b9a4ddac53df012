import { describe, expect, it } from 'vitest';
import { ringPath } from './arc.ts';
import { contrast } from './colors.ts';
import { timingFunction, transition } from './easing.ts';
import { fittedSize, fontOf, textWidth } from './font.ts';
import { colorOn, groundOf, paleOn } from './ground.ts';
import { ownColors, ownVariables } from './own-colors.ts';
import { safeStyle } from './safe-style.ts';
import { canBeSegmented, segmentedText } from './seven-segments.ts';
import type { ChartColors } from './theme-colors.ts';

const polygons = (path: string) => path.split('M').length - 1;

describe('segments of a display', () => {
  it('show each digit by its own, and a dot in little room', () => {
    expect('0123456789'.split('').map((digit) => polygons(segmentedText(digit, 10).lit))).toEqual([
      6, 2, 5, 5, 4, 5, 6, 3, 7, 6,
    ]);
    expect(polygons(segmentedText('1', 10).all)).toBe(7);
    expect(polygons(segmentedText('-', 10).lit)).toBe(1);
    const added = segmentedText('1.2', 10).width - segmentedText('12', 10).width;
    expect(added).toBeGreaterThan(0);
    expect(added).toBeLessThan(4);
  });

  it('are for numbers, not for words', () => {
    expect(['-12.5', '0', '12:30', '–'].every(canBeSegmented)).toBe(true);
    expect(['on', '12 km', ''].some(canBeSegmented)).toBe(false);
  });
});

describe('the way that gauges move', () => {
  const RULES = ['quad', 'quint', 'cycle', 'bounce', 'elastic', 'dequad', 'dequint', 'decycle', 'debounce', 'delastic'];
  const stops = (rule: string) => timingFunction(rule).slice('linear('.length, -1).split(', ').map(Number);

  it('begins and ends where it should by every rule, each its own', () => {
    for (const rule of RULES) {
      expect(stops(rule).at(0)).toBe(0);
      expect(stops(rule).at(-1)).toBe(1);
      expect(stops(rule).every(Number.isFinite)).toBe(true);
    }
    expect(new Set(RULES.map(timingFunction)).size).toBe(RULES.length);
    expect(timingFunction('linear')).toBe('linear');
    expect(timingFunction('constructor')).toBe('linear');
  });

  it('is slow at the start or at the end, and swings past the end, as the rule says', () => {
    const half = (rule: string) => stops(rule)[20] ?? 0;
    for (const rule of ['quad', 'quint', 'cycle']) expect(half(rule)).toBeLessThan(0.5);
    for (const rule of ['dequad', 'dequint', 'decycle']) expect(half(rule)).toBeGreaterThan(0.5);
    expect(Math.max(...stops('elastic'))).toBeGreaterThan(1);
    expect(Math.max(...stops('bounce'))).toBeLessThanOrEqual(1);
  });

  it('takes as long as the settings say, or no time', () => {
    expect(transition('transform', { animationDuration: 1500, animationRule: 'linear' }, 'cycle')).toBe(
      'transform 1500ms linear',
    );
    expect(transition('transform', {}, 'linear')).toBe('transform 500ms linear');
    expect(transition('transform', { animation: false }, 'linear')).toBeUndefined();
  });
});

describe('texts of gauges', () => {
  it('get smaller until they fit', () => {
    expect(fittedSize(textWidth('1234567890'), 30, 20)).toBeCloseTo(5);
    expect(fittedSize(textWidth('12'), 300, 20)).toBe(20);
    expect(fontOf({ family: 'Roboto', size: '14' }, 18)).toMatchObject({ family: null, size: 14 });
  });
});

describe('colours of gauges', () => {
  const light = { surface: '#ffffff', line: '#e5e7eb' } as ChartColors;
  const dark = { surface: '#171b22', line: '#2a313c' } as ChartColors;

  it('are readable in a widget with a ground or a text of its own, in either mode', () => {
    for (const theme of [light, dark]) {
      for (const backgroundColor of [
        '#fff3e0',
        '#102030',
        'rgba(0, 0, 0, 0)',
        'rgb(0 0 0 / 10%)',
        '#ff000008',
        'transparent',
      ]) {
        const own = ownColors({ backgroundColor, color: 'rgba(0, 0, 0, 0.87)' }, theme);
        expect(contrast(own?.text ?? '', own?.surface ?? '')).toBeGreaterThan(7);
        expect(contrast(own?.text3 ?? '', own?.surface ?? '')).toBeGreaterThan(3);
      }
    }
    expect(ownColors({ backgroundColor: '#fff', color: 'rgba(0, 0, 0, 0.87)' }, dark)).toBeUndefined();
    expect(ownColors({ color: '#00ff00', backgroundColor: '#000' }, light)?.text).toBe('#00ff00');
    expect(ownColors({ color: '#000080' }, dark)?.text).not.toBe('#000080');
    expect(ownVariables(ownColors({ color: '#123456' }, light) as ChartColors)).toMatchObject({ '--text': '#123456' });
  });

  it('are those of the theme where the ground lets the page through', () => {
    expect(groundOf('rgba(0,0,0,0)', dark)).toEqual(groundOf('#fff', dark));
    expect(groundOf('#000000', { ...dark, surface: '#000000' }).isDarkened).toBe(false);
  });

  it('stay as they are asked for on the ground that they were chosen for', () => {
    expect(colorOn(groundOf('#000000', dark), '#171a1c', '#fff')).toBe('#171a1c');
    expect(colorOn(groundOf('#ffffff', light), '#eeeeee', '#000')).toBe('#eeeeee');
  });

  it('give way where white has become dark', () => {
    const ground = groundOf('#fff', dark);
    expect(colorOn(ground, '#444', '#444')).not.toBe('#444');
    expect(paleOn(ground, '#eeeeee', dark)).toBe('#2a313c');
    expect(paleOn(ground, '#336699', dark)).toBe('#336699');
    expect(paleOn(groundOf('#babab2', dark), '#eeeeee', dark)).toBe('#eeeeee');
  });
});

it('a ring is drawn in two halves, so that a small one is not an arc of no length', () => {
  expect(ringPath(10, 10, 5, 0).match(/A/g)).toHaveLength(2);
});

describe('styles of settings and of functions', () => {
  it('have what can be said about looks', () => {
    const style = { color: 'red', fontSize: 14, background: 'linear-gradient(red, blue)', cursor: 'pointer' };
    expect(safeStyle(style)).toEqual(style);
    expect([safeStyle(null), safeStyle(undefined)]).toEqual([{}, {}]);
  });

  it.each([
    [{ position: 'fixed', zIndex: 9, top: 0, inset: 0, insetInlineStart: 0 }],
    [{ background: 'url(https://elsewhere.example)', cursor: 'URL ("//elsewhere.example"), auto' }],
    [{ listStyleImage: 'image-set("a.png" 1x)', maskImage: '-webkit-image-set("a.png" 1x)', content: 'src(a)' }],
    [{ background: 'u\\72l(a)', filter: 'url/**/(a)' }],
    [{ '--surface': 'red', 'background-color': 'red', color: { r: 1 }, width: null }],
  ])('have nothing that reaches out: %j', (style) => expect(safeStyle(style as Record<string, unknown>)).toEqual({}));
});
