import { v1, v4 } from 'uuid';

/** Steps of 100 ns in a millisecond, the unit of time in a UUID of version 1. */
const STEPS = 10_000;

/** Creation time of the last id, epoch ms, and how many of its steps are used. */
let lastTime = 0;
let steps = 0;

/**
 * A new time-based UUID (version 1), as entities have them, with its creation time in epoch ms. Ids of one millisecond
 * sort in the order in which they were made, so that lists by creation time do as well.
 */
export function newEntityId(): { id: string; createdTime: number } {
  const createdTime = Date.now();
  steps = createdTime === lastTime ? (steps + 1) % STEPS : 0;
  lastTime = createdTime;
  return { id: v1({ msecs: createdTime, nsecs: steps }), createdTime };
}

/** A new random UUID. */
export function randomUuid(): string {
  return v4();
}
