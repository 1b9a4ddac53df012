import { ALARM_SEVERITIES, type AlarmSeverity } from '@signalbox/contract/alarm';
import type { KeyValue, TelemetryValue } from '../../values/value.ts';
import type { CompiledAlarm, CompiledRule, CompiledRules } from './compile-rules.ts';
import type { ConditionValues } from './conditions.ts';

/** What a device has reached of a rule that lasts or repeats. */
export type Progress =
  /** True since and until the newest message, times of messages; `hasFired`: it has been told. */
  { type: 'DURATION'; since: number; last: number; hasFired: boolean } | { type: 'REPEATING'; count: number };

/** A value of the device. */
export interface KnownValue {
  value: TelemetryValue;
  /** The time it is of, epoch ms. */
  ts: number;
  /** Whether a message has brought it: telemetry that says the same again is no news. */
  isSeen: boolean;
}

/** What the rules of a profile know of a device. Never changed, only replaced. */
export interface AlarmRuleState {
  /** slot → newest value */
  values: readonly (KnownValue | undefined)[];
  /** Time of the newest message, epoch ms; 0: there was none. */
  ts: number;
  /** rule → what was reached */
  progress: readonly (Progress | undefined)[];
  /** alarm → severity of the active alarm of its type */
  active: readonly (AlarmSeverity | undefined)[];
  /** When time alone may change something: `advance` is to be called then, epoch ms. */
  due: number | undefined;
}

/** What has happened to a device. */
export type AlarmRuleEvent =
  | { type: 'telemetry'; ts: number; values: readonly KeyValue[] }
  | { type: 'attributes'; values: readonly KeyValue[] }
  | { type: 'attributesDeleted'; keys: readonly string[] }
  /** Somebody has cleared, or deleted, the alarm of this place in `CompiledRules.alarms`. */
  | { type: 'ended'; alarm: number };

/** What is to become of an alarm. */
export interface AlarmRuleEffect {
  type: 'raise' | 'clear';
  alarm: CompiledAlarm;
  rule: CompiledRule;
  /** Time of the newest values, epoch ms. */
  ts: number;
  /** When it came to be, epoch ms: by the clock, or the time at which the message reached the platform. */
  at: number;
  /** Text of the details; undefined when the rule has none. */
  text: string | undefined;
  /** How often the condition has been true, or for how many ms; undefined for a rule that fires at once. */
  reached: number | undefined;
}

export interface Transition {
  /** The same object when nothing has changed. */
  state: AlarmRuleState;
  effects: readonly AlarmRuleEffect[];
}

/** Attributes of the customer and of the tenant that the rules compare with. */
export type Owners = Pick<ConditionValues, 'customer' | 'tenant'>;

/** ms in which late messages may come before time alone fires a rule that would have fired before they came */
const GRACE = 5_000;
/** ms after which a limit that may change unnoticed is looked up again */
const RECHECK = 60_000;
/** The last time that there is, epoch ms: what lasts until later never fires. */
const LAST_TIME = 8.64e15;

const NOTHING: readonly AlarmRuleEffect[] = [];
const NO_SLOTS: readonly number[] = [];

/** Values that came, or anything: then all rules are evaluated. Or no message at all, but time. */
type Cause = 'telemetry' | 'attributes' | 'anything' | 'time';

/** The state of a device of which nothing is known. */
export function initialState({ slotCount, rules, alarms }: CompiledRules): AlarmRuleState {
  return {
    values: new Array(slotCount).fill(undefined),
    ts: 0,
    progress: new Array(rules.length).fill(undefined),
    active: new Array(alarms.length).fill(undefined),
    due: undefined,
  };
}

/** Whether `severity` is stronger than the other one; anything is stronger than none. */
const isStronger = (severity: AlarmSeverity, than: AlarmSeverity | undefined): boolean =>
  than === undefined || ALARM_SEVERITIES.indexOf(severity) < ALARM_SEVERITIES.indexOf(than);

/** A state on its way to the next one: its lists are copied when they first change. */
interface Draft {
  rules: CompiledRules;
  before: AlarmRuleState;
  values: readonly (KnownValue | undefined)[];
  ts: number;
  progress: readonly (Progress | undefined)[];
  active: readonly (AlarmSeverity | undefined)[];
  effects: AlarmRuleEffect[] | undefined;
  /** What makes rules worth an evaluation. */
  cause: Cause;
  /** Slots of values that are news, with the causes of that name. */
  changed: readonly number[];
  customer: ConditionValues['customer'];
  tenant: ConditionValues['tenant'];
}

const draftOf = (rules: CompiledRules, before: AlarmRuleState, owners: Owners): Draft => ({
  rules,
  before,
  values: before.values,
  ts: before.ts,
  progress: before.progress,
  active: before.active,
  effects: undefined,
  cause: 'anything',
  changed: NO_SLOTS,
  customer: owners.customer,
  tenant: owners.tenant,
});

function setProgress(draft: Draft, { index }: CompiledRule, progress: Progress | undefined): void {
  if (draft.progress[index] === progress) return;
  draft.progress = draft.progress.with(index, progress);
}

function setActive(draft: Draft, { index }: CompiledAlarm, severity: AlarmSeverity | undefined): void {
  if (draft.active[index] !== severity) draft.active = draft.active.with(index, severity);
}

function resetAlarm(draft: Draft, { create, clear }: CompiledAlarm): void {
  for (const rule of create) setProgress(draft, rule, undefined);
  if (clear) setProgress(draft, clear, undefined);
}

/** Whether the schedule of a rule has not been in force all the time since the condition became true. */
const isInterrupted = ({ schedule }: CompiledRule, since: number, now: number): boolean =>
  now > since && schedule.activeUntil(since) <= now;

/** Whether a rule is met by the values of a message of time `ts`. */
function judge(draft: Draft, rule: CompiledRule, ts: number): boolean {
  const { firing, schedule } = rule;
  if (!schedule.isActive(ts) || !rule.isTrue(draft)) {
    setProgress(draft, rule, undefined);
    return false;
  }
  if (firing.type === 'SIMPLE') return true;
  const reached = draft.progress[rule.index];
  const required = firing.required(draft);
  if (firing.type === 'REPEATING') {
    const count = (reached?.type === 'REPEATING' ? reached.count : 0) + 1;
    setProgress(draft, rule, { type: 'REPEATING', count });
    return count >= required;
  }
  if (reached?.type !== 'DURATION' || isInterrupted(rule, reached.since, ts)) {
    setProgress(draft, rule, { type: 'DURATION', since: ts, last: ts, hasFired: false });
    return false;
  }
  const last = Math.max(reached.last, ts);
  const isTrue = last - reached.since > required;
  const hasFired = reached.hasFired || isTrue;
  if (last !== reached.last || hasFired !== reached.hasFired) setProgress(draft, rule, { ...reached, last, hasFired });
  return isTrue;
}

/** Whether time alone makes a rule true: it does not look at the condition again. */
function hasLasted(draft: Draft, rule: CompiledRule, now: number): boolean {
  const reached = draft.progress[rule.index];
  if (rule.firing.type !== 'DURATION' || reached?.type !== 'DURATION') return false;
  const required = rule.firing.required(draft);
  if (required <= 0 || now - reached.since <= required) return false;
  return rule.schedule.isActive(now) && !isInterrupted(rule, reached.since, now);
}

/** Whether a rule is met by the clock, when no message has come. */
function judgeByTime(draft: Draft, rule: CompiledRule, now: number): boolean {
  if (!hasLasted(draft, rule, now)) return false;
  const reached = draft.progress[rule.index];
  if (reached?.type === 'DURATION' && !reached.hasFired) setProgress(draft, rule, { ...reached, hasFired: true });
  return true;
}

/** @param now when time alone makes it true; otherwise the newest message counts */
function reachedOf({ cause, progress }: Draft, { index }: CompiledRule, now: number): number | undefined {
  const reached = progress[index];
  if (reached?.type === 'REPEATING') return reached.count;
  return reached && (cause === 'time' ? now : reached.last) - reached.since;
}

function addEffect(
  draft: Draft,
  type: AlarmRuleEffect['type'],
  alarm: CompiledAlarm,
  rule: CompiledRule,
  now: number,
): void {
  draft.effects ??= [];
  draft.effects.push({
    ...{ type, alarm, rule, ts: draft.ts > 0 ? draft.ts : now, at: now },
    text: rule.describe?.(draft),
    reached: reachedOf(draft, rule, now),
  });
}

/** Whether a rule is worth an evaluation. */
function isWorthIt({ cause, changed }: Draft, { triggers, usesTelemetry }: CompiledRule): boolean {
  if (cause === 'anything' || cause === 'time') return true;
  // Rules that look at telemetry wait for the next telemetry.
  if (cause === 'attributes' && usesTelemetry) return false;
  for (const slot of changed) if (triggers.has(slot)) return true;
  return false;
}

/** Whether a rule is worth an evaluation, and true. @param ts time of the values */
function isMet(draft: Draft, rule: CompiledRule, ts: number): boolean {
  if (!isWorthIt(draft, rule)) return false;
  return draft.cause === 'time' ? judgeByTime(draft, rule, ts) : judge(draft, rule, ts);
}

function strongestMet(draft: Draft, { create }: CompiledAlarm, ts: number): CompiledRule | undefined {
  for (const rule of create) if (isMet(draft, rule, ts)) return rule;
  return undefined;
}

/**
 * Creates, updates or clears alarms: of each type the strongest rule that is met wins, and only without one the clear
 * rule counts. The severity of an active alarm never falls (rule-engine.md §5.5). Time alone updates no alarm that stays
 * as it is.
 * @param ts time of the values
 */
function decide(draft: Draft, ts: number, now: number): void {
  for (const alarm of draft.rules.alarms) {
    const { create, clear } = alarm;
    const winner = strongestMet(draft, alarm, ts);
    const severity = draft.active[alarm.index];
    if (winner?.severity) {
      const isRaised = isStronger(winner.severity, severity);
      const isUpdated = winner.severity === severity && draft.cause !== 'time';
      if (isRaised || isUpdated) addEffect(draft, 'raise', alarm, winner, now);
      if (isRaised) setActive(draft, alarm, winner.severity);
      if (clear) setProgress(draft, clear, undefined);
    } else if (severity !== undefined && clear) {
      if (isMet(draft, clear, ts)) {
        addEffect(draft, 'clear', alarm, clear, now);
        setActive(draft, alarm, undefined);
        resetAlarm(draft, alarm);
      } else if (draft.progress[clear.index] && create.some((rule) => hasLasted(draft, rule, now))) {
        // What created the alarm still lasts, although this message says nothing of it.
        setProgress(draft, clear, undefined);
      }
    }
  }
}

/**
 * When time alone next makes a rule true, or its limit has to be looked up again.
 * @param known until when the limits are known
 */
function nextDue(draft: Draft, now: number, known: number): number | undefined {
  let next: number | undefined;
  for (const { index, create, clear } of draft.rules.alarms) {
    const active = draft.active[index];
    const isClearing = clear !== undefined && draft.progress[clear.index] !== undefined;
    for (const rule of create) {
      // The others have nothing to add to the alarm that there is, but what was reached of its end is void with them.
      const counts = isClearing || (rule.severity && isStronger(rule.severity, active));
      if (counts) next = earlier(next, dueOf(draft, rule, now, known));
    }
    if (clear && active) next = earlier(next, dueOf(draft, clear, now, known));
  }
  return next;
}

const earlier = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || (other !== undefined && other < one) ? other : one;

function dueOf(draft: Draft, rule: CompiledRule, now: number, known: number): number | undefined {
  const { firing } = rule;
  const { due } = draft.before;
  const reached = draft.progress[rule.index];
  if (firing.type !== 'DURATION' || reached?.type !== 'DURATION' || reached.hasFired) return undefined;
  const required = firing.required(draft);
  const recheck = firing.dependsOnOwners ? known + RECHECK : undefined;
  if (required <= 0) return recheck;
  const exact = Math.floor(reached.since + required) + 1;
  if (exact > LAST_TIME || rule.schedule.activeUntil(reached.since) <= exact) return recheck;
  if (exact >= now) return earlier(exact, recheck);
  return due !== undefined && due > now && due <= now + GRACE ? due : now + GRACE;
}

function finish(draft: Draft, now: number, known = now): Transition {
  const { before, values, ts, progress, active } = draft;
  const due = progress === before.progress && before.due === undefined ? undefined : nextDue(draft, now, known);
  const isSame =
    values === before.values &&
    ts === before.ts &&
    progress === before.progress &&
    active === before.active &&
    due === before.due;
  return {
    state: isSame ? before : { values, ts, progress, active, due },
    effects: draft.effects ?? NOTHING,
  };
}

/** Takes over the values that rules look at. @returns their slots, of those that are news */
function takeOver(
  draft: Draft,
  slots: ReadonlyMap<string, number>,
  values: readonly KeyValue[],
  ts: number,
  isNews: (known: KnownValue, value: TelemetryValue, ts: number) => boolean,
): number[] | undefined {
  let changed: number[] | undefined;
  let next: (KnownValue | undefined)[] | undefined;
  for (const { key, value } of values) {
    const slot = slots.get(key);
    if (slot === undefined) continue;
    const known = (next ?? draft.values)[slot];
    if (known && !isNews(known, value, ts)) continue;
    next ??= [...draft.values];
    next[slot] = { value, ts, isSeen: true };
    if (changed) changed.push(slot);
    else changed = [slot];
  }
  if (next) draft.values = next;
  return changed;
}

const isOther = (known: KnownValue, value: TelemetryValue, ts: number): boolean =>
  !known.isSeen || known.ts !== ts || known.value.type !== value.type || known.value.value !== value.value;
const always = (): boolean => true;

/**
 * What an event makes of a device. Time has to be up to date: see `advance`.
 * @param now time at which the event reached the platform, epoch ms
 */
export function step(
  rules: CompiledRules,
  state: AlarmRuleState,
  event: AlarmRuleEvent,
  now: number,
  owners: Owners,
): Transition {
  const draft = draftOf(rules, state, owners);
  switch (event.type) {
    case 'telemetry': {
      const changed = takeOver(draft, rules.telemetry, event.values, event.ts, isOther);
      if (!changed) return { state, effects: NOTHING };
      draft.ts = event.ts;
      draft.cause = 'telemetry';
      draft.changed = changed;
      decide(draft, event.ts > 0 ? event.ts : now, now);
      break;
    }
    case 'attributes': {
      const changed = takeOver(draft, rules.attributes, event.values, now, always);
      if (!changed) return { state, effects: NOTHING };
      draft.ts = now;
      draft.cause = 'attributes';
      draft.changed = changed;
      decide(draft, now, now);
      break;
    }
    case 'attributesDeleted': {
      const slots = event.keys.map((key) => rules.attributes.get(key)).filter((slot) => slot !== undefined);
      if (slots.length === 0) return { state, effects: NOTHING };
      draft.values = draft.values.map((value, slot) => (slots.includes(slot) ? undefined : value));
      draft.ts = now;
      decide(draft, now, now);
      break;
    }
    case 'ended': {
      const alarm = rules.alarms[event.alarm];
      if (alarm) {
        setActive(draft, alarm, undefined);
        resetAlarm(draft, alarm);
      }
    }
  }
  return finish(draft, now);
}

/** Lets the time pass up to `now`: what became true meanwhile, in the order in which it did. */
export function advance(rules: CompiledRules, state: AlarmRuleState, now: number, owners: Owners): Transition {
  let current = state;
  let effects: AlarmRuleEffect[] | undefined;
  while (current.due !== undefined && current.due <= now) {
    const at = current.due;
    const draft = draftOf(rules, current, owners);
    draft.cause = 'time';
    decide(draft, at, at);
    const { state: after, effects: made } = finish(draft, at, now);
    current = after;
    if (made.length > 0) effects = [...(effects ?? []), ...made];
  }
  return { state: current, effects: effects ?? NOTHING };
}
