/**
 * Now on a clock that nobody sets, ms: for how long something lasts. Its readings mean nothing to another process. The
 * clock on the wall (`Date.now`) jumps when it is corrected, and after the machine was asleep.
 */
export const steadyNow = (): number => performance.now();

/** When a moment of the steady clock was by the clock on the wall, epoch ms. */
export const wallTimeOf = (moment: number): number => Math.round(Date.now() - (steadyNow() - moment));
