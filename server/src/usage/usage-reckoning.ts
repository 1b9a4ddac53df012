import {
  DEFAULT_WARN_THRESHOLD,
  hourlyKey,
  USAGE_COUNTERS,
  USAGE_FEATURES,
  type UsageFeature,
  type UsageState,
} from '@signalbox/contract/api-usage';
import type { KeyValue, TimedValues } from '../values/value.ts';

const HOUR = 3_600_000;

/** What is stored about the usage of a tenant. Counts are in the order of USAGE_COUNTERS, states of USAGE_FEATURES. */
export interface StoredUsage {
  /** Beginning of the month of `counts`, epoch ms. */
  month: number;
  /** Beginning of the hour of `hourly`, epoch ms. */
  hour: number;
  counts: readonly number[];
  hourly: readonly number[];
  /** null: not published yet */
  limits: readonly number[] | null;
  states: readonly UsageState[];
}

/** A feature whose state is another one than before. */
export interface StateChange {
  feature: UsageFeature;
  from: UsageState;
  to: UsageState;
  /** What was used of each limit of the feature; counters without a limit are not listed. */
  used: { key: string; count: number; limit: number }[];
}

/** The usage of a tenant with more counted, and what of it is to be published. */
export interface Reckoning {
  usage: StoredUsage & { limits: readonly number[] };
  /** Whether anything of it differs from what was stored. */
  isChanged: boolean;
  points: TimedValues[];
  changes: StateChange[];
  /** What is left of each limit; infinite where there is none. */
  left: number[];
}

/** Beginning of the month in UTC, epoch ms. */
export function monthOf(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}

/** Beginning of the hour, epoch ms. */
export function hourOf(time: number): number {
  return time - (time % HOUR);
}

const NONE = USAGE_COUNTERS.map(() => 0);
const long = (key: string, value: number): KeyValue => ({ key, value: { type: 'LONG', value } });

/** Limits of a tenant profile; 0: none. */
function limitsOf(configuration: Readonly<Record<string, unknown>>): number[] {
  return USAGE_COUNTERS.map(({ limit }) => Math.max(0, Number(configuration[limit] ?? 0) || 0));
}

function warnThresholdOf({ warnThreshold }: Readonly<Record<string, unknown>>): number {
  return typeof warnThreshold === 'number' && warnThreshold > 0 ? warnThreshold : DEFAULT_WARN_THRESHOLD;
}

function stateOf(count: number, limit: number, threshold: number): UsageState {
  if (limit === 0) return 'ENABLED';
  if (count >= limit) return 'DISABLED';
  return count >= limit * threshold ? 'WARNING' : 'ENABLED';
}

const RANK: readonly UsageState[] = ['ENABLED', 'WARNING', 'DISABLED'];

/** The states by counts and limits: of a feature with several counters the worst. */
function statesOf(counts: readonly number[], limits: readonly number[], threshold: number): UsageState[] {
  let at = 0;
  return USAGE_FEATURES.map(({ counters }: UsageFeature) => {
    let rank = 0;
    for (const _counter of counters) {
      rank = Math.max(rank, RANK.indexOf(stateOf(counts[at] as number, limits[at] as number, threshold)));
      at++;
    }
    return RANK[rank] as UsageState;
  });
}

/**
 * Adds counts to the stored usage of a tenant.
 * @param more what was counted, in the order of USAGE_COUNTERS
 * @param counted when it was counted: its hour and month get it, unless later ones have begun
 * @param configuration of the tenant's profile
 */
export function reckon(
  stored: StoredUsage,
  more: readonly number[],
  counted: number,
  configuration: Readonly<Record<string, unknown>>,
  now: number,
): Reckoning {
  const month = Math.max(stored.month, monthOf(counted));
  const hour = Math.max(stored.hour, hourOf(counted));
  const before = month > stored.month ? NONE : stored.counts;
  const hourlyBefore = hour > stored.hour ? NONE : stored.hourly;
  const counts = before.map((count, at) => count + (more[at] as number));
  const hourly = hourlyBefore.map((count, at) => count + (more[at] as number));
  const limits = limitsOf(configuration);
  const states = statesOf(counts, limits, warnThresholdOf(configuration));

  const monthly = USAGE_COUNTERS.flatMap(({ key }, at) =>
    more[at] !== 0 || before[at] !== stored.counts[at] ? [long(key, counts[at] as number)] : [],
  );
  const ofHour = USAGE_COUNTERS.flatMap(({ key }, at) =>
    more[at] === 0 ? [] : [long(hourlyKey(key), hourly[at] as number)],
  );
  const current = [
    ...USAGE_COUNTERS.flatMap(({ limitKey }, at) =>
      stored.limits?.[at] === limits[at] ? [] : [long(limitKey, limits[at] as number)],
    ),
    ...USAGE_FEATURES.flatMap(({ stateKey }, at): KeyValue[] => {
      const state = states[at] as UsageState;
      return stored.limits && stored.states[at] === state
        ? []
        : [{ key: stateKey, value: { type: 'STRING', value: state } }];
    }),
  ];
  const points = [
    { ts: month, values: monthly },
    { ts: hour, values: ofHour },
    { ts: now, values: current },
  ].filter(({ values }) => values.length > 0);

  return {
    usage: { month, hour, counts, hourly, limits, states },
    isChanged: points.length > 0 || month !== stored.month,
    points,
    changes: USAGE_FEATURES.flatMap((feature: UsageFeature, at) => {
      const [from, to] = [stored.states[at] as UsageState, states[at] as UsageState];
      if (from === to) return [];
      const used = USAGE_COUNTERS.flatMap(({ key }, index) => {
        const [count, limit] = [counts[index] as number, limits[index] as number];
        return limit > 0 && feature.counters.some((one) => one.key === key) ? [{ key, count, limit }] : [];
      });
      return [{ feature, from, to, used }];
    }),
    left: limits.map((limit, at) => (limit === 0 ? Number.POSITIVE_INFINITY : limit - (counts[at] as number))),
  };
}
