import type { AlarmSeverity } from '@signalbox/contract/alarm';
import type { AlarmRuleFiring } from '@signalbox/contract/alarm-rule-try';

/** A time in which an alarm is active with one severity, epoch ms. */
export interface ActiveSpan {
  from: number;
  to: number;
  severity: AlarmSeverity;
}

/** When an alarm was active, and how bad it was, by what became of it, the oldest first. @param end of the period */
export function activeSpans(firings: readonly AlarmRuleFiring[], end: number): ActiveSpan[] {
  return firings.flatMap(({ ts, type, severity }, index) =>
    type === 'CLEARED' ? [] : [{ from: ts, to: firings[index + 1]?.ts ?? end, severity }],
  );
}
