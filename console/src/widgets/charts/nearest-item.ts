import type { Option } from './chart-input.ts';
import type { TooltipItem } from './chart-tooltip.ts';

/** Where something is on a chart, px. */
export interface Spot {
  x: number;
  y: number;
}

/** Where a value of a series is drawn; undefined where the chart cannot tell. */
export type SpotOf = (seriesId: string, value: readonly [time: number, value: number]) => Spot | undefined;

const seriesOf = ({ series }: Option): readonly Option[] => (Array.isArray(series) ? series : []);

/** The one of the items at a time that is drawn nearest to the pointer: bars count with all of their surface. */
export function nearestItem(
  items: readonly TooltipItem[],
  option: Option,
  spotOf: SpotOf,
  pointer: Spot,
): TooltipItem | undefined {
  const series = seriesOf(option);
  const placeOf = ({ stack, id }: Option) => stack ?? `series ${id}`;
  /** Bars of a time stand beside each other in this order. */
  const places = [
    ...new Set(series.filter(({ type, data }) => type === 'bar' && (data as unknown[]).length > 0).map(placeOf)),
  ];
  /** What is drawn below, by stack: that above zero and that below it apart. */
  const below = new Map<string, number>();
  let nearest: TooltipItem | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const item of items) {
    const drawn = series.find(({ id }) => id === item.seriesId);
    if (!drawn || !item.value || item.seriesId === undefined) continue;
    const [time, value] = item.value;
    const stack = `${drawn.stack} ${value < 0}`;
    const from = drawn.stack === undefined ? 0 : (below.get(stack) ?? 0);
    const to = from + value;
    if (drawn.stack !== undefined) below.set(stack, to);
    const end = spotOf(item.seriesId, [time, to]);
    const start = spotOf(item.seriesId, [time, from]);
    if (!end || !start) continue;
    const distance =
      drawn.type === 'bar'
        ? fromBar(pointer, end, start, Number(drawn.barWidth) || 0, places.indexOf(placeOf(drawn)), places.length)
        : Math.abs(pointer.y - end.y);
    if (distance < least) [least, nearest] = [distance, item];
  }
  return nearest;
}

/** px from a bar between two spots, which is one of `count` beside each other. */
function fromBar(pointer: Spot, end: Spot, start: Spot, width: number, place: number, count: number): number {
  const middle = end.x + (place - (count - 1) / 2) * width;
  const [top, bottom] = [Math.min(end.y, start.y), Math.max(end.y, start.y)];
  const beside = Math.max(0, Math.abs(pointer.x - middle) - width / 2);
  return Math.hypot(beside, Math.max(0, top - pointer.y, pointer.y - bottom));
}

/** An option whose tooltip says what is nearest to the pointer, when it is to be about one series. */
export function withNearestItem(option: Option, spotOf: SpotOf, pointerOf: () => Spot | undefined): Option {
  const tooltip = option.tooltip as Option | undefined;
  if (tooltip?.ofOne !== true) return option;
  const write = tooltip.formatter as (items: TooltipItem[]) => unknown;
  const formatter = (items: TooltipItem[]) => {
    const pointer = pointerOf();
    const nearest = pointer && nearestItem(items, option, spotOf, pointer);
    return write(nearest ? [nearest] : items);
  };
  return { ...option, tooltip: { ...tooltip, formatter } };
}
