import type { LiveChange } from '../bus/live-bus.ts';

/** Changes of one entity that wait for something at a time. */
export const MAX_HELD = 10_000;

/**
 * Changes of an entity that wait until its values have been read. When too many come, the oldest are forgotten: then
 * the values are to be read once more.
 */
export interface HeldChanges {
  /** Whether some were forgotten. */
  readonly isOverfull: boolean;
  add(change: LiveChange): void;
  /** Oldest first. */
  all(): readonly LiveChange[];
  /** Keeps only what a further read of the values does not have. @returns whether that leaves out any */
  keep(needed: (changes: readonly LiveChange[]) => LiveChange[]): boolean;
}

/** @param max how many wait at a time */
export function createHeldChanges(max = MAX_HELD): HeldChanges {
  let changes: LiveChange[] = [];
  let isOverfull = false;
  return {
    get isOverfull() {
      return isOverfull;
    },
    add(change) {
      if (changes.length >= max) {
        isOverfull = true;
        const kept = Math.ceil(max / 2);
        // The last of the entity itself stays: after it the user may see less, or there is nothing more to see.
        const ofEntity = changes.slice(0, kept).findLast(({ kind }) => kind === 'entity');
        changes = [...(ofEntity ? [ofEntity] : []), ...changes.slice(kept)];
      }
      changes.push(change);
    },
    all: () => changes,
    keep(needed) {
      const before = changes.length;
      changes = needed(changes);
      return changes.length < before;
    },
  };
}
