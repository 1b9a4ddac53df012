import { type Case, type Measurement, measurement } from './lib/cases.ts';
import type { BenchContext } from './lib/context.ts';
import { format } from './lib/figures.ts';
import { BESIDE, fillMore } from './lib/fill-more.ts';
import { BUDGET, PAGE, PLACES } from './lib/pages.ts';
import { measurementsOfLists } from './million-lists.ts';

const DAY = 86_400_000;
const EDGE = 'Bench edge';
const DEVICE = 'bench fleet';

interface Listed {
  name: string;
  path: string;
  query?: string;
  sorts: readonly string[];
}

/** The audit log, users, what is on an edge and events of a device, beside a fleet. */
export async function measurementsOfLogs(context: BenchContext): Promise<Measurement[]> {
  const { api, server } = context;
  const find = async (path: string): Promise<string | undefined> => {
    const found = await api.get<{ data: { id: { id: string } }[] }>(path);
    return found.data[0]?.id.id;
  };
  const text = encodeURIComponent(EDGE);
  const edgeId =
    (await find(`/api/tenant/edgeInfos?pageSize=1&page=0&textSearch=${text}`)) ??
    (
      await api.post<{ id: { id: string } }>('/api/edge', {
        ...{
          name: EDGE,
          type: 'default',
          routingKey: 'bench-routing-key',
          secret: 'bench-secret',
          edgeLicenseKey: 'bench',
          cloudEndpoint: 'http://127.0.0.1',
        },
      })
    ).id.id;
  const device = await api.get<{ id: { id: string }; tenantId: { id: string } }>(
    `/api/tenant/devices?deviceName=${encodeURIComponent(DEVICE)}`,
  );
  await fillMore(server.dataDir, edgeId, device.id.id);

  const sized = async (lists: readonly Listed[]) =>
    Promise.all(
      lists.map(async (list) => {
        const { totalElements } = await api.get<{ totalElements: number }>(
          `${list.path}?pageSize=1&page=0&${list.query ?? ''}`,
        );
        return { ...list, total: totalElements };
      }),
    );
  const pagesOf = (lists: Awaited<ReturnType<typeof sized>>, pageOf: (total: number) => number): Case[] =>
    lists.flatMap(({ name, path, query = '', sorts, total }) =>
      sorts.flatMap((sort) =>
        ['ASC', 'DESC'].map((order) => ({
          name: `${name} by ${sort} ${order}`,
          call: () =>
            api.get(`${path}?pageSize=${PAGE}&page=${pageOf(total)}&sortProperty=${sort}&sortOrder=${order}&${query}`),
        })),
      ),
    );
  const measured = async (what: string, lists: readonly Listed[]): Promise<Measurement[]> => {
    const known = await sized(lists);
    return PLACES.map(([place, pageOf]) => measurement(`${what}, ${place} pages`, BUDGET, pagesOf(known, pageOf)));
  };

  const logs = '/api/audit/logs';
  const now = Date.now();
  const lines = await api.get<{
    data: { userId: { id: string }; customerId: { id: string }; entityId: { entityType: string; id: string } }[];
  }>(`${logs}?pageSize=30&page=1&textSearch=changed`);
  const user = lines.data[0]?.userId.id;
  const customer = lines.data.find(({ customerId }) => !customerId.id.startsWith('13814000'))?.customerId.id;
  const changed = lines.data.find(({ entityId: { entityType } }) => entityType === 'DEVICE')?.entityId.id;
  const byTime = ['createdTime'];
  const byAll = ['entityType', 'userName', 'actionType', 'actionStatus'];
  const auditLists: Listed[] = [
    { name: 'all', path: logs, sorts: byTime },
    { name: 'one user', path: `${logs}/user/${user}`, sorts: byTime },
    { name: 'one customer', path: `${logs}/customer/${customer}`, sorts: byTime },
    { name: 'one entity', path: `${logs}/entity/DEVICE/${changed}`, sorts: byTime },
    { name: 'a common action', path: logs, query: 'actionTypes=ADDED', sorts: byTime },
    { name: 'a rare action', path: logs, query: 'actionTypes=SUSPENDED', sorts: byTime },
    { name: 'two actions', path: logs, query: 'actionTypes=UPDATED,SUSPENDED', sorts: byTime },
    {
      name: 'an action of a customer',
      path: `${logs}/customer/${customer}`,
      query: 'actionTypes=LOGIN',
      sorts: byTime,
    },
    { name: 'the last 30 days', path: logs, query: `startTime=${now - 30 * DAY}`, sorts: byTime },
    {
      name: 'a month in the middle',
      path: logs,
      query: `startTime=${now - 60 * DAY}&endTime=${now - 30 * DAY}`,
      sorts: byTime,
    },
    {
      name: 'an action of the last 30 days',
      path: logs,
      query: `actionTypes=UPDATED&startTime=${now - 30 * DAY}`,
      sorts: byTime,
    },
  ];
  const searched: Listed[] = [
    { name: 'a rare text', path: logs, query: 'textSearch=0123456', sorts: byTime },
    { name: 'a common text', path: logs, query: 'textSearch=changed', sorts: byTime },
    { name: 'a name of a user', path: logs, query: 'textSearch=person77', sorts: byTime },
    { name: 'a kind of action', path: logs, query: 'textSearch=suspended', sorts: byTime },
    { name: 'two digits', path: logs, query: 'textSearch=12', sorts: byTime },
    { name: 'a text that nothing has', path: logs, query: 'textSearch=absent', sorts: byTime },
    { name: 'a letter that nothing has', path: logs, query: `textSearch=${encodeURIComponent('#')}`, sorts: byTime },
    {
      name: 'a rare text of the last 30 days',
      path: logs,
      query: `textSearch=0123456&startTime=${now - 30 * DAY}`,
      sorts: byTime,
    },
    {
      name: 'a common text of the last 30 days',
      path: logs,
      query: `textSearch=changed&startTime=${now - 30 * DAY}`,
      sorts: byTime,
    },
  ];
  const devices = `/api/edge/${edgeId}/devices`;
  const texts = ['createdTime', 'name', 'type', 'label'];
  const events = `/api/events/DEVICE/${device.id.id}`;
  const ofTenant = `tenantId=${device.tenantId.id}`;
  return [
    ...(await measured(`audit log, ${format(BESIDE.auditLines)} lines`, auditLists)),
    ...(await measured('audit log by a text', searched)),
    ...(await measured('audit log in other orders', [{ name: 'all', path: logs, sorts: byAll }])),
    ...(await measured('audit log by names of entities', [
      { name: 'all', path: logs, sorts: ['entityName'] },
      { name: 'one user', path: `${logs}/user/${user}`, sorts: ['entityName'] },
      { name: 'one customer', path: `${logs}/customer/${customer}`, sorts: ['entityName'] },
      { name: 'an action', path: logs, query: 'actionTypes=UPDATED', sorts: ['entityName'] },
      { name: 'a text', path: logs, query: 'textSearch=changed', sorts: ['entityName'] },
      { name: 'the last 30 days', path: logs, query: `startTime=${now - 30 * DAY}`, sorts: ['entityName'] },
    ])),
    ...(await measured(`${format(BESIDE.members)} devices of an edge`, [
      { name: 'all', path: devices, sorts: texts },
      { name: 'of a type', path: devices, query: 'type=pump', sorts: texts },
      { name: 'with a text', path: devices, query: 'textSearch=sensor', sorts: texts },
    ])),
    ...(await measured(`${format(BESIDE.users)} users`, [
      { name: 'all', path: '/api/users', sorts: ['createdTime', 'email', 'firstName', 'lastName'] },
      {
        name: 'with a text',
        path: '/api/users',
        query: 'textSearch=person01',
        sorts: ['createdTime', 'email', 'firstName'],
      },
    ])),
    ...(await measured(`${format(BESIDE.events)} events of a device`, [
      { name: 'all', path: events, query: ofTenant, sorts: byTime },
      { name: 'of a kind', path: `${events}/DEBUG_RULE_NODE`, query: ofTenant, sorts: byTime },
      { name: 'of a day', path: events, query: `${ofTenant}&startTime=${now - DAY}`, sorts: byTime },
    ])),
    ...(await measurementsOfLists(context, edgeId, device.id.id)),
  ];
}
