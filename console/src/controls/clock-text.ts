/** Minutes after midnight → `HH:mm`; the end of the day is its midnight. */
export function clockText(minutes: number): string {
  const shown = Math.floor(minutes) % 1440;
  return `${String(Math.floor(shown / 60)).padStart(2, '0')}:${String(shown % 60).padStart(2, '0')}`;
}

/** `HH:mm` → minutes after midnight; 0 for anything else. */
export function clockMinutes(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes || 0;
}
