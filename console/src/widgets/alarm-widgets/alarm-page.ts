import { type TableSort, tablePageSize } from '../cards/table-page.ts';
import type { DataKey, Settings, Widget, WidgetConfig } from '../model.ts';
import type { AlarmPageLink, AlarmSelection } from '../runtime/alarm-subscription.ts';

/** The keys that are the columns of an alarm table. */
export function alarmKeys({ alarmSource }: WidgetConfig): readonly DataKey[] {
  return alarmSource?.dataKeys ?? [];
}

/** Which alarms the configuration lets in. */
export function configuredAlarms(config: WidgetConfig): AlarmSelection {
  const { alarmSearchStatus: single } = config;
  return {
    statusList: config.alarmStatusList ?? (single && single !== 'ANY' ? [single] : []),
    severityList: config.alarmSeverityList ?? [],
    typeList: config.alarmTypeList ?? [],
    searchPropagatedAlarms: config.searchPropagatedAlarms !== false,
  };
}

/** The order that the settings begin with: a label, or the name of a key, after `-` for a falling one. */
export function firstAlarmSort(widget: Widget): TableSort {
  const written = String(widget.config.settings?.defaultSortOrder || '-createdTime');
  const name = written.replace(/^[-+]/, '');
  const keys = alarmKeys(widget.config);
  const byLabel = keys.findIndex((key) => (key.type === 'alarm' ? key.name : key.label) === name);
  const index = byLabel >= 0 ? byLabel : keys.findIndex((key) => key.name === name);
  return { column: index >= 0 ? `key ${index}` : '', direction: written.startsWith('-') ? 'DESC' : 'ASC' };
}

const KEY_TYPES: Readonly<Record<string, string>> = {
  alarm: 'ALARM_FIELD',
  attribute: 'ATTRIBUTE',
  entityField: 'ENTITY_FIELD',
  timeseries: 'TIME_SERIES',
};

/** What an alarm table asks the server for. */
export function alarmPage(
  widget: Widget,
  sort: TableSort = firstAlarmSort(widget),
  page = 0,
  search = '',
  alarms: AlarmSelection = configuredAlarms(widget.config),
  pageSize = tablePageSize(widget.config.settings ?? {}),
): AlarmPageLink {
  const key = alarmKeys(widget.config).find((_, index) => sort.column === `key ${index}`);
  return {
    pageSize,
    page,
    textSearch: search || null,
    sortOrder: {
      key: { type: KEY_TYPES[key?.type ?? 'alarm'] ?? 'ALARM_FIELD', key: key?.name ?? 'createdTime' },
      direction: key ? sort.direction : 'DESC',
    },
    alarms,
  };
}

/** What may be done with alarms, as the settings say. */
export function allowedActions(settings: Settings): { acknowledge: boolean; clear: boolean; select: boolean } {
  const acknowledge = settings.allowAcknowledgment !== false;
  const clear = settings.allowClear !== false;
  return { acknowledge, clear, select: settings.enableSelection !== false && (acknowledge || clear) };
}
