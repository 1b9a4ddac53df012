import type { ReportSchedule } from '@signalbox/contract/report';
import { zoneClock } from '@signalbox/contract/zone-clock';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Days that are looked through: any schedule has a day among them. */
const MAX_DAYS = 63;

/** Whether it is sent on a day, counted from 1970-01-01. */
function isDayOf({ period, weekdays, monthDay }: ReportSchedule, day: number): boolean {
  if (period === 'WEEK') return weekdays.includes(((day + 3) % 7) + 1);
  if (period !== 'MONTH') return true;
  const date = new Date(day * DAY);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  return date.getUTCDate() === Math.min(monthDay, last);
}

/**
 * The first time after `after` at which a report is sent; both in epoch ms. A time that the clock skips in spring is the
 * one at which it goes on.
 */
export function nextRun(schedule: ReportSchedule, after: number): number {
  const clock = zoneClock(schedule.timeZone);
  const reading = clock.read(after);
  if (schedule.period === 'HOUR') {
    const at = after - (reading % HOUR) + (schedule.minute % 60) * MINUTE;
    return at > after ? at : at + HOUR;
  }
  const today = Math.floor(reading / DAY);
  for (let day = today; day < today + MAX_DAYS; day++) {
    if (!isDayOf(schedule, day)) continue;
    const at = clock.firstAt(day * DAY + schedule.minute * MINUTE);
    if (at > after) return at;
  }
  throw new Error('a schedule without a day');
}
