import { comparedTimeWindow } from '../time-window/comparison.ts';
import type { DataKey, Missing, Point, Settings, WidgetData } from './model.ts';
import type { ResolvedDatasource } from './runtime/subscription.ts';
import { labelKeys, valueSources } from './runtime/value-sources.ts';
import { drawnNumber, isNumeric } from './runtime/values.ts';
import type { Follow, FollowContext } from './widget-type.ts';

function missingRows({ rows }: WidgetData): Missing | undefined {
  return rows.length === 0 ? 'entities' : undefined;
}

function missingPoints(data: WidgetData): Missing | undefined {
  return missingRows(data) ?? (data.rows.every((row) => row.data.length === 0) ? 'values' : undefined);
}

/** Latest values need a window for its zone only. */
function zoneOf({ timezone }: FollowContext['timeWindow']) {
  return { timezone: timezone ?? null };
}

/** The newest value of each key. */
export const latestValues: Follow<'latest'> = {
  kind: 'latest',
  options: ({ datasources, timeWindow, pageLink }) => ({
    datasources,
    window: zoneOf(timeWindow),
    stateData: false,
    ...(pageLink ? { pageLink } : {}),
  }),
  missing: missingRows,
};

/** The same for charts, which draw numbers: texts alone are nothing to draw. */
export const latestNumbers: Follow<'latest'> = {
  ...latestValues,
  missing(data) {
    const newest = data.rows.flatMap((row) => (row.data[0] ? [row.data[0][1]] : []));
    return missingRows(data) ?? (newest.length > 0 && !newest.some(isNumeric) ? 'numbers' : undefined);
  },
};

/** The same where entities without any key are worth drawing. */
export const latestEntities: Follow<'latest'> = {
  ...latestValues,
  missing: ({ entities }) => (entities.length === 0 ? 'entities' : undefined),
};

/** The device that a control calls, and the keys of it that the settings name. */
export function targetDevice(keysOf: (settings: Settings) => readonly DataKey[] = () => []): Follow<'latest'> {
  return {
    kind: 'latest',
    options({ config, datasources, timeWindow }) {
      const dataKeys = [...keysOf(config.settings ?? {})];
      return {
        datasources: datasources.map((resolved) => ({ ...resolved, datasource: { ...resolved.datasource, dataKeys } })),
        window: zoneOf(timeWindow),
        stateData: false,
      };
    },
    missing: ({ entities }) => (entities.length === 0 ? 'entities' : undefined),
  };
}

/** The values of each key over the widget's time. States hold until the next one, so they are read as they are. */
export function valuesOverTime(of: { states?: boolean } = {}): Follow<'timeseries'> {
  return {
    kind: 'timeseries',
    options: ({ datasources, timeWindow }) => ({ datasources, window: timeWindow, stateData: of.states === true }),
    missing: missingPoints,
  };
}

/** The same for charts, which draw numbers: texts alone are nothing to draw. */
export function numbersOverTime(of: { states?: boolean } = {}): Follow<'timeseries'> {
  const isDrawn = ([, value]: Point) => drawnNumber(value) !== undefined;
  return {
    ...valuesOverTime(of),
    missing: (data) => missingPoints(data) ?? (data.rows.some((row) => row.data.some(isDrawn)) ? undefined : 'numbers'),
  };
}

/** The same keys over the time that the settings compare with; only for history. */
export function comparedValues(of: { states?: boolean } = {}): Follow<'timeseries'> {
  return {
    kind: 'timeseries',
    options({ config, datasources, timeWindow, environment }) {
      const window = comparedTimeWindow(config.settings, timeWindow, environment);
      return window && { datasources, window, stateData: of.states === true };
    },
    missing: missingPoints,
  };
}

/** The history of a card's values over the dashboard's time window, when its settings show it. */
export const trendValues: Follow<'timeseries'> = {
  kind: 'timeseries',
  options: ({ config, datasources, dashboardTimeWindow }) =>
    config.settings?.showTrend === true ? { datasources, window: dashboardTimeWindow, stateData: false } : null,
  missing: missingPoints,
};

/** Attributes of other entities that settings take numbers from: thresholds, levels, ticks. */
export const settingAttributes: Follow<'latest'> = {
  kind: 'latest',
  options({ config, dashboardTimeWindow, entitiesOf }) {
    const datasources = valueSources(config).flatMap(({ alias, attribute }): ResolvedDatasource[] => {
      const entityFilter = entitiesOf(alias);
      const dataKeys = [{ name: attribute, type: 'attribute' as const, label: attribute }];
      return entityFilter
        ? [
            {
              datasource: { type: 'entity', dataKeys },
              aliasName: alias,
              entityFilter,
              keyFilters: [],
              singleEntity: true,
            },
          ]
        : [];
    });
    return datasources.length > 0 ? { datasources, window: zoneOf(dashboardTimeWindow), stateData: false } : null;
  },
  missing: missingRows,
};

/** The newest values that labels name, when the legend is of the widget's own making. */
export const labelValues: Follow<'latest'> = {
  kind: 'latest',
  options({ config, datasources, dashboardTimeWindow }) {
    const dataKeys = labelKeys(config.settings).map((key) => ({ ...key, label: key.name }));
    if (dataKeys.length === 0 || datasources.length === 0) return null;
    const named = datasources.map((resolved) => ({ ...resolved, datasource: { ...resolved.datasource, dataKeys } }));
    return { datasources: named, window: zoneOf(dashboardTimeWindow), stateData: false };
  },
  missing: missingRows,
};
