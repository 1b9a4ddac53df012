import type { AlarmRuleFiring } from '@signalbox/contract/alarm-rule-try';
import type { KeyValue, Point } from '../../values/value.ts';
import {
  type AlarmRuleEffect,
  type AlarmRuleState,
  advance,
  type Owners,
  step,
  type Transition,
} from './alarm-rule-machine.ts';
import type { CompiledRules } from './compile-rules.ts';

/** A period of a device. */
export interface TriedPeriod {
  /** Telemetry of the keys that the rules look at, the oldest first; points of one time are one message. */
  points: readonly Point[];
  /** What the device had when it began: attributes, fields, and telemetry from before. */
  state: AlarmRuleState;
  owners: Owners;
  /** Until when rules may fire, epoch ms, exclusive. */
  end: number;
}

/** How long a try may go on. */
export interface TryBounds {
  /** Firings. */
  limit: number;
  /** ms after which it ends with what it has */
  patience: number;
  /** Called between two messages; waits when it is the turn of others. */
  pause: () => Promise<void> | undefined;
  /** Ends it with its reason: nobody waits for it any more. */
  signal?: AbortSignal | undefined;
}

/**
 * Runs the telemetry of a period through the rules of one alarm type, as if each point had reached the platform at its
 * own time: when would they have created the alarm, changed its severity and cleared it? Nothing is stored.
 * @returns at most `limit` firings, the oldest first; `until`: how far it came, epoch ms
 */
export async function tryRules(
  rules: CompiledRules,
  { points, state, owners, end }: TriedPeriod,
  { limit, patience, pause, signal }: TryBounds,
): Promise<{ firings: AlarmRuleFiring[]; until: number }> {
  const deadline = performance.now() + patience;
  const firings: AlarmRuleFiring[] = [];
  let severity = state.active[0];
  let current = state;

  function note({ type, rule, at, text }: AlarmRuleEffect): void {
    const after = rule.severity ?? severity;
    if (!after) return;
    const last = firings.at(-1);
    if (type === 'raise' && after === severity) {
      if (last) last.updates++;
      return;
    }
    const change = type === 'clear' ? 'CLEARED' : severity === undefined ? 'CREATED' : 'SEVERITY';
    firings.push({ ts: at, type: change, severity: after, details: text ?? null, updates: 0 });
    severity = type === 'clear' ? undefined : after;
  }
  function take({ state: after, effects }: Transition): void {
    for (const effect of effects) note(effect);
    current = after;
  }

  for (let i = 0; i < points.length; ) {
    const { ts } = points[i] as Point;
    // Rules may have thousands of conditions.
    const turn = pause();
    if (turn) {
      await turn;
      signal?.throwIfAborted();
      if (performance.now() > deadline) return { firings: firings.slice(0, limit), until: ts };
    }
    const values: KeyValue[] = [];
    for (let point = points[i]; point?.ts === ts; point = points[i]) {
      values.push(point);
      i++;
    }
    take(advance(rules, current, ts - 1, owners));
    take(step(rules, current, { type: 'telemetry', ts, values }, ts, owners));
    if (firings.length >= limit) return { firings: firings.slice(0, limit), until: ts };
  }
  take(advance(rules, current, end - 1, owners));
  return { firings: firings.slice(0, limit), until: end };
}
