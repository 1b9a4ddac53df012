import { describe, expect, it } from 'vitest';
import { movedStretches, thinned, timeStretches } from './chart-pan.ts';

describe('moving along the time of a chart', () => {
  it('moves what is compared along, by the same part of what is shown', () => {
    const axes = timeStretches({
      xAxis: [
        { min: 100, max: 200 },
        { min: -1000, max: 0 },
      ],
    });
    expect(axes && movedStretches(axes, -0.25)).toEqual([
      { min: 75, max: 175 },
      { min: -1250, max: -250 },
    ]);
  });

  it.each([
    [{}],
    [{ xAxis: [{ min: null, max: 5 }] }],
    [{ xAxis: [{ min: 5, max: 5 }] }],
    [{ xAxis: { min: 1, max: 2 } }],
  ])('is not possible without ends: %j', (option) => expect(timeStretches(option)).toBeUndefined());
});

describe('more points than px', () => {
  const wave = Array.from({ length: 5_000 }, (_, time) => [time, time === 1234 ? 999 : Math.sin(time)] as const);

  it('become the lowest and highest of each two px, so that nothing that stands out is lost', () => {
    const drawn = thinned(wave, 600);
    expect(drawn.length).toBeLessThanOrEqual(602);
    expect(drawn[0]).toBe(wave[0]);
    expect(drawn.at(-1)).toBe(wave.at(-1));
    expect(Math.max(...drawn.map(([, value]) => value))).toBe(999);
    expect(drawn.every(([time], at) => at === 0 || time > (drawn[at - 1]?.[0] ?? 0))).toBe(true);
  });

  it('stay where there are few, or all are of one time', () => {
    expect(thinned(wave.slice(0, 1000), 600)).toHaveLength(1000);
    expect(thinned([], 600)).toEqual([]);
    expect(
      thinned(
        Array.from({ length: 5_000 }, (_, value) => [7, value] as const),
        600,
      ).length,
    ).toBeLessThan(10);
  });
});
