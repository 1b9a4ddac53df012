import { describe, expect, it } from 'vitest';
import type { DataRow } from '../model.ts';
import { pointOn, spokesOf } from './spokes-model.ts';

const row = (value: unknown) => ({ data: value === undefined ? [] : [[1, value]] }) as unknown as DataRow;
const none: ReadonlySet<number> = new Set();

describe('values around a centre', () => {
  it('are on a scale from zero to a round number', () => {
    const spokes = spokesOf([row(7), row('18.5'), row('open'), row(undefined)], none);
    expect(spokes.values).toEqual([
      { index: 0, value: 7 },
      { index: 1, value: 18.5 },
    ]);
    expect(spokes.ticks).toEqual([5, 10, 15, 20]);
    expect([0, 10, 20].map(spokes.shareOf)).toEqual([0, 0.5, 1]);
  });

  it('may be negative, tiny or nothing', () => {
    const mixed = spokesOf([row(-30), row(50)], none);
    expect(mixed.ticks).toEqual([-20, 0, 20, 40, 60]);
    expect(mixed.shareOf(-40)).toBe(0);
    expect(spokesOf([row(0.003)], none).ticks).toEqual([0.001, 0.002, 0.003]);
    expect(spokesOf([], none)).toMatchObject({ values: [], ticks: [0.5] });
    expect(spokesOf([row(0)], none).shareOf(0)).toBe(0);
  });

  it('may be as large as numbers get', () => {
    const spokes = spokesOf([row(1e308), row(-1e308), row(5)], none);
    for (const { value } of spokes.values) expect(spokes.shareOf(value)).toBeGreaterThanOrEqual(0);
    expect(spokes.ticks.every(Number.isFinite)).toBe(true);
  });

  it('leave out what is hidden, and go clockwise from the top', () => {
    expect(spokesOf([row(1), row(2)], new Set([0])).values).toEqual([{ index: 1, value: 2 }]);
    expect([0, 1, 2, 3].map((place) => pointOn(place, 4, 10))).toEqual([
      [0, -10],
      [10, 0],
      [0, 10],
      [-10, 0],
    ]);
  });
});
