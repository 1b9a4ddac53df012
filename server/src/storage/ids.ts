import { v1, v4 } from 'uuid';

/** A new time-based UUID (version 1), as entities have them, with its creation time in epoch ms. */
export function newEntityId(): { id: string; createdTime: number } {
  const createdTime = Date.now();
  return { id: v1({ msecs: createdTime }), createdTime };
}

/** A new random UUID. */
export function randomUuid(): string {
  return v4();
}
