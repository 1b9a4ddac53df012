import type { AlarmRule, DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';

/** A message of a device: numbers by key, as telemetry or as attributes; null: the attribute is deleted. */
export interface NaiveEvent {
  at: number;
  kind: 'telemetry' | 'attributes';
  values: Record<string, number | null>;
}

/** What rules did at a time. */
export interface NaiveFiring {
  at: number;
  type: 'raise' | 'clear';
  severity: string;
  /** How often the condition has been true, or for how many ms. */
  reached: number | undefined;
}

const SEVERITIES = ['CRITICAL', 'MAJOR', 'MINOR', 'WARNING', 'INDETERMINATE'] as const;
const DAY = 86_400_000;

/** One rule, which remembers every look at its condition since it began from scratch. */
class NaiveRule {
  looks: { at: number; isTrue: boolean }[] = [];
  readonly rule: AlarmRule;
  constructor(rule: AlarmRule) {
    this.rule = rule;
  }

  /** Only schedules of UTC that begin before they end. */
  isInForce(at: number): boolean {
    const { schedule } = this.rule;
    if (schedule?.type !== 'SPECIFIC_TIME') return true;
    const time = at % DAY;
    return time >= (schedule.startsOn ?? 0) && time < (schedule.endsOn ?? 0);
  }

  filters(): { type: string; key: string; operation: string; limit: number }[] {
    return (this.rule.condition?.condition ?? []).map(({ key, predicate }) => {
      if (predicate.type !== 'NUMERIC') throw new Error('The model knows numbers only');
      const { type, key: name = '' } = key as { type: string; key: string };
      return { type, key: name, operation: predicate.operation, limit: predicate.value.defaultValue as number };
    });
  }

  holds(known: Map<string, number>, at: number): boolean {
    return (
      this.isInForce(at) &&
      this.filters().every(({ type, key, operation, limit }) => {
        const value = known.get(`${type} ${key}`);
        return value !== undefined && (operation === 'GREATER' ? value > limit : value <= limit);
      })
    );
  }

  limit(): number {
    const spec = this.rule.condition?.spec;
    return spec && spec.type !== 'SIMPLE' ? (spec.predicate.defaultValue as number) : 0;
  }

  /** Looks since the condition was last untrue, or the schedule not in force for a moment. */
  run(now: number): { at: number }[] {
    const lastUntrue = this.looks.findLastIndex(({ isTrue }) => !isTrue);
    const run = this.looks.slice(lastUntrue + 1);
    if (this.rule.condition?.spec?.type !== 'DURATION') return run;
    let start = 0;
    for (let i = 0; i < run.length; i++) {
      const until = run[i + 1]?.at ?? now;
      for (let at = run[i]?.at as number; at < until; at++) if (!this.isInForce(at)) start = i + 1;
    }
    return run.slice(start);
  }

  look(known: Map<string, number>, at: number): boolean {
    this.looks.push({ at, isTrue: this.holds(known, at) });
    const run = this.run(at);
    switch (this.rule.condition?.spec?.type) {
      case 'DURATION':
        return run.length > 0 && at - (run[0]?.at as number) > this.limit();
      case 'REPEATING':
        return run.length > 0 && run.length >= this.limit();
      default:
        return run.length > 0;
    }
  }

  /** Whether time alone has made it true. */
  hasLasted(now: number): boolean {
    if (this.rule.condition?.spec?.type !== 'DURATION' || !this.isInForce(now) || this.limit() <= 0) return false;
    const run = this.run(now);
    return run.length > 0 && now - (run[0]?.at as number) > this.limit();
  }

  reached(now: number): number | undefined {
    const run = this.run(now);
    switch (this.rule.condition?.spec?.type) {
      case 'DURATION':
        return now - (run[0]?.at as number);
      case 'REPEATING':
        return run.length;
      default:
        return undefined;
    }
  }

  forget(): void {
    this.looks = [];
  }
}

/** The rules of one alarm type, looked at millisecond by millisecond: slow, and as the reference says it. */
export function naiveFirings(
  definition: DeviceProfileAlarm,
  events: readonly NaiveEvent[],
  end: number,
): NaiveFiring[] {
  const create = SEVERITIES.flatMap((severity) => {
    const rule = definition.createRules?.[severity];
    return rule ? [{ severity, rule: new NaiveRule(rule) }] : [];
  });
  const clear = definition.clearRule ? new NaiveRule(definition.clearRule) : undefined;
  const known = new Map<string, number>();
  const firings: NaiveFiring[] = [];
  let active: string | undefined;
  const rank = (severity: string | undefined): number =>
    severity === undefined ? SEVERITIES.length : SEVERITIES.indexOf(severity as (typeof SEVERITIES)[number]);

  function decide(at: number, isTrue: (rule: NaiveRule) => boolean, tellsUpdates: boolean): void {
    const winner = create.find(({ rule }) => isTrue(rule));
    if (winner) {
      if (rank(winner.severity) < rank(active) || (tellsUpdates && winner.severity === active)) {
        active = winner.severity;
        firings.push({ at, type: 'raise', severity: winner.severity, reached: winner.rule.reached(at) });
      }
      clear?.forget();
    } else if (active && clear && isTrue(clear)) {
      firings.push({ at, type: 'clear', severity: active, reached: clear.reached(at) });
      active = undefined;
      clear.forget();
      for (const { rule } of create) rule.forget();
    }
  }

  for (let at = events[0]?.at ?? end; at <= end; at++) {
    for (const event of events.filter((one) => one.at === at)) {
      const type = event.kind === 'telemetry' ? 'TIME_SERIES' : 'ATTRIBUTE';
      const names = Object.keys(event.values).map((key) => `${type} ${key}`);
      const isDeletion = Object.values(event.values).includes(null);
      for (const [key, value] of Object.entries(event.values)) {
        if (value === null) known.delete(`${type} ${key}`);
        else known.set(`${type} ${key}`, value);
      }
      const isUsed = [...create.map(({ rule }) => rule), ...(clear ? [clear] : [])].some((rule) =>
        rule.filters().some((filter) => names.includes(`${filter.type} ${filter.key}`)),
      );
      if (!isUsed) continue;
      const isLookedAt = (rule: NaiveRule): boolean => {
        if (isDeletion) return true;
        const filters = rule.filters();
        if (type === 'ATTRIBUTE' && filters.some((filter) => filter.type === 'TIME_SERIES')) return false;
        return filters.some((filter) => names.includes(`${filter.type} ${filter.key}`));
      };
      decide(at, (rule) => isLookedAt(rule) && rule.look(known, at), true);
    }
    decide(at, (rule) => rule.hasLasted(at), false);
  }
  return firings;
}
