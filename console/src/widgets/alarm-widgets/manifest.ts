import { textOf } from '../drawing/setting-values.ts';
import type { DataKey, WidgetConfig } from '../model.ts';
import type { AlarmPageLink } from '../runtime/alarm-subscription.ts';
import { defineWidget, type Follow, type WidgetBundle } from '../widget-type.ts';
import { alarmKeys, alarmPage } from './alarm-page.ts';

/** A page of the alarms of the widget's source. */
const alarms: Follow<'alarms'> = {
  kind: 'alarms',
  options({ datasources: [source], timeWindow, pageLink }) {
    // Always there, as the widget begins with a page.
    return source && pageLink ? { source, window: timeWindow, pageLink: pageLink as AlarmPageLink } : null;
  },
  missing: () => undefined,
};

function hasFunctions(config: WidgetConfig): boolean {
  const inKey = ({ settings }: DataKey) =>
    settings?.useCellContentFunction === true || settings?.useCellStyleFunction === true;
  return config.settings?.useRowStyleFunction === true || alarmKeys(config).some(inKey);
}

export const bundle: WidgetBundle = {
  alarms_table: defineWidget({
    data: alarms,
    shape: 'table',
    fullBleed: true,
    ownTitle: ({ settings }) => textOf(settings?.alarmsTitle) ?? undefined,
    firstPage: (widget) => alarmPage(widget),
    headerButtons: ({ settings }) =>
      Number(settings?.enableSearch !== false) +
      Number(settings?.enableSelectColumnDisplay !== false) +
      Number((settings?.enableFilter ?? settings?.enableStatusFilter) !== false),
    hasScripts: hasFunctions,
    load: async () => (await import('./alarms-table.tsx')).AlarmsTable,
  }),
};
