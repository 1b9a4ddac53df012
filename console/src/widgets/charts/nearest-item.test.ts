import { expect, it, vi } from 'vitest';
import { nearestItem, type SpotOf, withNearestItem } from './nearest-item.ts';

/** A px for each unit, values upwards from 100. */
const spotOf: SpotOf = (_, [time, value]) => ({ x: time, y: 100 - value });
const item = (seriesId: string, value: number) => ({ seriesId, value: [50, value] as [number, number] });
const nearest = (series: object[], values: Record<string, number>, x: number, y: number) =>
  nearestItem(
    Object.entries(values).map(([id, value]) => item(id, value)),
    { series: series.map((one) => ({ data: [[50, 1]], ...one })) },
    spotOf,
    { x, y },
  )?.seriesId;

it('a tooltip about one series is about the line that is nearest', () => {
  const lines = [
    { id: '0', type: 'line' },
    { id: '1', type: 'line' },
  ];
  const values = { 0: 10, 1: 60 };
  expect([nearest(lines, values, 50, 85), nearest(lines, values, 50, 50)]).toEqual(['0', '1']);
  expect(nearest([], values, 50, 50)).toBeUndefined();
});

it('or about the bar under the pointer, beside or on another one', () => {
  const bar = { type: 'bar', barWidth: 10 };
  const beside = [
    { id: '0', ...bar },
    { id: '1', ...bar },
  ];
  const values = { 0: 60, 1: 20 };
  expect([nearest(beside, values, 46, 90), nearest(beside, values, 54, 90)]).toEqual(['0', '1']);
  const stacked = beside.map((one) => ({ ...one, stack: 's' }));
  expect([nearest(stacked, values, 50, 70), nearest(stacked, values, 50, 30)]).toEqual(['0', '1']);
});

it('only where the settings want it, and all of them while there is no pointer', () => {
  const formatter = vi.fn();
  const write = (tooltip: object, at?: { x: number; y: number }) => {
    const option = { tooltip: { formatter, ...tooltip }, series: [{ id: '0', type: 'line', data: [] }] };
    const items = [item('0', 10), item('1', 20)];
    (withNearestItem(option, spotOf, () => at).tooltip as { formatter: (items: object[]) => void }).formatter(items);
    return formatter.mock.lastCall?.[0].length;
  };
  expect([write({}, { x: 50, y: 90 }), write({ ofOne: true }, { x: 50, y: 90 }), write({ ofOne: true })]).toEqual([
    2, 1, 2,
  ]);
});
