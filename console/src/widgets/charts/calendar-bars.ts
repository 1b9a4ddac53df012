import { type CalendarInterval, intervalShownAt } from '../../time-window/calendar-grouping.ts';
import type { Option } from './chart-input.ts';

/** Part of an interval that stays free, so that bars of two of them do not touch. */
const GAP = 0.16;

/** When, value, where its interval begins and ends, and from where to where the bar reaches. */
type Bar = [middle: number, value: number, start: number, end: number, from: number, to: number];

/** The box of what is drawn, px. */
interface Box {
  x: number;
  width: number;
}

/** What ECharts hands to the function that draws one item. */
interface DrawnItem {
  value(dimension: number): number;
  coord(point: [number, number]): [number, number];
}

/** The place of a series in the width of an interval; stacked ones share theirs. */
const placeOf = ({ id, stack }: Option): string => (stack === undefined ? `series ${id}` : String(stack));

/**
 * Bars as wide as their intervals of the calendar, beside each other or stacked: in place of those of ECharts, which all
 * have one width.
 */
export function withCalendarBars(series: readonly Option[], interval: CalendarInterval): Option[] {
  const drawn = series.filter(({ type, data }) => type === 'bar' && (data as unknown[]).length > 0);
  const places = [...new Set(drawn.map(placeOf))];
  /** place, interval and sign → how far its stack reaches */
  const reached = new Map<string, number>();

  function barOf(one: Option, [time, value]: readonly [number, number]): Bar {
    const { start, end } = intervalShownAt(interval, time);
    const name = `${placeOf(one)} ${start} ${value < 0}`;
    const from = one.stack === undefined ? 0 : (reached.get(name) ?? 0);
    reached.set(name, from + value);
    return [time, value, start, end, from, from + value];
  }

  return series.map((one) => {
    if (one.type !== 'bar') return one;
    const { stack: _, large: __, barMaxWidth: ___, ...rest } = one;
    const slot = places.indexOf(placeOf(one));
    const { color, borderRadius } = one.itemStyle as { color: string; borderRadius?: unknown };
    return {
      ...rest,
      type: 'custom',
      clip: true,
      encode: { x: [0], y: [4, 5], tooltip: [1] },
      data: (one.data as (readonly [number, number])[]).map((point) => barOf(one, point)),
      renderItem: ({ coordSys }: { coordSys: Box }, item: DrawnItem) => ({
        type: 'rect',
        shape: { ...barShape(item, coordSys, slot, places.length), r: borderRadius },
        style: { fill: color },
      }),
    };
  });
}

/** Where a bar stands, px: the part of its interval that is shown, divided among those that stand beside each other. */
function barShape(item: DrawnItem, box: Box, slot: number, slots: number) {
  const [left, foot] = item.coord([item.value(2), item.value(4)]);
  const [right, head] = item.coord([item.value(3), item.value(5)]);
  const from = Math.max(left, box.x);
  const width = Math.max(0, Math.min(right, box.x + box.width) - from);
  const each = (width * (1 - GAP)) / slots;
  return {
    x: from + (width * GAP) / 2 + slot * each,
    y: Math.min(foot, head),
    width: Math.max(1, each - (slots > 1 ? 1 : 0)),
    height: Math.abs(foot - head),
  };
}
