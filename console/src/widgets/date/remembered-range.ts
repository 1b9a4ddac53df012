import type { DateRange } from './date-range.ts';

/** Where a tab keeps the range, as `{name, start, end}`; all navigators share it. */
const KEY = 'date-range';

function timeOf(value: unknown): number {
  return typeof value === 'string' || typeof value === 'number' ? new Date(value).getTime() : Number.NaN;
}

/** The range that was chosen last in this tab; undefined when there is none. */
export function rememberedRange(storage: Pick<Storage, 'getItem'>): DateRange | undefined {
  try {
    const kept = JSON.parse(storage.getItem(KEY) ?? 'null') as { start?: unknown; end?: unknown } | null;
    const range = { start: timeOf(kept?.start), end: timeOf(kept?.end) };
    return range.start < range.end ? range : undefined;
  } catch {
    // What is kept there may be of somebody else.
    return undefined;
  }
}

/** @param name of the preset, or how the range is written */
export function rememberRange(storage: Pick<Storage, 'setItem'>, { start, end }: DateRange, name: string): void {
  try {
    const kept = { name, start: new Date(start).toISOString(), end: new Date(end).toISOString() };
    storage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A full storage is no reason not to move on.
  }
}
