/** epoch ms → what `datetime-local` shows, in the zone of the browser; empty for what is no time. */
export function localDateTime(ms: unknown): string {
  if (typeof ms !== 'number' || !Number.isFinite(ms)) return '';
  const date = new Date(ms);
  return Number.isNaN(date.getTime())
    ? ''
    : new Date(ms - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
