/** Lines before and after a change that are shown with it. */
const AROUND = 2;
/** Lines that are shown of a change at most. */
const MOST = 200;
/** Mark of lines that are left out. */
export const GAP = '…';
/** Lines that are seen of a text without scrolling; one that has no more is shown whole. */
const SEEN = 12;

function shortened(lines: readonly string[], from: number, to: number): string[] {
  const shown = lines.slice(from, Math.min(to, from + MOST));
  const before = from > 0 ? [GAP] : [];
  const after = from + shown.length < lines.length ? [GAP] : [];
  return [...before, ...shown, ...after];
}

/** The lines in which two texts are different, with some around them: they may be very long. */
export function changedLines(before: string, after: string): readonly [before: string[], after: string[]] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  if (old.length <= SEEN && now.length <= SEEN) return [old, now];
  const shorter = Math.min(old.length, now.length);
  let same = 0;
  while (same < shorter && old[same] === now[same]) same++;
  let end = 0;
  while (end < shorter - same && old.at(-1 - end) === now.at(-1 - end)) end++;
  const from = Math.max(0, same - AROUND);
  const rest = Math.max(0, end - AROUND);
  return [shortened(old, from, old.length - rest), shortened(now, from, now.length - rest)];
}
