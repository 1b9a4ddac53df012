import { LIST_EXPORTS } from '@signalbox/contract/list-export';
import { ALL_ROUTES } from '@signalbox/contract/routes';
import type { AccessRow } from '../access-row.ts';
import { alarmsRows } from './alarms.ts';
import { assetsRows } from './assets.ts';
import { callsRows } from './calls.ts';
import { dashboardsRows } from './dashboards.ts';
import { devicesRows } from './devices.ts';
import { edgesRows } from './edges.ts';
import { entityViewsRows } from './entity-views.ts';
import { otaPackagesRows } from './ota-packages.ts';
import { peopleRows } from './people.ts';
import { reportsRows } from './reports.ts';
import { resourcesRows } from './resources.ts';
import { rolloutsRows } from './rollouts.ts';
import { ruleChainsRows } from './rule-chains.ts';
import { telemetryRows } from './telemetry.ts';
import { tenantsRows } from './tenants.ts';
import { widgetsRows } from './widgets.ts';

const LISTS: Record<string, AccessRow | AccessRow[]> = {
  ...alarmsRows,
  ...assetsRows,
  ...callsRows,
  ...dashboardsRows,
  ...devicesRows,
  ...edgesRows,
  ...entityViewsRows,
  ...otaPackagesRows,
  ...peopleRows,
  ...reportsRows,
  ...resourcesRows,
  ...rolloutsRows,
  ...ruleChainsRows,
  ...telemetryRows,
  ...tenantsRows,
  ...widgetsRows,
};

/** The query of a list with the kind of file. */
const asFile = ({ query }: AccessRow): AccessRow['query'] =>
  typeof query === 'function'
    ? (objects) => `${query(objects)}&format=csv`
    : [query, 'format=csv'].filter(Boolean).join('&');

/** Who may read a list may export it, and nobody else. */
const listRows: Record<string, AccessRow | AccessRow[]> = Object.fromEntries(
  Object.entries(LIST_EXPORTS).map(([name, { list }]) => {
    const nameOfList = Object.keys(ALL_ROUTES).find((one) => ALL_ROUTES[one] === list) ?? '';
    const rows = [LISTS[nameOfList] ?? []].flat();
    return [name, rows.map((row) => ({ ...row, query: asFile(row) }))];
  }),
);

/** What it finds is limited to what the caller may see. */
export const exportsRows: Record<string, AccessRow | AccessRow[]> = {
  ...listRows,
  exportWidgetData: {
    body: () => ({
      kind: 'latest',
      format: 'csv',
      name: 'Devices',
      timezone: 'UTC',
      titles: { entity: 'Entity' },
      columns: [],
      sources: [
        {
          query: { entityFilter: { type: 'entityType', entityType: 'DEVICE' }, keyFilters: [] },
          single: false,
          keys: [],
        },
      ],
    }),
  },
};
