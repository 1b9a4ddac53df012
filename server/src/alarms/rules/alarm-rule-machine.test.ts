import type { AlarmRule, DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NaiveEvent, type NaiveFiring, naiveFirings } from '../../../test/naive-alarm-rules.ts';
import type { KeyValue } from '../../values/value.ts';
import { type AlarmRuleState, advance, initialState, step } from './alarm-rule-machine.ts';
import { type CompiledRules, compileRules } from './compile-rules.ts';
import { decodeProgress, encodeProgress } from './rule-state-codec.ts';

/** Midnight of a Monday, UTC. */
const MIDNIGHT = Date.UTC(2026, 0, 5);
const OWNERS = { customer: undefined, tenant: undefined };

const filter = fc.record({
  type: fc.constantFrom('TIME_SERIES' as const, 'TIME_SERIES' as const, 'ATTRIBUTE' as const),
  key: fc.constantFrom('a', 'b'),
  operation: fc.constantFrom('GREATER' as const, 'LESS_OR_EQUAL' as const),
  limit: fc.integer({ min: 0, max: 3 }),
});
const spec = fc.oneof(
  fc.constant({ type: 'SIMPLE' as const }),
  fc.record({ type: fc.constant('DURATION' as const), limit: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ type: fc.constant('REPEATING' as const), limit: fc.integer({ min: 1, max: 4 }) }),
);
const hours = fc.option(
  fc.record({ starts: fc.integer({ min: 0, max: 100 }), length: fc.integer({ min: 1, max: 60 }) }),
  {
    freq: 3,
    nil: null,
  },
);
const rule = fc
  .record({ filters: fc.array(filter, { minLength: 1, maxLength: 2 }), spec, hours })
  .map(({ filters, spec: { type, ...rest }, hours: open }): AlarmRule => {
    const predicate = { defaultValue: 'limit' in rest ? rest.limit : 0 };
    return {
      condition: {
        condition: filters.map(({ type: keyType, key, operation, limit }) => ({
          key: { type: keyType, key },
          predicate: { type: 'NUMERIC', operation, value: { defaultValue: limit } },
        })),
        spec: type === 'DURATION' ? { type, unit: 'MILLISECONDS', predicate } : { type, predicate },
      },
      schedule: open && {
        type: 'SPECIFIC_TIME',
        timezone: 'UTC',
        daysOfWeek: [1, 2, 3, 4, 5, 6, 7],
        startsOn: open.starts,
        endsOn: open.starts + open.length,
      },
    };
  });
const definition = fc
  .record({ CRITICAL: fc.option(rule), MAJOR: fc.option(rule), WARNING: rule, clearRule: fc.option(rule) })
  .map(
    ({ clearRule, ...createRules }): DeviceProfileAlarm => ({ id: 'one', alarmType: 'Hot', createRules, clearRule }),
  );
const event = fc.record({
  gap: fc.integer({ min: 1, max: 25 }),
  kind: fc.constantFrom('telemetry' as const, 'telemetry' as const, 'attributes' as const, 'deleted' as const),
  key: fc.constantFrom('a', 'b'),
  value: fc.integer({ min: 0, max: 4 }),
});
const events = fc.array(event, { minLength: 1, maxLength: 12 }).map((list) => {
  let at = MIDNIGHT;
  return list.map(({ gap, kind, key, value }): NaiveEvent => {
    at += gap;
    if (kind === 'deleted') return { at, kind: 'attributes', values: { [key]: null } };
    return { at, kind, values: { [key]: value } };
  });
});

const long = (key: string, value: number): KeyValue => ({ key, value: { type: 'LONG', value } });

/** Runs events through the machine. @param restart what becomes of the state between two messages */
function run(
  rules: CompiledRules,
  list: readonly NaiveEvent[],
  end: number,
  restart: (state: AlarmRuleState) => AlarmRuleState = (state) => state,
): NaiveFiring[] {
  const firings: NaiveFiring[] = [];
  let state = initialState(rules);
  const take = (next: ReturnType<typeof step>, before: AlarmRuleState): void => {
    for (const {
      type,
      rule: { severity },
      at,
      reached,
    } of next.effects) {
      firings.push({ at, type, severity: severity ?? (before.active[0] as string), reached });
    }
    state = restart(next.state);
  };
  for (const { at, kind, values } of list) {
    take(advance(rules, state, at - 1, OWNERS), state);
    const keys = Object.keys(values);
    const given = Object.entries(values).flatMap(([key, value]) => (value === null ? [] : [long(key, value)]));
    const type = given.length === 0 ? 'attributesDeleted' : kind;
    take(
      type === 'telemetry'
        ? step(rules, state, { type, ts: at, values: given }, at, OWNERS)
        : step(rules, state, type === 'attributes' ? { type, values: given } : { type, keys }, at, OWNERS),
      state,
    );
  }
  take(advance(rules, state, end, OWNERS), state);
  return firings;
}

const END = MIDNIGHT + 400;

describe('the alarm rules of a device', () => {
  it('do what the naive model does', () => {
    fc.assert(
      fc.property(definition, events, (alarm, list) => {
        expect(run(compileRules([alarm]), list, END)).toEqual(naiveFirings(alarm, list, END));
      }),
      { numRuns: 1_500 },
    );
  });

  it('go on after a restart at any moment as if there had been none', () => {
    fc.assert(
      fc.property(definition, events, (alarm, list) => {
        const rules = compileRules([alarm]);
        const restart = (state: AlarmRuleState): AlarmRuleState => ({
          ...state,
          progress: decodeProgress(rules, encodeProgress(rules, state.progress)),
        });
        expect(run(rules, list, END, restart)).toEqual(run(rules, list, END));
      }),
      { numRuns: 500 },
    );
  });

  it('never change a state, and return the same one when nothing has changed', () => {
    const rules = compileRules([
      { id: 'a', alarmType: 'Hot', createRules: { MAJOR: simple('GREATER', 30) }, clearRule: null },
    ]);
    const state = Object.freeze(initialState(rules));
    Object.freeze(state.values);
    Object.freeze(state.progress);
    const other = step(rules, state, { type: 'telemetry', ts: 5, values: [long('other', 1)] }, 5, OWNERS);
    expect(other.state).toBe(state);
    const first = step(rules, state, { type: 'telemetry', ts: 5, values: [long('t', 31)] }, 5, OWNERS);
    expect(first.effects).toMatchObject([{ type: 'raise', ts: 5, rule: { severity: 'MAJOR' } }]);
    const again = step(rules, first.state, { type: 'telemetry', ts: 5, values: [long('t', 31)] }, 6, OWNERS);
    expect(again).toEqual({ state: first.state, effects: [] });
    expect(again.state).toBe(first.state);
  });
});

const simple = (operation: 'GREATER' | 'LESS', limit: number, more: Partial<AlarmRule> = {}): AlarmRule => ({
  condition: {
    condition: [
      {
        key: { type: 'TIME_SERIES', key: 't' },
        predicate: { type: 'NUMERIC', operation, value: { defaultValue: limit } },
      },
    ],
  },
  ...more,
});
const lasting = (seconds: number, limit = 30): AlarmRule => {
  const { condition } = simple('GREATER', limit);
  const spec = { type: 'DURATION', unit: 'SECONDS', predicate: { defaultValue: seconds } } as const;
  return { condition: { ...condition, spec } };
};

/** While the door is open. */
const cold = (seconds: number): AlarmRule => {
  const spec = { type: 'DURATION', unit: 'SECONDS', predicate: { defaultValue: seconds } } as const;
  const predicate = { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 0 } } as const;
  return { condition: { condition: [{ key: { type: 'TIME_SERIES', key: 'door' }, predicate }], spec } };
};

describe('a rule that lasts', () => {
  const rules = compileRules([{ id: 'a', alarmType: 'Hot', createRules: { MAJOR: lasting(10) } }]);
  const send = (state: AlarmRuleState, ts: number, value: number, now = ts) =>
    step(rules, state, { type: 'telemetry', ts, values: [long('t', value)] }, now, OWNERS).state;

  it('is due right after its time, once', () => {
    const state = send(initialState(rules), 100_000, 31);
    expect(state.due).toBe(110_001);
    expect(advance(rules, state, 110_000, OWNERS).effects).toEqual([]);
    const fired = advance(rules, state, 500_000, OWNERS);
    expect(fired.effects).toMatchObject([{ type: 'raise', ts: 100_000, at: 110_001 }]);
    expect(fired.state.due).toBeUndefined();
  });

  it.each([1e13, 1e300])('is not due at a time that there is not: %s s', (seconds) => {
    const endless = compileRules([{ id: 'a', alarmType: 'Hot', createRules: { MAJOR: lasting(seconds) } }]);
    const event = { type: 'telemetry' as const, ts: 100_000, values: [long('t', 31)] };
    expect(step(endless, initialState(endless), event, 100_000, OWNERS).state.due).toBeUndefined();
  });

  it('gives late messages a moment before time fires it', () => {
    const state = send(initialState(rules), 100_000, 31, 900_000);
    expect(state.due).toBe(905_000);
    const more = send(state, 104_000, 32, 902_000);
    expect(more.due).toBe(905_000);
    expect(send(more, 106_000, 20, 903_000)).toMatchObject({ due: undefined, progress: [undefined] });
  });

  it('is not started again by messages that are older', () => {
    const state = send(send(initialState(rules), 100_000, 31), 90_000, 33, 100_500);
    expect(state.due).toBe(110_001);
    expect(state.progress).toEqual([{ type: 'DURATION', since: 100_000, last: 100_000, hasFired: false }]);
  });

  it('starts from scratch after somebody has cleared its alarm', () => {
    const fired = advance(rules, send(initialState(rules), 100_000, 31), 120_000, OWNERS).state;
    const ended = step(rules, fired, { type: 'ended', alarm: 0 }, 121_000, OWNERS).state;
    expect(ended).toMatchObject({ active: [undefined], progress: [undefined] });
    expect(send(ended, 130_000, 31).due).toBe(140_001);
  });

  it('says nothing more, and waits for nothing, while a stronger one lasts', () => {
    const both = compileRules([
      { id: 'a', alarmType: 'Hot', createRules: { MAJOR: lasting(20, 25), CRITICAL: lasting(10) } },
    ]);
    const event = { type: 'telemetry' as const, ts: 100_000, values: [long('t', 31)] };
    const { state } = step(both, initialState(both), event, 100_000, OWNERS);
    const fired = advance(both, state, 110_001, OWNERS);
    expect(fired.effects).toMatchObject([{ rule: { severity: 'CRITICAL' } }]);
    expect(fired.state.due).toBeUndefined();
    expect(advance(both, state, 900_000, OWNERS)).toMatchObject({ state: { due: undefined }, effects: [{}] });
  });

  it('makes void what was reached of the end of a stronger alarm', () => {
    const twice = { type: 'REPEATING', predicate: { defaultValue: 2 } } as const;
    const clearRule = { condition: { ...simple('LESS', 5).condition, spec: twice } };
    const ended = compileRules([
      { id: 'a', alarmType: 'Hot', createRules: { CRITICAL: simple('GREATER', 90), MINOR: cold(10) }, clearRule },
    ]);
    const send = (before: AlarmRuleState, ts: number, values: KeyValue[]) =>
      step(ended, advance(ended, before, ts - 1, OWNERS).state, { type: 'telemetry', ts, values }, ts, OWNERS);
    const raised = send(initialState(ended), 100_000, [long('t', 91)]).state;
    const open = send(raised, 101_000, [long('t', 1), long('door', 1)]).state;
    expect(open.due).toBe(111_001);
    // The weaker one has lasted meanwhile, and is over with this message: it is the first again that speaks for the end.
    const closed = send(open, 115_000, [long('t', 2), long('door', 0)]);
    expect(closed.effects).toEqual([]);
    expect(send(closed.state, 116_000, [long('t', 3)]).effects).toMatchObject([{ type: 'clear', reached: 2 }]);
  });

  it('looks its limit up again when it is the customer’s', () => {
    const { condition } = lasting(10);
    const predicate = {
      defaultValue: 100,
      dynamicValue: { sourceType: 'CURRENT_CUSTOMER' as const, sourceAttribute: 'patience' },
    };
    const spec = { type: 'DURATION' as const, unit: 'SECONDS' as const, predicate };
    const dynamic = compileRules([
      { id: 'a', alarmType: 'Hot', createRules: { MAJOR: { condition: { ...condition, spec } } } },
    ]);
    expect([...dynamic.customerKeys]).toEqual(['patience']);
    const event = { type: 'telemetry' as const, ts: 100_000, values: [long('t', 31)] };
    const { state } = step(dynamic, initialState(dynamic), event, 100_000, OWNERS);
    expect(state.due).toBe(160_000);
    const customer = new Map([['patience', { type: 'LONG', value: 20 } as const]]);
    expect(advance(dynamic, state, 160_000, { ...OWNERS, customer }).effects).toHaveLength(1);
    expect(advance(dynamic, state, 160_000, OWNERS).state.due).toBe(200_001);
  });
});

describe('the stored state', () => {
  it('is at most 1 kB for a device with forty rules on their way', () => {
    const rules = compileRules(
      Array.from({ length: 20 }, (_, index) => ({
        id: `00000000-0000-0000-0000-${String(index).padStart(12, '0')}`,
        alarmType: `Alarm ${index}`,
        createRules: { MAJOR: lasting(10), CRITICAL: lasting(20) },
      })),
    );
    const event = { type: 'telemetry' as const, ts: MIDNIGHT, values: [long('t', 31)] };
    const { state } = step(rules, initialState(rules), event, MIDNIGHT, OWNERS);
    const text = encodeProgress(rules, state.progress);
    expect(state.progress.filter(Boolean)).toHaveLength(40);
    expect(text.length).toBeLessThan(1_000);
    expect(decodeProgress(rules, text)).toEqual(state.progress);
  });

  it('is the same again, whatever the time, the count and the names of the alarms', () => {
    const times = fc.record({
      since: fc.integer({ min: 0, max: 4e12 }),
      hasFired: fc.boolean(),
      count: fc.integer({ min: 1, max: 2 ** 40 }),
      id: fc.string(),
    });
    fc.assert(
      fc.property(times, fc.boolean(), ({ since, hasFired, count, id }, isOfBefore) => {
        const repeating = simple('GREATER', 30, {
          condition: {
            ...simple('GREATER', 30).condition,
            spec: { type: 'REPEATING', predicate: { defaultValue: 5 } },
          },
        } as Partial<AlarmRule>);
        const rules = compileRules([
          { id: `${id}1`, alarmType: 'a', createRules: { MAJOR: lasting(10) }, clearRule: lasting(20) },
          { id: `${id}2`, alarmType: 'b', createRules: { MINOR: repeating } },
        ]);
        const progress = [
          { type: 'DURATION' as const, since, last: since, hasFired },
          { type: 'DURATION' as const, since: since + 1, last: since + 1, hasFired: !hasFired },
          { type: 'REPEATING' as const, count },
        ];
        const text = encodeProgress(rules, progress);
        expect(decodeProgress(rules, isOfBefore ? text.replaceAll(':', '') : text)).toEqual(progress);
      }),
      { numRuns: 2_000 },
    );
  });

  it('keeps of a changed profile what is still the same rule', () => {
    const alarm = (rule: AlarmRule, id = 'a'): DeviceProfileAlarm => ({
      id,
      alarmType: id,
      createRules: { MAJOR: rule },
    });
    const before = compileRules([alarm(lasting(10)), alarm(lasting(10), 'b')]);
    const text = encodeProgress(before, [
      { type: 'DURATION', since: 5, last: 9, hasFired: true },
      { type: 'DURATION', since: 6, last: 6, hasFired: false },
    ]);
    const after = compileRules([alarm(simple('GREATER', 1), 'b'), alarm(lasting(60)), alarm(lasting(10), 'c')]);
    expect(decodeProgress(after, text)).toEqual([
      undefined,
      { type: 'DURATION', since: 5, last: 5, hasFired: true },
      undefined,
    ]);
    expect(decodeProgress(after, 'rubbish,more')).toEqual([undefined, undefined, undefined]);
  });
});
