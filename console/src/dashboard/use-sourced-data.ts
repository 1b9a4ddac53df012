import { useMemo } from 'react';
import type { Settings, WidgetConfig, WidgetData } from '../widgets/model.ts';
import type { ResolvedDatasource } from '../widgets/runtime/subscription.ts';
import {
  labelKeys,
  valueSources,
  withLabelValues,
  withSourcedKeys,
  withSourcedValues,
} from '../widgets/runtime/value-sources.ts';
import { useWidgetData } from '../widgets/use-widget-data.ts';
import { useDashboard } from './dashboard-context.ts';

/**
 * Data and settings of a widget with what comes from elsewhere written in: thresholds, levels and ticks that are
 * attributes of an entity, and newest values that labels name.
 */
export function useSourcedData(
  config: WidgetConfig,
  data: WidgetData,
  /** Undefined while the widget has no data of its own. */
  datasources: readonly ResolvedDatasource[] | undefined,
  paused: boolean,
): { data: WidgetData; settings: Settings | undefined } {
  const dashboard = useDashboard();
  const { settings } = config;
  const sources = useMemo(() => valueSources(config), [config]);
  const asked = sources.flatMap(({ alias, attribute }): ResolvedDatasource[] => {
    const info = dashboard.aliasNamed(alias);
    if (!info || 'problem' in info) return [];
    const dataKeys = [{ name: attribute, type: 'attribute' as const, label: attribute }];
    return [
      {
        datasource: { type: 'entity', dataKeys },
        aliasName: alias,
        entityFilter: info.entityFilter,
        keyFilters: [],
        singleEntity: true,
      },
    ];
  });
  const keys = useMemo(() => labelKeys(settings), [settings]);
  const named =
    keys.length > 0
      ? (datasources ?? []).map((resolved) => ({
          ...resolved,
          datasource: { ...resolved.datasource, dataKeys: keys.map((key) => ({ ...key, label: key.name })) },
        }))
      : [];
  const latest = (wanted: readonly ResolvedDatasource[]) =>
    wanted.length > 0
      ? {
          kind: 'latest' as const,
          datasources: [...wanted],
          window: { timezone: dashboard.timeWindow.timezone ?? null },
          stateData: false,
        }
      : null;
  const attributes = useWidgetData(latest(asked), dashboard.environment, undefined, paused);
  const labels = useWidgetData(latest(named), dashboard.environment, undefined, paused);
  return useMemo(() => {
    const sourced = (source: { alias: string; attribute: string }) =>
      attributes.rows.find((row) => row.aliasName === source.alias && row.dataKey.name === source.attribute)
        ?.data[0]?.[1];
    const labelled = keys.length > 0 ? withLabelValues(data, labels) : data;
    if (sources.length === 0) return { data: labelled, settings };
    return { data: withSourcedKeys(labelled, sourced), settings: withSourcedValues(settings, sourced) };
  }, [sources, keys, settings, data, attributes, labels]);
}
