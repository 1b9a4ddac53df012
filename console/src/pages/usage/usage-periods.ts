import type { UsageCount } from '../../api/api-usage.ts';

/** What the charts show: hours of a day, days of a week, or months of a year. */
export const USAGE_PERIODS = ['day', 'week', 'year'] as const;
export type UsagePeriod = (typeof USAGE_PERIODS)[number];

/** A bar of a chart: what was counted in the time that begins at `ts`. */
export type UsageBar = UsageCount;

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Beginning of the month in UTC, `ago` months before the one of `ms`. */
export function monthStart(ms: number, ago = 0): number {
  const date = new Date(ms);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - ago);
}

/** Beginning of the day where the reader is: hours belong to that day. */
function dayStart(ms: number, ago = 0): number {
  const date = new Date(ms);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - ago).getTime();
}

/** Where the bars of a period begin, oldest first; the last one is under way. */
export function barStarts(period: UsagePeriod, now: number): number[] {
  const count = { day: 24, week: 7, year: 12 }[period];
  return Array.from({ length: count }, (_, at) => {
    const ago = count - 1 - at;
    if (period === 'day') return Math.floor(now / HOUR) * HOUR - ago * HOUR;
    return period === 'week' ? dayStart(now, ago) : monthStart(now, ago);
  });
}

/** Since when counts have to be read for the bars of a period, epoch ms. */
export function readFrom(period: UsagePeriod, now: number): number {
  return barStarts(period, now)[0] as number;
}

/** The bars of a period from counts of hours, or of months with `year`. */
export function barsOf(period: UsagePeriod, counts: readonly UsageCount[], now: number): UsageBar[] {
  const starts = barStarts(period, now);
  const bars = starts.map((ts) => ({ ts, count: 0 }));
  for (const { ts, count } of counts) {
    const bar = bars.findLast((one) => one.ts <= ts);
    if (bar && ts < now + DAY) bar.count += count;
  }
  return bars;
}

/** The counts with a newer one of what is under way in its place. */
export function withLatest(counts: readonly UsageCount[], latest: UsageCount | undefined): readonly UsageCount[] {
  if (!latest) return counts;
  return [...counts.filter(({ ts }) => ts !== latest.ts), latest];
}

/** A round number not below `max`, for the top of a scale. */
export function scaleTop(max: number): number {
  if (max <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(max));
  const step = [1, 2, 4, 5, 8, 10].find((one) => one * power >= max) ?? 10;
  return step * power;
}
