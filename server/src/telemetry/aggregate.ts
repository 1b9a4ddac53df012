import type { TelemetryValue } from '../values/value.ts';

export type BucketAggregation = 'MIN' | 'MAX' | 'AVG' | 'SUM' | 'COUNT';

/** State of one bucket. */
interface Bucket {
  longs: number;
  doubles: number;
  booleans: number;
  strings: number;
  jsons: number;
  /** Sum of the longs while a double holds it exactly, afterwards as bigint. */
  longSum: number | bigint;
  doubleSum: number;
  /** The same times `SCALE`, for a mean where the sum itself is too large for a double. */
  scaledSum: number;
  min: number | bigint;
  max: number | bigint;
  minText: string;
  maxText: string;
}

/** A power of two, so exact, and so small that no sum of doubles is too large. */
const SCALE = 2 ** -64;

/** Figures of a run of numbers that all fall into one bucket. */
export interface NumberFigures {
  count: number;
  hasDoubles: boolean;
  sum: number;
  min: number;
  max: number;
}

/**
 * Aggregates points into buckets by the rules of 3.3.2 (rest-content.md §8.2): AVG and SUM over longs and doubles, 0 when
 * there are only other types; MIN and MAX of texts when there is one; COUNT of the first type that occurs of boolean,
 * text, JSON, else numbers. Points may come in any order.
 */
export class BucketAggregator {
  /** number of the bucket → its state */
  private readonly buckets = new Map<number, Bucket>();
  private currentNumber = -1;
  private current: Bucket | undefined;

  private bucket(number: number): Bucket {
    if (number === this.currentNumber) return this.current as Bucket;
    let bucket = this.buckets.get(number);
    if (!bucket) {
      bucket = {
        longs: 0,
        doubles: 0,
        booleans: 0,
        strings: 0,
        jsons: 0,
        longSum: 0,
        doubleSum: 0,
        scaledSum: 0,
        min: Number.POSITIVE_INFINITY,
        max: Number.NEGATIVE_INFINITY,
        minText: '',
        maxText: '',
      };
      this.buckets.set(number, bucket);
    }
    this.current = bucket;
    this.currentNumber = number;
    return bucket;
  }

  add(number: number, { type, value }: TelemetryValue): void {
    const bucket = this.bucket(number);
    switch (type) {
      case 'LONG':
        bucket.longs++;
        addLong(bucket, value);
        widen(bucket, value);
        break;
      case 'DOUBLE':
        bucket.doubles++;
        bucket.doubleSum += value;
        bucket.scaledSum += value * SCALE;
        widen(bucket, value);
        break;
      case 'BOOLEAN':
        bucket.booleans++;
        break;
      case 'STRING':
        if (bucket.strings === 0 || value < bucket.minText) bucket.minText = value;
        if (bucket.strings === 0 || value > bucket.maxText) bucket.maxText = value;
        bucket.strings++;
        break;
      case 'JSON':
        bucket.jsons++;
    }
  }

  /** Adds many numbers at once. If there are doubles among them, the sum is a double; it is finite. */
  addFigures(number: number, { count, hasDoubles, sum, min, max }: NumberFigures): void {
    if (count === 0) return;
    const bucket = this.bucket(number);
    if (hasDoubles) {
      bucket.doubles += count;
      bucket.doubleSum += sum;
      bucket.scaledSum += sum * SCALE;
    } else {
      bucket.longs += count;
      addLong(bucket, sum);
    }
    widen(bucket, min);
    widen(bucket, max);
  }

  /** Values of the non-empty buckets, ascending by bucket. */
  result(aggregation: BucketAggregation): { bucket: number; value: TelemetryValue }[] {
    const result: { bucket: number; value: TelemetryValue }[] = [];
    for (const [number, bucket] of [...this.buckets].sort(([a], [b]) => a - b)) {
      const value = bucketValue(bucket, aggregation);
      if (value) result.push({ bucket: number, value });
    }
    return result;
  }
}

function addLong(bucket: Bucket, value: number | bigint): void {
  if (typeof value === 'number' && typeof bucket.longSum === 'number') {
    const sum = bucket.longSum + value;
    if (Number.isSafeInteger(sum)) {
      bucket.longSum = sum;
      return;
    }
  }
  bucket.longSum = BigInt(bucket.longSum) + BigInt(value);
}

function widen(bucket: Bucket, value: number | bigint): void {
  if (value < bucket.min) bucket.min = value;
  if (value > bucket.max) bucket.max = value;
}

function bucketValue(bucket: Bucket, aggregation: BucketAggregation): TelemetryValue | undefined {
  const numbers = bucket.longs + bucket.doubles;
  switch (aggregation) {
    case 'COUNT':
      return { type: 'LONG', value: bucket.booleans || bucket.strings || bucket.jsons || numbers };
    case 'AVG':
      return {
        type: 'DOUBLE',
        value: numbers === 0 ? 0 : meanOf(bucket, numbers),
      };
    case 'SUM':
      if (bucket.doubles > 0) return { type: 'DOUBLE', value: Number(bucket.longSum) + bucket.doubleSum };
      return longValue(bucket.longSum);
    default: {
      if (bucket.strings > 0) {
        return { type: 'STRING', value: aggregation === 'MIN' ? bucket.minText : bucket.maxText };
      }
      if (numbers === 0) return undefined;
      const value = aggregation === 'MIN' ? bucket.min : bucket.max;
      return bucket.doubles > 0 ? { type: 'DOUBLE', value: Number(value) } : longValue(value);
    }
  }
}

function meanOf({ longSum, doubleSum, scaledSum }: Bucket, count: number): number {
  const sum = Number(longSum) + doubleSum;
  return Number.isFinite(sum) ? sum / count : (Number(longSum) * SCALE + scaledSum) / count / SCALE;
}

const LONG_MAX = 9_223_372_036_854_775_807n;
const LONG_MIN = -9_223_372_036_854_775_808n;

/** A whole number as LONG; beyond 64 bits as DOUBLE. */
function longValue(value: number | bigint): TelemetryValue {
  const number = Number(value);
  if (Number.isSafeInteger(number)) return { type: 'LONG', value: number };
  const exact = BigInt(value);
  if (exact > LONG_MAX || exact < LONG_MIN) return { type: 'DOUBLE', value: number };
  return { type: 'LONG', value: exact };
}
