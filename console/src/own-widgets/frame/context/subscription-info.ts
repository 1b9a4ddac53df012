import type { WidgetConfig } from '../../../widgets/model.ts';

type Members = Record<string, unknown>;

/** A datasource as `createSubscriptionFromInfo` describes it. */
export function datasourceOfInfo(info: Members): Members {
  const keys = (type: string, list: unknown) =>
    (Array.isArray(list) ? (list as Members[]) : []).map((key) => ({
      ...key,
      type,
      label: key.label ?? key.name,
      settings: {},
      ...(key.postFuncBody ? { usePostProcessing: true } : {}),
    }));
  const entityId = info.entityId ?? info.deviceId;
  return {
    type: info.type === 'function' ? 'function' : 'entity',
    name: info.name,
    ...(entityId ? { entityType: info.entityType ?? 'DEVICE', entityId } : {}),
    ...(entityId ? {} : namesOf(info)),
    dataKeys: [
      ...keys('timeseries', info.timeseries),
      ...keys('attribute', info.attributes),
      ...keys('function', info.functions),
      ...keys('alarm', info.alarmFields),
    ],
  };
}

/** Entities by their names, or several by their ids. */
function namesOf(info: Members): Members {
  const entityName = info.entityName ?? info.deviceName;
  const entityNamePrefix = info.entityNamePrefix ?? info.deviceNamePrefix;
  const entityIds = info.entityIds ?? info.deviceIds;
  const given = { entityName, entityNamePrefix, entityIds };
  const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  return { entityType: info.entityType ?? 'DEVICE', ...known };
}

/** What a subscription of a script has from its widget when it asks for that: time, legend, formats, and who is told. */
export function defaultsOf(config: WidgetConfig, { callbacks }: Members, dataUpdated: () => void): Members {
  const { useDashboardTimewindow, timewindow, showLegend, legendConfig, units, decimals } = config;
  return {
    useDashboardTimewindow: useDashboardTimewindow !== false,
    ...(useDashboardTimewindow === false ? { timeWindowConfig: timewindow } : {}),
    legendConfig: showLegend === false ? null : (legendConfig ?? null),
    ...{ units, decimals },
    callbacks: { ...(callbacks as Members | undefined), onDataUpdated: dataUpdated },
  };
}
