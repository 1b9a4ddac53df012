import { DateTime, IANAZone } from 'luxon';

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
  abbr: string;
}

/** The zone as an entry, or undefined when the browser does not know it. `now` in epoch ms. */
function timezoneEntry(id: string, now: number): Timezone | undefined {
  if (!IANAZone.isValidZone(id)) return undefined;
  const time = DateTime.fromMillis(now, { zone: id });
  return {
    id,
    name: id.replaceAll('_', ' '),
    offset: `UTC${time.toFormat('ZZ')}`,
    nOffset: time.offset,
    abbr: time.offsetNameShort ?? `UTC${time.toFormat('ZZ')}`,
  };
}

/** Every zone that the browser knows, by offset and then by name. */
export function allTimezones(now: number): Timezone[] {
  const ids = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC']);
  const entries = [...ids].flatMap((id) => timezoneEntry(id, now) ?? []);
  return entries.sort((a, b) => a.nOffset - b.nOffset || a.id.localeCompare(b.id));
}

/** IANA name of the browser's own zone. */
export function browserTimezone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Short name of a zone at a moment ("CEST"), its offset where it has no name. */
export function timezoneAbbreviation(id: string, now: number): string {
  return timezoneEntry(id, now)?.abbr ?? '';
}
