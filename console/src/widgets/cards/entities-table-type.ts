import { latestValues } from '../follows.ts';
import type { WidgetConfig } from '../model.ts';
import { defineWidget } from '../widget-type.ts';
import { tablePage } from './table-page.ts';

/** Whether keys of a table have functions for their cells. */
export function keysHaveFunctions(config: WidgetConfig): boolean {
  return (config.datasources ?? []).some((datasource) =>
    datasource.dataKeys.some(
      (key) => key.settings?.useCellContentFunction === true || key.settings?.useCellStyleFunction === true,
    ),
  );
}

/** The entry of tables of entities, which several bundles have. */
export const entitiesTable = defineWidget({
  data: latestValues,
  shape: 'table',
  fullBleed: true,
  dataOptional: true,
  firstPage: (widget) => tablePage(widget),
  headerButtons: ({ settings }) =>
    Number(settings?.enableSearch !== false) + Number(settings?.enableSelectColumnDisplay !== false),
  hasScripts: (config) => keysHaveFunctions(config) || config.settings?.useRowStyleFunction === true,
  load: async () => (await import('./entities-table.tsx')).EntitiesTable,
});
