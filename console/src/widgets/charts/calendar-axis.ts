import { type CalendarInterval, intervalShownAt } from '../../time-window/calendar-grouping.ts';
import { intervalsWithin, shortIntervalLabel } from '../../time-window/calendar-label.ts';
import type { Option } from './chart-input.ts';

/** Room that a label takes, px. */
const LABEL_WIDTH = 72;
/** How near to an end of the axis the middle of a label may be without reaching over it, px. */
const HALF_LABEL = 24;

/**
 * What a time axis says of the calendar: ticks where intervals begin, and names in their middle, as many as there is room
 * for. What is left of an interval at an end of the range has none where it would stand over the values beside the axis.
 */
export function calendarAxis(
  interval: CalendarInterval,
  range: { minTime: number; maxTime: number },
  width: number,
  locale: string,
): { axisTick: Option; axisLabel: Option } {
  const intervals = intervalsWithin(interval, range);
  const step = Math.max(1, Math.ceil((intervals.length * LABEL_WIDTH) / Math.max(1, width)));
  const length = Math.max(1, range.maxTime - range.minTime);
  const middles = intervals
    .filter((one) => {
      const { start, end } = intervalShownAt(interval, one.start);
      const isWhole = start === one.start && end === one.end;
      return isWhole || ((one.end - one.start) / 2 / length) * width >= HALF_LABEL;
    })
    .map(({ start, end }) => (start + end) / 2);
  return {
    axisTick: { show: false, customValues: intervals.map(({ start }) => start) },
    axisLabel: {
      customValues: middles.filter((_, at) => at % step === 0),
      formatter: (moment: number) => shortIntervalLabel(interval, moment, locale),
      showMinLabel: true,
      showMaxLabel: true,
    },
  };
}
