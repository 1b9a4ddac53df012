// biome-ignore-all lint/suspicious/noTemplateCurlyInString: details of alarms are written this way
import type { AlarmRule } from '@signalbox/contract/alarm-rule';
import { describe, expect, it } from 'vitest';
import type { Point } from '../../values/value.ts';
import { initialState } from './alarm-rule-machine.ts';
import { compileRules } from './compile-rules.ts';
import { type TryBounds, tryRules } from './try-rules.ts';

const rule = (operation: 'GREATER' | 'LESS', limit: number, seconds = 0): AlarmRule => ({
  condition: {
    condition: [
      {
        key: { type: 'TIME_SERIES', key: 't' },
        predicate: { type: 'NUMERIC', operation, value: { defaultValue: limit } },
      },
    ],
    spec: seconds > 0 ? { type: 'DURATION', unit: 'SECONDS', predicate: { defaultValue: seconds } } : null,
  },
  alarmDetails: 't=${t}',
});
const rules = compileRules([
  {
    id: 'a',
    alarmType: 'Hot',
    createRules: { MAJOR: rule('GREATER', 30, 60), CRITICAL: rule('GREATER', 50) },
    clearRule: rule('LESS', 20),
  },
]);
const points = (...list: [second: number, value: number][]): Point[] =>
  list.map(([second, value]) => ({ ts: second * 1000, key: 't', value: { type: 'LONG', value } }));
const tried = (list: Point[], end: number, limit = 100, bounds: Partial<TryBounds> = {}) =>
  tryRules(
    rules,
    { points: list, state: initialState(rules), owners: { customer: undefined, tenant: undefined }, end: end * 1000 },
    { limit, patience: 60_000, pause: () => undefined, ...bounds },
  );

describe('rules that are tried', () => {
  it('say when they would have fired, in between of points too', async () => {
    const day = points([100, 31], [130, 35], [200, 40], [210, 60], [220, 61], [300, 10], [400, 33]);
    expect(await tried(day, 500)).toEqual({
      firings: [
        { ts: 160_001, type: 'CREATED', severity: 'MAJOR', details: 't=35', updates: 1 },
        { ts: 210_000, type: 'SEVERITY', severity: 'CRITICAL', details: 't=60', updates: 1 },
        { ts: 300_000, type: 'CLEARED', severity: 'CRITICAL', details: 't=10', updates: 0 },
        { ts: 460_001, type: 'CREATED', severity: 'MAJOR', details: 't=33', updates: 0 },
      ],
      until: 500_000,
    });
  });

  it('do not fire after the period, nor more often than asked for', async () => {
    expect(await tried(points([100, 31]), 160)).toEqual({ firings: [], until: 160_000 });
    const often = points(...Array.from({ length: 50 }, (_, i): [number, number] => [i, i % 2 === 0 ? 60 : 10]));
    const few = await tried(often, 100, 10);
    expect(few.firings).toHaveLength(10);
    expect(few.until).toBe(9_000);
  });

  it('let others work between two points, and end when they take too long or nobody waits any more', async () => {
    const often = points(...Array.from({ length: 50 }, (_, i): [number, number] => [i, i % 2 === 0 ? 60 : 10]));
    let pauses = 0;
    const pause = async (): Promise<void> => void pauses++;
    expect((await tried(often, 100, 100, { pause })).firings).toHaveLength(50);
    expect(pauses).toBe(50);
    const cut = await tried(often, 100, 100, { pause: () => new Promise(setImmediate), patience: 0 });
    expect(cut).toEqual({ firings: [], until: 0 });
    const signal = AbortSignal.abort(new Error('The caller has left'));
    await expect(tried(often, 100, 100, { pause, signal })).rejects.toThrow('The caller has left');
  });
});
