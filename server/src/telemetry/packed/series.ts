import { PointBuffer } from './point-buffer.ts';
import type { RawValue } from './points.ts';

/** Deletes points of lower sequences with startTs <= ts < endTs. */
export interface Deletion {
  sequence: number;
  startTs: number;
  endTs: number;
  /** Whether the entity was deleted: then the series goes with its last point. */
  forget: boolean;
}

const NONE: readonly Deletion[] = [];

/** One key of one entity, with its state in memory. */
export class Series {
  readonly id: number;
  readonly entityId: string;
  readonly key: string;
  readonly keyId: number;

  /** Points of blocks that are not in chunks yet. */
  readonly buffer = new PointBuffer();
  /** Deletions that chunks do not show yet, by sequence. Replaced, never changed, so that reads may hold it. */
  deletions: readonly Deletion[] = NONE;

  /** ts of the latest value; NaN when there is none. */
  latestTs = Number.NaN;
  latestType = 0;
  latestValue: RawValue = 0;
  /** Sequence that set the latest value; 0 when it was read from the table. */
  latestSequence = 0;

  /** Units of work that have pinned this object: it must stay the only one of its series. */
  pins = 0;
  /** Newest ts in chunks and count of that chunk; undefined when not known. */
  tail: { toTs: number; count: number } | undefined;
  /** Buffer size from which the series is written to chunks; grows when points arrive out of order. */
  flushAt = 0;

  constructor(id: number, entityId: string, key: string, keyId: number) {
    this.id = id;
    this.entityId = entityId;
    this.key = key;
    this.keyId = keyId;
  }

  get hasLatest(): boolean {
    return !Number.isNaN(this.latestTs);
  }

  isDeleted(ts: number, sequence: number): boolean {
    return isDeleted(this.deletions, ts, sequence);
  }
}

/** Whether a later deletion covers the point of this ts and sequence. */
export function isDeleted(deletions: readonly Deletion[], ts: number, sequence: number): boolean {
  for (const deletion of deletions) {
    if (deletion.sequence > sequence && ts >= deletion.startTs && ts < deletion.endTs) return true;
  }
  return false;
}
