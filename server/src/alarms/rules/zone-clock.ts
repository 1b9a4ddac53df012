/** ms; days by the clock on the wall */
export const DAY = 86_400_000;
/** ms; zones change their offset only at full quarters of an hour */
const QUARTER = 900_000;

/** The clock on the wall of a time zone. */
export interface ZoneClock {
  /** What the clock shows, as ms since 1970-01-01 00:00 on that clock. */
  read(ts: number): number;
  /** When the clock is next changed, after `from` and not after `to`, which are less than two changes apart. */
  nextChange(from: number, to: number): number | undefined;
}

/** @param zone an IANA name; empty: UTC. @throws RangeError for a zone that does not exist */
export function createZoneClock(zone: string): ZoneClock {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone || 'UTC',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  let knownQuarter = Number.NaN;
  let knownOffset = 0;

  function offsetOf(ts: number): number {
    const quarter = Math.floor(ts / QUARTER);
    if (quarter !== knownQuarter) {
      const start = quarter * QUARTER;
      const parts = Object.fromEntries(format.formatToParts(start).map(({ type, value }) => [type, Number(value)]));
      const { year = 0, month = 1, day, hour, minute, second } = parts;
      knownOffset = Date.UTC(year, month - 1, day, hour, minute, second) - start;
      knownQuarter = quarter;
    }
    return knownOffset;
  }

  return {
    read: (ts) => ts + offsetOf(ts),

    nextChange(from, to) {
      const before = offsetOf(from);
      if (offsetOf(to) === before) return undefined;
      let low = Math.floor(from / QUARTER);
      let high = Math.floor(to / QUARTER);
      while (high - low > 1) {
        const middle = (low + high) >> 1;
        if (offsetOf(middle * QUARTER) === before) low = middle;
        else high = middle;
      }
      return high * QUARTER;
    },
  };
}

/** Day of a clock's reading: 1 is Monday, 7 is Sunday. */
export function weekdayOf(reading: number): number {
  // 1970-01-01 was a Thursday.
  const days = Math.floor(reading / DAY) + 3;
  return (((days % 7) + 7) % 7) + 1;
}
