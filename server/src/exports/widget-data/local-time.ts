import { badRequest } from '../../http/errors.ts';

/** Offsets of zones change at multiples of it, ms. */
const QUARTER = 15 * 60_000;
const MINUTE = 60_000;

/** Writes a time (epoch ms) in ISO 8601. */
export type TimeText = (ts: number) => string;

/**
 * Writes times in a zone with its offset: `2026-11-23T09:51:48.000+01:00`.
 * @throws ApiError 400 / 31 when there is no such zone
 */
export function timeTextIn(zone: string): TimeText {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  } catch {
    throw badRequest(`Unknown time zone '${zone.slice(0, 64)}'.`);
  }
  let knownFrom = Number.NaN;
  let known = { offset: 0, suffix: 'Z' };

  /** `GMT+05:30` → minutes and how it is written. */
  function offsetAt(ts: number): typeof known {
    const from = Math.floor(ts / QUARTER) * QUARTER;
    if (from === knownFrom) return known;
    const name = format.formatToParts(ts).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    const [, sign, hours = '00', minutes = '00'] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? [];
    const offset = (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
    knownFrom = from;
    known = { offset, suffix: offset !== 0 ? `${sign}${hours}:${minutes}` : 'Z' };
    return known;
  }

  return (ts) => {
    const { offset, suffix } = offsetAt(ts);
    return new Date(ts + offset * MINUTE).toISOString().replace('Z', suffix);
  };
}
