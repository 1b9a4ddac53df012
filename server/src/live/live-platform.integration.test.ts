import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { Device } from '@signalbox/contract/device';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
/**
 * Frames sent and received on one page of the recorded console. The recording cuts lists: commands and keys that it lacks
 * were added from the answers to them.
 */
interface RecordedPage {
  page: string;
  frames: ({ sent: Record<string, Json[]> } | { received: Record<string, Json> })[];
}

const RECORDED: RecordedPage[] = JSON.parse(
  readFileSync(new URL('../../../e2e/fixtures/wire/socket-frames.json', import.meta.url), 'utf8'),
);

let platform: TestPlatform;
let people: TestTenant;

beforeAll(async () => {
  platform = await startTestPlatform({ activityReportPeriod: 100 });
  people = await createTestTenant(platform, 'frames');
});
afterAll(() => platform.stop());

async function connect(token: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${platform.httpPort()}/api/ws/plugins/telemetry?token=${token}`);
  const frames: Record<string, Json>[] = [];
  socket.on('message', (data) => frames.push(JSON.parse(String(data))));
  await once(socket, 'open');
  return { socket, frames, send: (frame: unknown) => socket.send(JSON.stringify(frame)) };
}

/** Returns the shape of a value: member names with their shapes; for lists the shape of the first item. */
function shapeOf(value: Json): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [shapeOf(value[0] as Json)] : [];
  if (value === null || typeof value !== 'object') return value === null ? null : typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, shapeOf(member)]),
  );
}

const device = (name: string, type: string): Promise<Device> =>
  people.admin.post<Device>('/api/device', { name, type, additionalInfo: { description: 'recorded' } });
const save = (saved: Device, kind: 'timeseries/ANY' | 'SERVER_SCOPE', body: object): Promise<unknown> =>
  people.admin.post(`/api/plugins/telemetry/DEVICE/${saved.id.id}/${kind}`, body);

describe('an entity view', () => {
  it('sends what it shows of its target, as latest values, as points and as history', async () => {
    const target = await device('Watched', 'watched');
    await save(target, 'timeseries/ANY', { ts: 1000, values: { level: 1 } });
    const view = await people.admin.post<Device>('/api/entityView', {
      name: 'Level',
      type: 'excerpt',
      entityId: target.id,
      customerId: people.customer.id,
      keys: { timeseries: ['level'] },
      endTimeMs: 5000,
    });
    const client = await connect(people.customerUser.token);
    const of = { entityType: 'ENTITY_VIEW', entityId: view.id.id };
    const entityFilter = { type: 'singleEntity', singleEntity: view.id };
    const keys = [{ type: 'TIME_SERIES', key: 'level' }];
    client.send({
      tsSubCmds: [{ cmdId: 1, ...of, keys: 'level' }],
      historyCmds: [{ cmdId: 2, ...of, keys: 'level,other', startTs: 0, endTs: 9000, agg: 'NONE' }],
      entityDataCmds: [
        {
          cmdId: 3,
          query: { entityFilter, pageLink: { pageSize: 1, page: 0 }, entityFields: [], latestValues: keys },
          latestCmd: { keys },
        },
        {
          cmdId: 4,
          query: { entityFilter, pageLink: { pageSize: 1, page: 0 }, entityFields: [], latestValues: [] },
          historyCmd: { keys: ['level'], startTs: 0, endTs: 9000, agg: 'COUNT', interval: 9000 },
        },
      ],
    });
    await expect.poll(() => client.frames.length).toBe(4);
    const frame = (id: number) =>
      client.frames.find(({ cmdId, subscriptionId }) => cmdId === id || subscriptionId === id);
    expect(frame(1)).toMatchObject({ data: { level: [[1000, '1']] } });
    expect(frame(2)).toMatchObject({ data: { level: [[1000, '1']] } });
    expect(frame(3)).toMatchObject({
      data: { data: [{ latest: { TIME_SERIES: { level: { ts: 1000, value: '1' } } } }] },
    });
    expect(frame(4)).toMatchObject({ data: { data: [{ timeseries: { level: [{ value: '1' }] } }] } });

    client.frames.length = 0;
    await save(target, 'timeseries/ANY', { ts: 6000, values: { level: 3 } });
    await save(target, 'timeseries/ANY', { ts: 2000, values: { level: 2, other: 2 } });
    await expect.poll(() => client.frames.length).toBe(2);
    expect(client.frames.find(({ subscriptionId }) => subscriptionId === 1)).toMatchObject({
      data: { level: [[2000, '2']] },
    });
    expect(client.frames.find(({ cmdId }) => cmdId === 3)).toMatchObject({
      update: [{ entityId: view.id, latest: { TIME_SERIES: { level: { ts: 2000, value: '2' } } } }],
    });
    client.socket.terminate();
  });
});

describe('frames of a recorded console', () => {
  it('get answers of the recorded shapes on the details panel of a device', async () => {
    const { frames } = RECORDED.find(({ page }) => page === '/devices') as RecordedPage;
    const saved = await device('Recorded', 'default');
    const client = await connect(people.admin.token);
    const recorded = frames.flatMap((frame) => ('received' in frame ? [frame.received] : []));
    for (const frame of frames) {
      if (!('sent' in frame)) continue;
      const text = JSON.stringify(frame.sent).replace(/"entityId":"[^"]+"/g, `"entityId":"${saved.id.id}"`);
      client.send(JSON.parse(text));
    }
    await expect.poll(() => client.frames.length).toBe(recorded.length);
    const bySubscription = (frame: Record<string, Json>) => Number(frame.subscriptionId);
    expect(client.frames.sort((a, b) => bySubscription(a) - bySubscription(b))).toEqual(recorded);
    client.socket.terminate();
  });

  it('get answers and updates of the recorded shapes on a dashboard', async () => {
    const { frames } = RECORDED.find(({ page }) => page.startsWith('/dashboards')) as RecordedPage;
    for (const name of ['Thermostat T1', 'Thermostat T2']) {
      const saved = await device(name, 'thermostat');
      // The platform first marks a new device as inactive; values saved here must be newer.
      const ownState = `/api/plugins/telemetry/DEVICE/${saved.id.id}/values/attributes/SERVER_SCOPE?keys=active`;
      await expect.poll(() => people.admin.get(ownState), { timeout: 40_000 }).toHaveLength(1);
      await save(saved, 'SERVER_SCOPE', { active: true, latitude: 37.3948, longitude: -122.1503 });
      await save(saved, 'timeseries/ANY', { temperature: 25, humidity: 38 });
    }
    const client = await connect(people.admin.token);
    for (const frame of frames) if ('sent' in frame) client.send(frame.sent);
    await expect.poll(() => client.frames.length).toBe(3);
    const received = frames.flatMap((frame) => ('received' in frame ? [frame.received] : []));
    const ofCommand = (list: Record<string, Json>[], type: string, cmdId: number) =>
      list.find((frame) => frame.cmdUpdateType === type && frame.cmdId === cmdId && frame.data !== null) as Record<
        string,
        Json
      >;
    for (const cmdId of [2, 3]) {
      const page = ofCommand(client.frames, 'ENTITY_DATA', cmdId);
      expect(shapeOf(page)).toEqual(shapeOf(ofCommand(received, 'ENTITY_DATA', cmdId)));
      const rows = (page.data as { data: { latest: Record<string, Record<string, { value: string }>> }[] }).data;
      expect(rows.map((row) => row.latest.ENTITY_FIELD?.name?.value).sort()).toEqual([
        'Thermostat T1',
        'Thermostat T2',
      ]);
      expect(rows[0]?.latest.TIME_SERIES?.temperature?.value).toBe('25');
      expect(rows[0]?.latest.ATTRIBUTE).toMatchObject({ active: { value: 'true' }, longitude: { value: '-122.1503' } });
    }
    const { data: _alarms, ...alarmPage } = ofCommand(client.frames, 'ALARM_DATA', 1);
    const { data: _recorded, ...recordedPage } = ofCommand(received, 'ALARM_DATA', 1);
    expect(shapeOf(alarmPage)).toEqual(shapeOf(recordedPage));

    const first = client.frames.length;
    const page = await people.admin.get<{ data: Device[] }>('/api/tenant/devices?pageSize=10&page=0&textSearch=T1');
    await save(page.data[0] as Device, 'timeseries/ANY', { temperature: 26, humidity: 39 });
    await expect.poll(() => client.frames.length).toBe(first + 2);
    const update = received.find((frame) => frame.update !== null && frame.data === null) as Record<string, Json>;
    for (const frame of client.frames.slice(first)) expect(shapeOf(frame)).toEqual(shapeOf(update));
    client.socket.terminate();
  });

  /** Replays the frames of a page in their order, with times of today, and compares the answer to each command. */
  async function compare(page: string, meant: (text: string) => string, now: number): Promise<void> {
    const { frames } = RECORDED.find((one) => one.page === page) as RecordedPage;
    const client = await connect(people.admin.token);
    const answers = (list: Record<string, Json>[], { cmdId, data }: Record<string, Json>) =>
      list.find((frame) => frame.cmdId === cmdId && (frame.data === null) === (data === null));
    for (const frame of frames) {
      if ('sent' in frame) {
        const sent = JSON.parse(meant(JSON.stringify(frame.sent)));
        for (const { tsCmd } of sent.entityDataCmds) if (tsCmd) tsCmd.startTs = now - tsCmd.timeWindow + 1000;
        client.send(sent);
        continue;
      }
      const { received } = frame;
      const answer = () => answers(client.frames, received);
      await expect.poll(answer, { timeout: 40_000 }).toBeDefined();
      expect(shapeOf(answer() as Record<string, Json>), `${page}: command ${received.cmdId}`).toEqual(
        shapeOf(received),
      );
    }
    client.socket.terminate();
  }

  it('get answers of the recorded shapes on the page of the usage', async () => {
    const find = { entityFilter: { type: 'apiUsageState' }, pageLink: { pageSize: 1, page: 0 } };
    const { data } = await people.admin.post<{ data: { entityId: { id: string } }[] }>('/api/entitiesQuery/find', find);
    const id = data[0]?.entityId.id as string;
    await compare('/usage', (text) => text.replace(/"id":"[\w-]{36}"/g, `"id":"${id}"`), Date.now());
  });

  it('get the recorded answer on the details of what has sent nothing, whatever it is', async () => {
    const { tenant, admin, customer } = people;
    const chains = await admin.get<{ data: Device[] }>('/api/ruleChains?pageSize=1&page=0');
    const keys = { routingKey: 'frames-key', secret: 'frames-secret', edgeLicenseKey: 'x', cloudEndpoint: 'x' };
    const edge = await admin.post<Device>('/api/edge', { name: 'Edge', type: 'default', ...keys });
    const details = [
      { token: platform.system.token, id: tenant.id },
      { token: platform.system.token, id: tenant.tenantProfileId },
      ...[customer.id, edge.id, chains.data[0]?.id].map((id) => ({ token: admin.token, id })),
    ];
    for (const { token, id } of details) {
      const client = await connect(token);
      const of = { entityType: id?.entityType, entityId: id?.id, scope: 'LATEST_TELEMETRY' };
      client.send({ tsSubCmds: [{ ...of, cmdId: 1 }] });
      const nothing = { subscriptionId: 1, errorCode: 0, errorMsg: null, data: {}, latestValues: {} };
      await expect.poll(() => client.frames, { timeout: 40_000 }).toEqual([nothing]);
      client.socket.terminate();
    }
  });

  it('get answers and series of the recorded shapes on a dashboard of queues', async () => {
    const asset = await people.admin.post<Device>('/api/asset', { name: 'Queue', type: 'recorded queue' });
    const now = Date.now();
    const counts = { successfulMsgs: 259, failedMsgs: 0, tmpFailed: 0, timeoutMsgs: 0, tmpTimeout: 0 };
    const points = [60_000, 10_000].map((age) => ({ ts: now - age, values: counts }));
    await people.admin.post(`/api/plugins/telemetry/ASSET/${asset.id.id}/timeseries/ANY`, points);
    const meant = (text: string) => text.replaceAll('TbServiceQueue', 'recorded queue');
    await compare('/dashboards/706df390-e57e-11f1-a2cf-f30f015b2b9a', meant, now);
  });

  it('stop when the device is unassigned from the customer, and the socket closes with the session', async () => {
    const saved = await device('Assigned', 'assigned');
    const { customer, customerUser } = people;
    await people.admin.post(`/api/customer/${customer.id.id}/device/${saved.id.id}`);
    const client = await connect(customerUser.token);
    client.send({ tsSubCmds: [{ cmdId: 1, entityType: 'DEVICE', entityId: saved.id.id }] });
    await expect.poll(() => client.frames.length).toBe(1);
    await save(saved, 'timeseries/ANY', { level: 1 });
    await expect.poll(() => client.frames.length).toBe(2);
    await people.admin.delete(`/api/customer/device/${saved.id.id}`);
    await save(saved, 'timeseries/ANY', { level: 2 });
    client.send({ tsSubCmds: [{ cmdId: 2, entityType: 'DEVICE', entityId: saved.id.id }] });
    await expect.poll(() => client.frames.length).toBe(3);
    expect(client.frames[2]).toMatchObject({ subscriptionId: 2, errorCode: 1, errorMsg: 'Failed to fetch data!' });
    const closed = once(client.socket, 'close');
    await customerUser.call('POST', '/api/auth/logout');
    expect((await closed)[0]).toBe(1008);
  });
});
