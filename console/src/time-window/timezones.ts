import { offsetOf } from './clock.ts';

/** A zone as it is offered for choice. */
export interface Timezone {
  /** IANA name. */
  id: string;
  /** Readable name: underscores become spaces. */
  name: string;
  /** Current offset, such as "UTC+02:00". */
  offset: string;
  /** The same as a number, minutes. */
  nOffset: number;
}

/** The zone as an entry, or undefined when the browser does not know it. `now` in epoch ms. */
export function timezoneEntry(id: string, now: number): Timezone | undefined {
  const minutes = offsetOf(id, now);
  if (minutes === undefined) return undefined;
  return { id, name: id.replaceAll('_', ' '), offset: offsetText(minutes), nOffset: minutes };
}

/** An offset of so many minutes as it is written: "UTC+02:00". */
function offsetText(minutes: number): string {
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  const digits = (count: number) => String(Math.floor(count)).padStart(2, '0');
  return `UTC${minutes < 0 ? '-' : '+'}${digits(hours)}:${digits(rest)}`;
}

/** What people call a zone at a moment: "CEST". */
function shortName(id: string, now: number): string | undefined {
  try {
    const parts = new Intl.DateTimeFormat(undefined, { timeZone: id, timeZoneName: 'short' }).formatToParts(now);
    return parts.find(({ type }) => type === 'timeZoneName')?.value;
  } catch {
    // An offset with something before it is read as that offset, but has no name.
    return undefined;
  }
}

/**
 * Every zone that the browser knows, by offset and then by name: the first time a long task, since the browser reads the
 * rules of each.
 * @param also a zone by another name of it
 */
export function allTimezones(now: number, also?: string): Timezone[] {
  const ids = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(also === undefined ? [] : [also])]);
  const entries = [...ids].flatMap((id) => timezoneEntry(id, now) ?? []);
  return entries.sort((a, b) => a.nOffset - b.nOffset || a.id.localeCompare(b.id));
}

/** IANA name of the browser's own zone. */
export function browserTimezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Short name of a zone at a moment ("CEST"), its offset where it has no name. */
export function timezoneAbbreviation(id: string, now: number): string {
  const zone = timezoneEntry(id, now);
  return zone ? (shortName(id, now) ?? zone.offset) : '';
}
