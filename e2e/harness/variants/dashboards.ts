import { singleDevice } from '../objects.ts';
import type { Variant } from './widgets.ts';

/** Widgets per row of a dashboard of variants, and columns and rows of each. */
const PER_ROW = 8;
const SIZE = { sizeX: 3, sizeY: 3 };

/** A dashboard as files have it. */
export interface DashboardFile {
  title: string;
  name: string;
  image?: string;
  configuration: {
    widgets: Record<string, { id: string; config: object; [member: string]: unknown }>;
    [section: string]: unknown;
  };
}

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A dashboard with these widgets, small and side by side; they stand in the page in this order. */
export function dashboardOf(
  title: string,
  variants: readonly Variant[],
  deviceId: string,
  alias: string,
): DashboardFile {
  const widgets = variants.map(({ type, config }, at) => ({
    id: idOf(at),
    isSystemType: true,
    bundleAlias: type.bundleAlias,
    typeAlias: type.alias,
    type: type.descriptor.type,
    title: type.name,
    sizeX: type.descriptor.sizeX,
    sizeY: type.descriptor.sizeY,
    row: 0,
    col: 0,
    config,
  }));
  const places = widgets.map(({ id }, at) => [
    id,
    { ...SIZE, row: Math.floor(at / PER_ROW) * SIZE.sizeY, col: (at % PER_ROW) * SIZE.sizeX, mobileOrder: at },
  ]);
  return {
    title,
    name: title,
    configuration: {
      description: '',
      widgets: Object.fromEntries(widgets.map((widget) => [widget.id, widget])),
      states: {
        default: {
          name: title,
          root: true,
          layouts: { main: { widgets: Object.fromEntries(places), gridSettings: { columns: 24, margin: 4 } } },
        },
      },
      entityAliases: { [alias]: { id: alias, alias: 'Device', filter: singleDevice(deviceId) } },
      filters: {},
      timewindow: {
        selectedTab: 0,
        realtime: { interval: 60_000, timewindowMs: 3_600_000 },
        aggregation: { type: 'AVG', limit: 200 },
      },
      settings: { stateControllerId: 'entity', showTitle: true, showDashboardExport: true },
    },
  };
}
