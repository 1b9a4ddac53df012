import { emptyPoints, lowerBound, type Points, type RawValue } from './points.ts';

/** Shared by empty buffers; never modified. */
const NONE: number[] = [];
const NO_VALUES: RawValue[] = [];

/** Newest points of one series in memory, ascending by ts; one point per ts, the one of the highest sequence. */
export class PointBuffer {
  private ts: number[] = NONE;
  private kind: number[] = NONE;
  private value: RawValue[] = NO_VALUES;
  /** Sequence of the block each point came with. */
  private sequence: number[] = NONE;

  get length(): number {
    return this.ts.length;
  }

  get firstTs(): number {
    return this.ts[0] as number;
  }

  get lastTs(): number {
    return this.ts[this.ts.length - 1] as number;
  }

  /** No sequence in the buffer is lower (the lowest may be of a point that was replaced); Infinity when empty. */
  oldestSequence = Number.POSITIVE_INFINITY;

  /**
   * Adds a point.
   * @returns the sequence of the point that is no longer needed: the old one or (when there is a later write) the new
   * one; 0 without one
   */
  insert(ts: number, kind: number, value: RawValue, sequence: number): number {
    const length = this.ts.length;
    if (sequence < this.oldestSequence) this.oldestSequence = sequence;
    if (length === 0) {
      // Arrays of exactly one: most buffers never hold a second point, and an array that grows reserves room for 17.
      this.ts = [ts];
      this.kind = [kind];
      this.value = [value];
      this.sequence = [sequence];
      return 0;
    }
    if (ts > (this.ts[length - 1] as number)) {
      this.ts.push(ts);
      this.kind.push(kind);
      this.value.push(value);
      this.sequence.push(sequence);
      return 0;
    }
    const index = lowerBound(this.ts, ts);
    if (this.ts[index] === ts) {
      const present = this.sequence[index] as number;
      if (present > sequence) return sequence;
      this.kind[index] = kind;
      this.value[index] = value;
      this.sequence[index] = sequence;
      return present;
    }
    this.ts.splice(index, 0, ts);
    this.kind.splice(index, 0, kind);
    this.value.splice(index, 0, value);
    this.sequence.splice(index, 0, sequence);
    return 0;
  }

  /** Removes the points for which `gone` is true and calls `release` with the sequence of each. */
  remove(gone: (ts: number, sequence: number) => boolean, release: (sequence: number) => void): void {
    let oldest = Number.POSITIVE_INFINITY;
    const kept = { ts: [] as number[], kind: [] as number[], value: [] as RawValue[], sequence: [] as number[] };
    for (let i = 0; i < this.ts.length; i++) {
      const ts = this.ts[i] as number;
      const sequence = this.sequence[i] as number;
      if (gone(ts, sequence)) {
        release(sequence);
        continue;
      }
      kept.ts.push(ts);
      kept.kind.push(this.kind[i] as number);
      kept.value.push(this.value[i] as RawValue);
      kept.sequence.push(sequence);
      if (sequence < oldest) oldest = sequence;
    }
    this.oldestSequence = oldest;
    if (kept.ts.length === this.ts.length) return;
    if (kept.ts.length === 0) {
      this.ts = NONE;
      this.kind = NONE;
      this.value = NO_VALUES;
      this.sequence = NONE;
      return;
    }
    this.ts = kept.ts;
    this.kind = kept.kind;
    this.value = kept.value;
    this.sequence = kept.sequence;
  }

  /** Copy of the points with startTs <= ts < endTs. */
  range(startTs: number, endTs: number): Points {
    const from = lowerBound(this.ts, startTs);
    const to = lowerBound(this.ts, endTs);
    return { ts: this.ts.slice(from, to), kind: this.kind.slice(from, to), value: this.value.slice(from, to) };
  }

  /** Copy of the points up to a sequence. */
  upTo(sequence: number): Points {
    const points = emptyPoints();
    for (let i = 0; i < this.ts.length; i++) {
      if ((this.sequence[i] as number) > sequence) continue;
      points.ts.push(this.ts[i] as number);
      points.kind.push(this.kind[i] as number);
      points.value.push(this.value[i] as RawValue);
    }
    return points;
  }
}
