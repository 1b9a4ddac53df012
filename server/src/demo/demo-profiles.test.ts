import type { AlarmRule } from '@signalbox/contract/alarm-rule';
import { describe, expect, it } from 'vitest';
import { DEMO_DEVICES } from './demo-devices.ts';
import { DEMO_PROFILES } from './demo-profiles.ts';
import { DEVICE_KINDS, type DeviceKind, type Measurement, measure, seedOf } from './device-models.ts';

const WEEK_MS = 7 * 86_400_000;
const STEP_MS = 20_000;
const START = Date.UTC(2026, 5, 1);

/** Whether a measurement fulfils the comparison of a rule. */
function isFulfilled(rule: AlarmRule | null | undefined, measured: Measurement): boolean {
  const [filter] = rule?.condition?.condition ?? [];
  const predicate = filter?.predicate;
  const value = measured[filter?.key.key ?? ''];
  if (predicate?.type === 'BOOLEAN') return value === predicate.value.defaultValue;
  if (predicate?.type !== 'NUMERIC' || typeof value !== 'number') throw new Error('is neither a switch nor a number');
  const limit = predicate.value.defaultValue as number;
  return predicate.operation === 'GREATER' ? value > limit : value < limit;
}

/** Measurements of all devices of a kind over a week. */
function* week(kind: DeviceKind): Generator<Measurement> {
  for (const { name } of DEMO_DEVICES.filter((device) => device.kind === kind)) {
    for (let ts = START; ts < START + WEEK_MS; ts += STEP_MS) yield measure(kind, seedOf(name), ts);
  }
}

describe.each(DEVICE_KINDS)('the alarm rules of a simulated %s', (kind) => {
  it.each(DEMO_PROFILES[kind].alarms)(
    'say $alarmType now and then, and clear it again',
    ({ createRules, clearRule }) => {
      const rules = Object.values(createRules ?? {});
      expect(rules.length).toBeGreaterThan(0);
      const raised = new Map(rules.map((rule) => [rule, 0]));
      let cleared = 0;
      let all = 0;
      for (const measured of week(kind)) {
        all++;
        for (const rule of rules) if (isFulfilled(rule, measured)) raised.set(rule, (raised.get(rule) ?? 0) + 1);
        if (isFulfilled(clearRule, measured)) cleared++;
      }
      for (const times of raised.values()) {
        expect(times).toBeGreaterThan(0);
        expect(times).toBeLessThan(all / 2);
      }
      expect(cleared).toBeGreaterThan(0);
    },
  );
});
