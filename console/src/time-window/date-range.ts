import { SECOND } from './intervals.ts';
import type { FixedTimeWindow } from './model.ts';

/** The range after its start was moved: it stays at least one second before the end. Epoch ms. */
export function withStart(range: FixedTimeWindow, startTimeMs: number, now: number): FixedTimeWindow {
  const endTimeMs = Math.min(range.endTimeMs, now);
  return { startTimeMs: Math.min(startTimeMs, endTimeMs - SECOND), endTimeMs };
}

/** The range after its end was moved: not after now, and at least one second after the start. Epoch ms. */
export function withEnd(range: FixedTimeWindow, endTimeMs: number, now: number): FixedTimeWindow {
  const end = Math.min(endTimeMs, now);
  if (end - range.startTimeMs >= SECOND) return { startTimeMs: range.startTimeMs, endTimeMs: end };
  const start = Math.min(range.startTimeMs, now - SECOND);
  return { startTimeMs: start, endTimeMs: start + SECOND };
}
