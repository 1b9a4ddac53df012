import { randomFillSync } from 'node:crypto';
import { v1, v4 } from 'uuid';

/** Steps of 100 ns in a millisecond, the unit of time in a UUID of version 1. */
const STEPS = 10_000;

/** Random bytes of an id, and those of the next ids: the system is asked once for many, which takes as long as for one. */
const RANDOM_BYTES = 16;
const random = new Uint8Array(256 * RANDOM_BYTES);
let used = random.length;

function nextRandom(): Uint8Array {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  used += RANDOM_BYTES;
  return random.subarray(used - RANDOM_BYTES, used);
}

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
  return { id: v1({ msecs: createdTime, nsecs: steps, rng: nextRandom }), createdTime };
}

/** A new random UUID. */
export function randomUuid(): string {
  return v4();
}
