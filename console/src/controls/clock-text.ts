/** Minutes after midnight → `HH:mm`; the end of the day is its midnight. */
export function clockText(minutes: number): string {
  const shown = Math.floor(minutes) % 1440;
  return `${String(Math.floor(shown / 60)).padStart(2, '0')}:${String(shown % 60).padStart(2, '0')}`;
}

/** `HH:mm` → minutes after midnight; undefined for anything else. */
export function clockMinutes(text: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}
