import { countIds, unpackId } from '../storage/packed-columns.ts';

/** Devices of which no more is known than when they will have been silent for too long. */
export interface QuietDevices {
  /** 16 bytes each */
  ids: Buffer;
  /** When that is, on the steady clock. */
  dueAt: Float64Array;
}

/**
 * The devices that are watched after a start and have not been heard of since: 24 bytes each, for a million of them that
 * is less than a fiftieth of what their states would take.
 */
export interface WatchList {
  /** How many there are. */
  readonly size: number;
  add(devices: QuietDevices): void;
  /** Takes out, one after the other, the ids of those that have been silent for too long. */
  takeDue(now: number): Generator<string>;
}

export function createWatchList(): WatchList {
  /** Each with how many of it have not been taken out. */
  const parts = new Map<QuietDevices, number>();

  return {
    get size() {
      return [...parts.values()].reduce((sum, left) => sum + left, 0);
    },

    add(devices) {
      if (devices.ids.length > 0) parts.set(devices, countIds(devices.ids));
    },

    *takeDue(now) {
      for (const part of parts.keys()) {
        const { ids, dueAt } = part;
        for (let at = 0; at < dueAt.length; at++) {
          if ((dueAt[at] as number) > now) continue;
          dueAt[at] = Number.POSITIVE_INFINITY;
          const left = (parts.get(part) as number) - 1;
          if (left === 0) parts.delete(part);
          else parts.set(part, left);
          yield unpackId(ids, at);
        }
      }
    },
  };
}
