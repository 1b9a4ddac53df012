import type { CalendarInterval } from '../../time-window/calendar-grouping.ts';
import { intervalsWithin, shortIntervalLabel } from '../../time-window/calendar-label.ts';
import type { Option } from './chart-input.ts';

/** Room that a label takes, px. */
const LABEL_WIDTH = 72;

/**
 * What a time axis says of the calendar: ticks where intervals begin, and names in their middle, as many as there is room
 * for.
 */
export function calendarAxis(
  interval: CalendarInterval,
  range: { minTime: number; maxTime: number },
  width: number,
  locale: string,
): { axisTick: Option; axisLabel: Option } {
  const intervals = intervalsWithin(interval, range);
  const step = Math.max(1, Math.ceil((intervals.length * LABEL_WIDTH) / Math.max(1, width)));
  return {
    axisTick: { show: false, customValues: intervals.map(({ start }) => start) },
    axisLabel: {
      customValues: intervals.filter((_, at) => at % step === 0).map(({ start, end }) => (start + end) / 2),
      formatter: (moment: number) => shortIntervalLabel(interval, moment, locale),
      showMinLabel: true,
      showMaxLabel: true,
    },
  };
}
