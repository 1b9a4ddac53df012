import type { ExportFormat } from '@signalbox/contract/list-export';
import { exportPathOf } from '@signalbox/contract/list-export-path';
import { type WidgetDataInput, widgetDataRoutes } from '@signalbox/contract/widget-data';
import { http, type PlannedCall } from './client.ts';
import { fillPath } from './http.ts';

/** Fetches a whole list as a file: the call of the list with `/export` behind it, without its page. */
export function exportList(
  { route, params, query, body }: PlannedCall,
  columns: readonly { path: string; title: string }[],
  format: ExportFormat,
  options: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<Blob> {
  const { pageSize: _, page: __, ...filters } = query;
  return http.request(
    {
      method: route.method,
      path: fillPath(exportPathOf(route.path), params),
      query: {
        ...filters,
        format,
        columns: columns.map(({ path }) => path),
        titles: JSON.stringify(columns.map(({ title }) => title)),
      },
      body,
      reply: 'file',
    },
    { ignoreErrors: true, ignoreLoading: true, ...options },
  ) as Promise<Blob>;
}

/** Fetches what a widget shows as a file. */
export function exportWidgetData(
  body: WidgetDataInput,
  options: { signal: AbortSignal; onBytes: (bytes: number) => void },
): Promise<Blob> {
  const { method, path } = widgetDataRoutes.exportWidgetData;
  return http.request(
    { method, path, body, reply: 'file' },
    { ignoreErrors: true, ignoreLoading: true, ...options },
  ) as Promise<Blob>;
}
