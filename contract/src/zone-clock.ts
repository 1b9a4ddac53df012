/** The clock on the wall of a time zone. Readings are ms since 1970-01-01 00:00 on that clock. */
export interface ZoneClock {
  /** What the clock shows at a time in epoch ms. */
  read(ts: number): number;
  /** The first time, epoch ms, at which the clock shows `reading` or something later. */
  firstAt(reading: number): number;
}

/** A stretch of time without a change of the clock: `start` inclusive, `end` exclusive, epoch ms; `offset` to UTC in ms. */
interface Stretch {
  start: number;
  end: number;
  offset: number;
}

const SECOND = 1000;
const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;
/** Changes of a clock are looked for in blocks of about a year. */
const BLOCK = 53 * WEEK;
/** Blocks that are remembered for a zone; more than any range of time that is asked for. */
const MAX_BLOCKS = 1000;
/** No zone was ever further from UTC. */
const MAX_OFFSET = 16 * HOUR;

/** name → its clock; names are few, since only those that exist get in. */
const clocks = new Map<string, ZoneClock>();

/** @param zone an IANA name, or an offset such as +02:00. @throws RangeError for a zone that does not exist */
export function zoneClock(zone: string): ZoneClock {
  let clock = clocks.get(zone);
  if (!clock) {
    clock = createZoneClock(offsetReader(zone));
    clocks.set(zone, clock);
  }
  return clock;
}

/** Asks the platform for the offset of a zone at a time. */
function offsetReader(zone: string): (ts: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    era: 'short',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (ts) => {
    const parts: Record<string, string> = {};
    for (const { type, value } of format.formatToParts(ts)) parts[type] = value;
    const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
    const day = utcDay(year, Number(parts.month) - 1, Number(parts.day));
    const time = (Number(parts.hour) * 60 + Number(parts.minute)) * 60 + Number(parts.second);
    return day + time * SECOND - Math.floor(ts / SECOND) * SECOND;
  };
}

/** A day as ms; unlike `Date.UTC`, years below 100 are those years. */
export function utcDay(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month, day);
}

function createZoneClock(offsetAt: (ts: number) => number): ZoneClock {
  /** number of the block → its stretches, ascending */
  const blocks = new Map<number, readonly Stretch[]>();

  function block(number: number): readonly Stretch[] {
    let stretches = blocks.get(number);
    if (!stretches) {
      if (blocks.size >= MAX_BLOCKS) blocks.clear();
      stretches = stretchesOf(offsetAt, number * BLOCK, (number + 1) * BLOCK);
      blocks.set(number, stretches);
    }
    return stretches;
  }

  function stretchAt(ts: number): Stretch {
    const stretches = block(Math.floor(ts / BLOCK));
    let at = stretches.length - 1;
    while (at > 0 && (stretches[at] as Stretch).start > ts) at--;
    return stretches[at] as Stretch;
  }

  return {
    read: (ts) => ts + stretchAt(ts).offset,
    firstAt(reading) {
      let ts = reading - MAX_OFFSET;
      for (;;) {
        const { start, end, offset } = stretchAt(ts);
        if (end + offset > reading) return Math.max(start, reading - offset);
        ts = end;
      }
    },
  };
}

/** Looks at the clock once a week, and for the second of the change where two looks differ. */
function stretchesOf(offsetAt: (ts: number) => number, from: number, to: number): readonly Stretch[] {
  const stretches: Stretch[] = [];
  let start = from;
  let offset = offsetAt(from);
  for (let low = from; low < to; low += WEEK) {
    const end = low + WEEK;
    for (let before = low; offsetAt(end) !== offset; before = start) {
      let after = end;
      while (after - before > SECOND) {
        const middle = before + Math.floor((after - before) / 2 / SECOND) * SECOND;
        if (offsetAt(middle) === offset) before = middle;
        else after = middle;
      }
      stretches.push({ start, end: after, offset });
      start = after;
      offset = offsetAt(after);
    }
  }
  if (start < to) stretches.push({ start, end: to, offset });
  return stretches;
}
