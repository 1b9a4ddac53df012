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

const NAMES_ENTITY = /\$\{(entity|device)/;

/** Whose alarms they are, where a title or an action of the header is about it. */
const source: Follow<'latest'> = {
  kind: 'latest',
  options({ config, datasources: [alarms], timeWindow }) {
    const texts = [config.title, config.settings?.alarmsTitle];
    const isAsked = texts.some((text) => NAMES_ENTITY.test(String(text))) || config.actions?.headerButton?.length;
    if (!alarms?.entityFilter || !alarms.singleEntity || !isAsked) return null;
    return {
      datasources: [{ ...alarms, datasource: { ...alarms.datasource, dataKeys: [] } }],
      window: { timezone: timeWindow.timezone ?? null },
      stateData: false,
    };
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
    also: { source },
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
