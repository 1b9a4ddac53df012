import { textOf } from '../drawing/setting-values.ts';
import { latestValues } from '../follows.ts';
import type { WidgetConfig } from '../model.ts';
import { defineWidget } from '../widget-type.ts';
import { tablePage } from './table-page.ts';

/** Whether keys of a table have functions for their cells. */
function keysHaveFunctions(config: WidgetConfig): boolean {
  return (config.datasources ?? []).some((datasource) =>
    datasource.dataKeys.some(
      (key) => key.settings?.useCellContentFunction === true || key.settings?.useCellStyleFunction === true,
    ),
  );
}

/** Whether a table has functions for its rows or cells. */
export function tableHasFunctions(config: WidgetConfig): boolean {
  return keysHaveFunctions(config) || config.settings?.useRowStyleFunction === true;
}

/** The entry of tables of entities, which several bundles have. */
export const entitiesTable = defineWidget({
  data: latestValues,
  shape: 'table',
  fullBleed: true,
  ownTitle: ({ settings }) => textOf(settings?.entitiesTitle) ?? undefined,
  dataOptional: true,
  firstPage: (widget) => tablePage(widget),
  headerButtons: ({ settings }) =>
    Number(settings?.enableSearch !== false) + Number(settings?.enableSelectColumnDisplay !== false),
  hasScripts: tableHasFunctions,
  load: async () => (await import('./entities-table.tsx')).EntitiesTable,
});
