import type { AccessRow } from './access-row.ts';
import { alarmsRows } from './rows/alarms.ts';
import { assetsRows } from './rows/assets.ts';
import { callsRows } from './rows/calls.ts';
import { dashboardsRows } from './rows/dashboards.ts';
import { devicesRows } from './rows/devices.ts';
import { edgesRows } from './rows/edges.ts';
import { entityViewsRows } from './rows/entity-views.ts';
import { exportsRows } from './rows/exports.ts';
import { jobsRows } from './rows/jobs.ts';
import { otaPackagesRows } from './rows/ota-packages.ts';
import { peopleRows } from './rows/people.ts';
import { reportsRows } from './rows/reports.ts';
import { resourcesRows } from './rows/resources.ts';
import { rolloutsRows } from './rows/rollouts.ts';
import { ruleChainsRows } from './rows/rule-chains.ts';
import { telemetryRows } from './rows/telemetry.ts';
import { tenantsRows } from './rows/tenants.ts';
import { widgetsRows } from './rows/widgets.ts';

/** noun → the rows of its routes */
export const ACCESS_TABLES: Readonly<Record<string, Readonly<Record<string, AccessRow | AccessRow[]>>>> = {
  people: peopleRows,
  tenants: tenantsRows,
  devices: devicesRows,
  assets: assetsRows,
  edges: edgesRows,
  'entity-views': entityViewsRows,
  dashboards: dashboardsRows,
  widgets: widgetsRows,
  resources: resourcesRows,
  reports: reportsRows,
  'ota-packages': otaPackagesRows,
  rollouts: rolloutsRows,
  'rule-chains': ruleChainsRows,
  telemetry: telemetryRows,
  calls: callsRows,
  alarms: alarmsRows,
  jobs: jobsRows,
  exports: exportsRows,
};
