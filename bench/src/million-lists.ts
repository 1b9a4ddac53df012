import { type Case, type Measurement, measurement } from './lib/cases.ts';
import type { BenchContext } from './lib/context.ts';
import { fillLists, LISTED } from './lib/fill-lists.ts';
import { BUDGET, PAGE, PLACES } from './lib/pages.ts';

/** Long lists of a tenant that have neither entities with values nor logs. */
export async function measurementsOfLists(
  { api, server }: BenchContext,
  edgeId: string,
  deviceId: string,
): Promise<Measurement[]> {
  const { rolloutId, jobId } = await fillLists(server.dataDir, edgeId, deviceId);
  const devices = `/api/rollouts/${rolloutId}/devices`;
  const calls = `/api/rpc/persistent/device/${deviceId}`;
  const lists: { name: string; path: string; query?: string; sorts?: string[]; rows: number }[] = [
    {
      name: 'devices of a roll-out',
      path: devices,
      sorts: ['name', 'wave', 'step', 'since'],
      rows: LISTED.rolloutDevices,
    },
    {
      name: 'failed devices of a roll-out',
      path: devices,
      query: 'step=FAILED',
      sorts: ['name', 'since'],
      rows: LISTED.rolloutDevices / 10,
    },
    {
      name: 'dashboards',
      path: '/api/tenant/dashboards',
      sorts: ['createdTime', 'title'],
      rows: LISTED.dashboards,
    },
    {
      name: 'dashboards with a text',
      path: '/api/tenant/dashboards',
      query: 'textSearch=1',
      sorts: ['createdTime', 'title'],
      rows: 3_000,
    },
    {
      name: 'device profiles',
      path: '/api/deviceProfiles',
      sorts: ['createdTime', 'name', 'type', 'transportType'],
      rows: LISTED.deviceProfiles,
    },
    {
      name: 'events of an edge',
      path: `/api/edge/${edgeId}/events`,
      sorts: ['createdTime'],
      rows: LISTED.edgeEvents * 0.75,
    },
    {
      name: 'messages set aside',
      path: '/api/setAsideMessages',
      sorts: ['createdTime'],
      rows: LISTED.setAside,
    },
    {
      name: 'messages set aside with a text',
      path: '/api/setAsideMessages',
      query: 'textSearch=failed%2012',
      sorts: ['createdTime'],
      rows: LISTED.setAside / 97,
    },
    { name: 'failures of a job', path: `/api/jobs/${jobId}/failures`, rows: LISTED.jobFailures },
    {
      name: 'calls of a device',
      path: calls,
      query: 'rpcStatus=SUCCESSFUL',
      sorts: ['createdTime'],
      rows: LISTED.calls / 1.5,
    },
  ];
  const pages = (pageOf: (total: number) => number): Case[] =>
    lists.flatMap(({ name, path, query = '', sorts = [undefined], rows }) =>
      sorts.flatMap((sort) =>
        (sort ? ['ASC', 'DESC'] : ['']).map((order) => {
          const sorted = sort ? `&sortProperty=${sort}&sortOrder=${order}` : '';
          return {
            name: `${name} by ${sort ?? 'name'} ${order}`,
            call: () => api.get(`${path}?pageSize=${PAGE}&page=${pageOf(rows)}${sorted}&${query}`),
          };
        }),
      ),
    );
  return PLACES.map(([place, pageOf]) => measurement(`other lists, ${place} pages`, BUDGET, pages(pageOf)));
}
