import {
  hourlyKey,
  USAGE_FEATURES,
  USAGE_STATES,
  type UsageFeature,
  type UsageState,
} from '@signalbox/contract/api-usage';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { getUsageCounts } from '../../api/api-usage.ts';
import { useLiveValues } from '../../api/telemetry.ts';
import { barsOf, monthStart, readFrom, type UsageBar, type UsagePeriod, withLatest } from './usage-periods.ts';

/** A counter of a feature as it stands. */
export interface CounterUsage {
  key: string;
  /** This month. */
  count: number;
  /** 0: none */
  limit: number;
}

/** A feature as it stands. */
export interface FeatureUsage {
  name: (typeof USAGE_FEATURES)[number]['name'];
  state: UsageState;
  counters: readonly CounterUsage[];
}

const asState = (text: string | undefined): UsageState => USAGE_STATES.find((state) => state === text) ?? 'ENABLED';

/** What the tenant has used this month, live, with a reading of its counts over time. */
export function useUsage(stateId: string, now: number) {
  const live = useLiveValues({ entityType: 'API_USAGE_STATE', id: stateId }, 'LATEST_TELEMETRY');
  const { values } = live;
  const month = monthStart(now);
  const features = useMemo<FeatureUsage[] | undefined>(() => {
    if (!values) return undefined;
    return USAGE_FEATURES.map(({ name, stateKey, counters }) => ({
      name,
      state: asState(values.get(stateKey)?.value),
      counters: (counters as UsageFeature['counters']).map(({ key, limitKey }) => {
        const latest = values.get(key);
        return {
          key,
          // What was counted before this month is not of this month.
          count: latest && latest.ts >= month ? Number(latest.value) || 0 : 0,
          limit: Number(values.get(limitKey)?.value ?? 0) || 0,
        };
      }),
    }));
  }, [values, month]);

  return { ...live, data: features };
}

/** The bars of some counters over a period, the newest of them live. */
export function useUsageBars(
  stateId: string,
  counters: readonly string[],
  period: UsagePeriod,
  now: number,
  values: ReturnType<typeof useLiveValues>['values'],
) {
  const from = readFrom(period, now);
  const keyOf = (counter: string) => (period === 'year' ? counter : hourlyKey(counter));
  const query = useQuery({
    queryKey: ['usage', stateId, period, counters, from],
    queryFn: () => getUsageCounts(stateId, counters.map(keyOf), from),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  const bars = useMemo<ReadonlyMap<string, readonly UsageBar[]> | undefined>(() => {
    if (!data) return undefined;
    return new Map(
      counters.map((counter) => {
        const key = period === 'year' ? counter : hourlyKey(counter);
        const latest = values?.get(key);
        const newest = latest && { ts: latest.ts, count: Number(latest.value) || 0 };
        return [counter, barsOf(period, withLatest(data.get(key) ?? [], newest), now)];
      }),
    );
  }, [data, counters, period, values, now]);
  return { data: bars, error: query.error, refetch: query.refetch };
}
