import { useCallback, useMemo } from 'react';
import type { WidgetConfig, WidgetData } from './model.ts';
import {
  labelKeys,
  valueSources,
  withLabelValues,
  withSourcedKeys,
  withSourcedValues,
} from './runtime/value-sources.ts';

/**
 * Data and configuration of a widget with what comes from elsewhere written in: thresholds, levels and ticks that are
 * attributes of an entity, and newest values that labels name.
 */
export function useSourcedValues(
  config: WidgetConfig,
  data: WidgetData,
  sources: { attributes?: WidgetData | undefined; labels?: WidgetData | undefined },
): {
  config: WidgetConfig;
  data: WidgetData;
  /** Other data of the same keys with what their labels name. */
  labelled: (data: WidgetData) => WidgetData;
  /** Newer data with all that comes from elsewhere. */
  complete: (data: WidgetData) => WidgetData;
} {
  const { attributes, labels } = sources;
  const hasSources = useMemo(() => valueSources(config).length > 0, [config]);
  const sourced = useMemo(
    () => (source: { alias: string; attribute: string }) =>
      attributes?.rows.find((row) => row.aliasName === source.alias && row.dataKey.name === source.attribute)
        ?.data[0]?.[1],
    [attributes],
  );
  const ownConfig = useMemo(() => {
    const settings = hasSources ? withSourcedValues(config.settings, sourced) : config.settings;
    return settings === config.settings || !settings ? config : { ...config, settings };
  }, [hasSources, config, sourced]);
  const labelled = useCallback(
    (some: WidgetData) => (labels && labelKeys(config.settings).length > 0 ? withLabelValues(some, labels) : some),
    [config, labels],
  );
  const complete = useCallback(
    (some: WidgetData) => (hasSources ? withSourcedKeys(labelled(some), sourced) : labelled(some)),
    [hasSources, labelled, sourced],
  );
  const ownData = useMemo(() => complete(data), [data, complete]);
  return { config: ownConfig, data: ownData, labelled, complete };
}
