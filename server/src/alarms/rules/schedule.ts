import { type AlarmSchedule, isWholeDay } from '@signalbox/contract/alarm-rule';
import { createZoneClock, DAY, weekdayOf } from './zone-clock.ts';

/** When an alarm rule is in force. */
export interface Schedule {
  isActive(ts: number): boolean;
  /** The first time from `ts` on at which it is not in force: `ts` itself when it is not, Infinity when it always is. */
  activeUntil(ts: number): number;
}

const ALWAYS: Schedule = { isActive: () => true, activeUntil: () => Number.POSITIVE_INFINITY };

/** Times of a day, ms since midnight on the clock; from `starts` past midnight to `ends` when it starts later than it ends. */
interface Hours {
  starts: number;
  ends: number;
}

const NEVER: Hours = { starts: 0, ends: 0 };

function hoursOf(times: { startsOn?: number | null | undefined; endsOn?: number | null | undefined }): Hours {
  return isWholeDay(times) ? { starts: 0, ends: DAY } : { starts: times.startsOn ?? 0, ends: times.endsOn ?? 0 };
}

/** Prepares a schedule. @throws RangeError for a zone that does not exist */
export function prepareSchedule(schedule: AlarmSchedule | null | undefined): Schedule {
  if (!schedule || schedule.type === 'ANY_TIME') return ALWAYS;
  /** weekday → its hours */
  const week = new Map<number, Hours>();
  if (schedule.type === 'SPECIFIC_TIME') {
    for (const day of schedule.daysOfWeek ?? [1, 2, 3, 4, 5, 6, 7]) week.set(day, hoursOf(schedule));
  } else {
    // The first item of a day counts, even if it is disabled.
    for (const item of schedule.items ?? []) {
      if (!week.has(item.dayOfWeek)) week.set(item.dayOfWeek, item.enabled ? hoursOf(item) : NEVER);
    }
  }
  const clock = createZoneClock(schedule.timezone ?? '');

  /** ms on the clock until the hours that `reading` is in end; 0 when it is in none. */
  function leftOf(reading: number): number {
    const hours = week.get(weekdayOf(reading));
    if (!hours) return 0;
    const time = reading - Math.floor(reading / DAY) * DAY;
    const { starts, ends } = hours;
    if (starts <= ends) return starts <= time && time < ends ? ends - time : 0;
    if (time >= starts) return DAY - time;
    return time < ends ? ends - time : 0;
  }

  return {
    isActive: (ts) => leftOf(clock.read(ts)) > 0,

    activeUntil(ts) {
      // After a week it is the same again.
      const horizon = ts + 8 * DAY;
      let at = ts;
      while (at < horizon) {
        const left = leftOf(clock.read(at));
        if (left === 0) return at;
        at = clock.nextChange(at, at + left) ?? at + left;
      }
      return Number.POSITIVE_INFINITY;
    },
  };
}
