import { addDays, addMonths, endOfWeek, lastDayOfMonth, startOfDay, startOfMonth, startOfWeek } from 'date-fns';
import type { Weekday } from './date-range.ts';

/** The weeks of a month, days as epoch ms of their start; undefined for days of the months beside it. */
export function weeksOf(month: number, weekStartsOn: Weekday): (number | undefined)[][] {
  const first = startOfMonth(month);
  const last = lastDayOfMonth(month);
  const weeks: (number | undefined)[][] = [];
  for (let week = startOfWeek(first, { weekStartsOn }); week <= last; week = addDays(week, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const day = addDays(week, index);
        return day < first || day > last ? undefined : day.getTime();
      }),
    );
  }
  return weeks;
}

/** Where a key leads from a day in a calendar, or undefined for keys that do not move. */
export function dayAfterKey(day: number, key: string, weekStartsOn: Weekday, isRtl: boolean): number | undefined {
  const forward = isRtl ? -1 : 1;
  switch (key) {
    case 'ArrowLeft':
      return addDays(day, -forward).getTime();
    case 'ArrowRight':
      return addDays(day, forward).getTime();
    case 'ArrowUp':
      return addDays(day, -7).getTime();
    case 'ArrowDown':
      return addDays(day, 7).getTime();
    case 'Home':
      return startOfWeek(day, { weekStartsOn }).getTime();
    case 'End':
      return startOfDay(endOfWeek(day, { weekStartsOn })).getTime();
    case 'PageUp':
      return addMonths(day, -1).getTime();
    case 'PageDown':
      return addMonths(day, 1).getTime();
    default:
      return undefined;
  }
}
