import { readdirSync } from 'node:fs';
import { ALL_ROUTES } from '@signalbox/contract/routes';
import { describe, expect, it } from 'vitest';
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

const tables = [
  peopleRows,
  tenantsRows,
  devicesRows,
  assetsRows,
  edgesRows,
  entityViewsRows,
  dashboardsRows,
  widgetsRows,
  resourcesRows,
  reportsRows,
  otaPackagesRows,
  rolloutsRows,
  ruleChainsRows,
  telemetryRows,
  callsRows,
  alarmsRows,
  jobsRows,
  exportsRows,
];
const named = tables.flatMap((rows) => Object.keys(rows));

describe('the access table', () => {
  it('has rows for every route', () => {
    const missing = Object.keys(ALL_ROUTES).filter((name) => !named.includes(name));
    expect(missing, 'add them to the rows of their noun in server/test/access/rows').toEqual([]);
  });

  it('has the rows of each route once, and none of unknown routes', () => {
    expect(named.filter((name, at) => named.indexOf(name) !== at || !(name in ALL_ROUTES))).toEqual([]);
  });

  it('is tested noun by noun', () => {
    const filesOf = (folder: string, end: string) =>
      readdirSync(new URL(folder, import.meta.url))
        .filter((file) => file.endsWith(end))
        .map((file) => file.slice(0, -end.length))
        .sort();
    expect(filesOf('.', '.integration.test.ts')).toEqual(filesOf('rows', '.ts'));
    expect(filesOf('rows', '.ts')).toHaveLength(tables.length);
  });
});
