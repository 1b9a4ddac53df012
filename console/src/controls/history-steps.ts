/** How many steps a second. */
export const PLAYER_SPEEDS = [1, 5, 10, 25] as const;

export interface Playing {
  /** Place among the steps. */
  at: number;
  isPlaying: boolean;
  speed: number;
}

/**
 * The step before or after one; where there are anchors, the next of them in that direction, and nothing moves when there
 * is none. @param times of the steps, ascending. @param anchors times to stop at, ascending; empty: every step
 */
export function neighbourStep(
  times: readonly number[],
  at: number,
  direction: -1 | 1,
  anchors: readonly number[] = [],
): number {
  const last = times.length - 1;
  if (anchors.length === 0) return Math.min(last, Math.max(0, at + direction));
  const now = times[at] ?? 0;
  const anchor = direction === 1 ? anchors.find((time) => time > now) : anchors.findLast((time) => time < now);
  if (anchor === undefined) return at;
  const step = times.findIndex((time) => time >= anchor);
  return step < 0 ? last : step;
}

/** After a tick: one step further, and it stops at the last one. */
export function nextTick(playing: Playing, count: number): Playing {
  const at = Math.min(count - 1, playing.at + 1);
  return { ...playing, at, isPlaying: playing.isPlaying && at < count - 1 };
}

/** Playing begins again at the start when everything has been shown. */
export function started(playing: Playing, count: number): Playing {
  return { ...playing, isPlaying: true, at: playing.at >= count - 1 ? 0 : playing.at };
}
