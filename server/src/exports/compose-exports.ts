import { type ExportFormat, LIST_EXPORTS } from '@signalbox/contract/list-export';
import type { Route } from '@signalbox/contract/route';
import { widgetDataRoutes } from '@signalbox/contract/widget-data';
import { createRouteCaller } from '../http/route-caller.ts';
import { implement, type RouteImplementation, type RouteRequest } from '../http/routes.ts';
import { createExportPlaces } from './export-places.ts';
import { createExportService, type ExportFile, type ExportParts, type ExportService } from './export-service.ts';
import { createWidgetDataService, type WidgetDataParts } from './widget-data/widget-data-service.ts';

export type ExportsParts = Omit<ExportParts, 'callAs' | 'places'> &
  Omit<WidgetDataParts, 'places'> & {
    /** The calls that show lists. */
    lists: readonly RouteImplementation[];
  };

/** Each list has a connection to the database. */
const LISTS = { perTenant: 2, ofVisitors: 1, total: 3 };
const WIDGETS = { perTenant: 2, ofVisitors: 1, total: 6 };

/** The query of every export, besides what its list has. */
interface ExportQuery extends Record<string, unknown> {
  format: ExportFormat;
  columns?: string[];
  titles?: string[];
}

function sent(reply: RouteRequest<Route>['reply'], file: ExportFile): unknown {
  const name = `filename="file.${file.name.split('.').at(-1)}"; filename*=UTF-8''${encodeURIComponent(file.name)}`;
  const isPlain = /^[\w. -]+$/.test(file.name);
  reply.header('content-disposition', `attachment; ${isPlain ? `filename="${file.name}"` : name}`).type(file.type);
  return file.content;
}

function answer(service: ExportService, name: string): RouteImplementation {
  const exported = LIST_EXPORTS[name] as (typeof LIST_EXPORTS)[string];
  const handle = async ({ user, params, query, body, reply }: RouteRequest<Route>): Promise<unknown> => {
    const { format, columns, titles, ...filters } = query as ExportQuery;
    const request = { params: params as Record<string, string>, query: filters, body, format, columns, titles };
    return sent(reply, await service.start(user as NonNullable<typeof user>, exported, request));
  };
  return { route: exported.route, handle };
}

/** Lists, and what widgets show, as files. */
export function composeExports({ lists, ...parts }: ExportsParts) {
  const places = createExportPlaces(LISTS);
  const service = createExportService({ ...parts, places, callAs: createRouteCaller(lists) });
  const widgetData = createWidgetDataService({ ...parts, places: createExportPlaces(WIDGETS) });
  return {
    routes: [
      ...Object.keys(LIST_EXPORTS).map((name) => answer(service, name)),
      implement(
        widgetDataRoutes.exportWidgetData,
        async ({ user, body, reply }) => sent(reply, await widgetData.start(user, body)) as Uint8Array,
      ),
    ],
  };
}
