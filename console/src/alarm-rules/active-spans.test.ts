import type { AlarmRuleFiring } from '@signalbox/contract/alarm-rule-try';
import { expect, it } from 'vitest';
import { activeSpans } from './active-spans.ts';

const firing = (ts: number, type: AlarmRuleFiring['type'], severity: AlarmRuleFiring['severity']): AlarmRuleFiring => ({
  ts,
  type,
  severity,
  details: null,
  updates: 0,
});

it('lasts from one change of an alarm to the next, the last one to the end of the period', () => {
  const firings = [
    firing(10, 'CREATED', 'MINOR'),
    firing(20, 'SEVERITY', 'CRITICAL'),
    firing(30, 'CLEARED', 'CRITICAL'),
    firing(50, 'CREATED', 'MINOR'),
  ];
  expect(activeSpans(firings, 60)).toEqual([
    { from: 10, to: 20, severity: 'MINOR' },
    { from: 20, to: 30, severity: 'CRITICAL' },
    { from: 50, to: 60, severity: 'MINOR' },
  ]);
  expect(activeSpans([], 60)).toEqual([]);
});
