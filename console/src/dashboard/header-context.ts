import type { DataEntity, Widget, WidgetData } from '../widgets/model.ts';
import { scriptDatasource } from '../widgets/runtime/script-datasource.ts';
import type { ScriptSurroundings } from '../widgets/script-context.ts';
import type { DashboardInUse } from './dashboard-context.ts';

/** `datasources` and `data` of a widget as its scripts know them (widgets.md §3.1). */
function subscribedOf({ rows, entities }: WidgetData): Pick<ScriptSurroundings, 'datasources' | 'data'> {
  const sources = new Map<string, ReturnType<typeof scriptDatasource>>();
  const firsts = new Set<number>();
  const data = rows.map((row) => {
    const { datasourceIndex, entity, dataKey } = row;
    const key = `${datasourceIndex} ${entity.entityType} ${entity.id}`;
    const datasource = sources.get(key) ?? scriptDatasource(entity, row, !firsts.has(datasourceIndex));
    firsts.add(datasourceIndex);
    sources.set(key, datasource);
    return { datasource, dataKey, data: row.data };
  });
  const found =
    rows.length > 0
      ? [...sources.values()]
      : entities.map((entity, at) => scriptDatasource(entity, undefined, at === 0));
  return { datasources: found, data };
}

/** What a function that says whether an action of the header is shown knows of the widget and its dashboard. */
export function headerSurroundings(
  widget: Widget,
  data: WidgetData,
  active: DataEntity | undefined,
  dashboard: DashboardInUse,
): ScriptSurroundings {
  const entity = active ?? data.entities[0];
  // In a popover, states are those of the dashboard that it stands over (widgets.md §1.6).
  const { steps, names } = (dashboard.parent ?? dashboard).states;
  return {
    widget,
    ...subscribedOf(data),
    activeEntity: entity
      ? {
          entityId: { entityType: entity.entityType, id: entity.id },
          ...{ entityName: entity.name, entityLabel: entity.label, entityDescription: entity.description },
        }
      : null,
    isEdit: dashboard.isEdit,
    isMobile: dashboard.isMobile,
    timeWindow: data.range ?? {},
    dashboardTimewindow: dashboard.timeWindow,
    steps: steps.map(({ id, params }) => ({ id, params })),
    stateNames: names,
    entityAliases: dashboard.entityAliases,
  };
}
