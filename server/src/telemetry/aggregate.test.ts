import { describe, expect, it } from 'vitest';
import type { TelemetryValue } from '../values/value.ts';
import { BucketAggregator } from './aggregate.ts';

const long = (value: number | bigint): TelemetryValue => ({ type: 'LONG', value });
const double = (value: number): TelemetryValue => ({ type: 'DOUBLE', value });
const text = (value: string): TelemetryValue => ({ type: 'STRING', value });
const flag = (value: boolean): TelemetryValue => ({ type: 'BOOLEAN', value });
const json = (value: string): TelemetryValue => ({ type: 'JSON', value });

function aggregate(aggregation: 'MIN' | 'MAX' | 'AVG' | 'SUM' | 'COUNT', values: TelemetryValue[]) {
  const aggregator = new BucketAggregator();
  for (const value of values) aggregator.add(0, value);
  return aggregator.result(aggregation)[0]?.value;
}

describe('a bucket', () => {
  it('averages longs and doubles to a double, and other types to 0', () => {
    expect(aggregate('AVG', [long(1), double(2.5), text('x')])).toEqual(double(1.75));
    expect(aggregate('AVG', [text('x'), flag(true)])).toEqual(double(0));
  });

  it('averages numbers whose sum is too large for a double', () => {
    expect(aggregate('AVG', [double(1.5e308), double(1.5e308), double(1.5e308)])).toEqual(double(1.5e308));
    expect(aggregate('AVG', [double(-1.5e308), double(-1.5e308), long(0)])).toEqual(double(-1e308));
    const aggregator = new BucketAggregator();
    const figures = { count: 1, hasDoubles: true, sum: 1e308, min: 1e308, max: 1e308 };
    for (let run = 0; run < 4; run++) aggregator.addFigures(0, figures);
    expect(aggregator.result('AVG')[0]?.value).toEqual(double(1e308));
  });

  it('sums to a long unless there is a double', () => {
    expect(aggregate('SUM', [long(1), long(2)])).toEqual(long(3));
    expect(aggregate('SUM', [long(1), double(2)])).toEqual(double(3));
    expect(aggregate('SUM', [text('x')])).toEqual(long(0));
    expect(aggregate('SUM', [long(Number.MAX_SAFE_INTEGER), long(2)])).toEqual(long(9_007_199_254_740_993n));
    expect(aggregate('SUM', [long(2n ** 63n - 1n), long(1)])?.type).toBe('DOUBLE');
  });

  it('compares as text when there is a text, else as numbers', () => {
    expect(aggregate('MIN', [text('b'), text('a'), long(-5)])).toEqual(text('a'));
    expect(aggregate('MAX', [text(''), long(5)])).toEqual(text(''));
    expect(aggregate('MAX', [long(3), long(7n), flag(true)])).toEqual(long(7));
    expect(aggregate('MIN', [long(3), double(7)])).toEqual(double(3));
    expect(aggregate('MIN', [long(2n ** 62n), long(2n ** 62n + 1n)])).toEqual(long(2n ** 62n));
  });

  it('has no minimum of booleans and JSON', () => {
    expect(aggregate('MIN', [flag(true), json('{}')])).toBeUndefined();
  });

  it('counts the first type that occurs of boolean, text, JSON and numbers', () => {
    expect(aggregate('COUNT', [long(1), double(2)])).toEqual(long(2));
    expect(aggregate('COUNT', [long(1), json('{}')])).toEqual(long(1));
    expect(aggregate('COUNT', [json('{}'), text('x'), text('y')])).toEqual(long(2));
    expect(aggregate('COUNT', [flag(true), text('x'), text('y')])).toEqual(long(1));
  });

  it('treats figures of many numbers like the numbers themselves', () => {
    const aggregator = new BucketAggregator();
    aggregator.addFigures(2, { count: 3, hasDoubles: false, sum: 6, min: 1, max: 3 });
    aggregator.addFigures(1, { count: 2, hasDoubles: true, sum: 1, min: 0.25, max: 0.75 });
    aggregator.add(2, long(10));
    expect(aggregator.result('SUM')).toEqual([
      { bucket: 1, value: double(1) },
      { bucket: 2, value: long(16) },
    ]);
    expect(aggregator.result('MAX')).toEqual([
      { bucket: 1, value: double(0.75) },
      { bucket: 2, value: long(10) },
    ]);
  });
});
