import { type ExportFormat, LIST_EXPORTS } from '@signalbox/contract/list-export';
import type { Route } from '@signalbox/contract/route';
import { createRouteCaller } from '../http/route-caller.ts';
import type { RouteImplementation, RouteRequest } from '../http/routes.ts';
import { createExportService, type ExportParts, type ExportService } from './export-service.ts';

export interface ExportsParts extends Omit<ExportParts, 'callAs'> {
  /** The calls that show lists. */
  lists: readonly RouteImplementation[];
}

/** The query of every export, besides what its list has. */
interface ExportQuery extends Record<string, unknown> {
  format: ExportFormat;
  columns?: string[];
  titles?: string[];
}

function answer(service: ExportService, name: string): RouteImplementation {
  const exported = LIST_EXPORTS[name] as (typeof LIST_EXPORTS)[string];
  const handle = async ({ user, params, query, reply }: RouteRequest<Route>): Promise<unknown> => {
    const { format, columns, titles, ...filters } = query as ExportQuery;
    const request = { params: params as Record<string, string>, query: filters, format, columns, titles };
    const file = await service.start(user as NonNullable<typeof user>, exported, request);
    reply.header('content-disposition', `attachment; filename="${file.name}"`).type(file.type);
    return file.content;
  };
  return { route: exported.route, handle };
}

/** Lists as files. */
export function composeExports({ lists, ...parts }: ExportsParts) {
  const service = createExportService({ ...parts, callAs: createRouteCaller(lists) });
  return { routes: Object.keys(LIST_EXPORTS).map((name) => answer(service, name)) };
}
