import { widgetTypeVersionRoutes as routes } from '@signalbox/contract/widget-type-version';
import { call } from './client.ts';

const quiet = { ignoreErrors: true, ignoreLoading: true } as const;

/** What a widget type was, newest first. */
export function getWidgetTypeVersions(widgetTypeId: string, page: number, pageSize: number) {
  return call(routes.getWidgetTypeVersions, { params: { widgetTypeId }, query: { page, pageSize } }, quiet);
}

export function getWidgetTypeVersion(widgetTypeId: string, number: number) {
  return call(routes.getWidgetTypeVersion, { params: { widgetTypeId, number: String(number) } }, quiet);
}
