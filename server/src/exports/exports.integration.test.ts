import http from 'node:http';
import zlib from 'node:zlib';
import { createCsvReader } from '@signalbox/contract/csv';
import type { EntityId } from '@signalbox/contract/id';
import { LIST_EXPORTS } from '@signalbox/contract/list-export';
import type { PageData } from '@signalbox/contract/page';
import { definitionOf } from '@signalbox/contract/route-definition';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';
import { createEventStore } from '../events/event-table.ts';
import { csvLines } from './csv-file.ts';

let platform: TestPlatform;
let tenant: TestTenant;
const COUNT = 1300;

beforeAll(async () => {
  platform = await startTestPlatform();
  tenant = await createTestTenant(platform, 'exports');
  const rows = Array.from({ length: COUNT }, (_, at) => [`Device ${at}`, at % 3 ? 'pump' : 'valve', `Label ${at % 7}`]);
  for (const kind of ['device', 'asset']) {
    await tenant.admin.post(`/api/${kind}/bulk_import`, {
      file: csvLines(rows),
      mapping: { columns: [{ type: 'NAME' }, { type: 'TYPE' }, { type: 'LABEL' }], header: false },
    });
  }
});
afterAll(() => platform.stop());

const get = (url: string, user = tenant.admin) => user.call<string>('GET', url);
const cellsOf = (text: string) =>
  createCsvReader(',')
    .read(text, true)
    .map(({ cells }) => cells);

/** The file that a call sends, byte for byte. */
function download(url: string): Promise<{ headers: http.IncomingHttpHeaders; content: Buffer }> {
  return new Promise((resolve, reject) => {
    const headers = { 'X-Authorization': `Bearer ${tenant.admin.token}` };
    http
      .get({ port: platform.httpPort(), path: url, headers }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () => resolve({ headers: reply.headers, content: Buffer.concat(chunks) }));
        reply.on('error', reject);
      })
      .on('error', reject);
  });
}

describe('the export of a list', () => {
  it('has all rows in the order of the list, with the columns and titles that are asked for', async () => {
    const titles = encodeURIComponent(JSON.stringify(['Name, in full', 'Since']));
    const query = `sortProperty=name&sortOrder=DESC&columns=name,createdTime&titles=${titles}`;
    const { headers, content } = await download(`/api/tenant/deviceInfos/export?format=csv&${query}`);
    expect(headers['content-type']).toBe('text/csv;charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="devices-\d{4}-\d\d-\d\d\.csv"$/);
    const text = content.toString();
    expect(text.startsWith('\ufeff"Name, in full",Since\r\n')).toBe(true);
    const [, ...rows] = cellsOf(text);
    expect(rows).toHaveLength(COUNT);
    const page = await tenant.admin.get<PageData<{ name: string; createdTime: number }>>(
      `/api/tenant/deviceInfos?pageSize=${COUNT}&page=0&sortProperty=name&sortOrder=DESC`,
    );
    expect(rows).toEqual(page.data.map(({ name, createdTime }) => [name, new Date(createdTime).toISOString()]));
  });

  it.each([
    ['deviceInfos', 'textSearch=device%201&type=pump&sortProperty=type'],
    ['deviceInfos', 'sortProperty=lastActivityTime&sortOrder=DESC'],
    ['deviceInfos', 'sortProperty=customerTitle&active=false'],
    ['assetInfos', 'textSearch=device%2012&type=valve&sortProperty=customerTitle&sortOrder=DESC'],
    ['assetInfos', 'sortProperty=label&unassigned=true'],
  ])('of %s finds and sorts as the list does: %s', async (list, query) => {
    const { body } = await get(`/api/tenant/${list}/export?format=csv&columns=name&${query}`);
    const page = await tenant.admin.get<PageData<{ name: string }>>(
      `/api/tenant/${list}?pageSize=${COUNT}&page=0&${query}`,
    );
    expect(page.data.length).toBeGreaterThan(0);
    expect(cellsOf(body).slice(1)).toEqual(page.data.map(({ name }) => [name]));
  });

  it('is there for every list that has one, with all of its columns', async () => {
    const ids: Record<string, string> = {
      customerId: tenant.customer.id.id,
      tenantId: tenant.tenant.id.id,
      userId: tenant.admin.user.id.id,
      entityId: tenant.tenant.id.id,
      entityType: 'TENANT',
      scope: 'SERVER_SCOPE',
    };
    const edge = await tenant.admin.post<{ id: { id: string } }>('/api/edge', {
      ...{ name: 'Site', type: 'site', routingKey: 'rk', secret: 's', edgeLicenseKey: 'l', cloudEndpoint: 'http://c' },
    });
    ids.edgeId = edge.id.id;
    const needed: Record<string, string> = {
      exportRelations: `&fromId=${tenant.tenant.id.id}&fromType=TENANT`,
      exportEvents: `&tenantId=${tenant.tenant.id.id}`,
    };
    for (const [name, { route, columns }] of Object.entries(LIST_EXPORTS)) {
      const url = route.path.replace(/:(\w+)/g, (_, name: string) => ids[name] as string);
      const isOfSystem = !definitionOf(route).access.includes('TENANT_ADMIN');
      const reply = await (isOfSystem ? platform.system : tenant.admin).call<string>(
        route.method,
        `${url}?format=csv${needed[name] ?? ''}`,
        name === 'exportEvents' ? { eventType: 'LC_EVENT' } : undefined,
      );
      expect(reply.status, route.path).toBe(200);
      expect(cellsOf(reply.body)[0], route.path).toEqual(columns);
    }
  });

  it('of roll-outs, reports and bundles of widgets says what their rows are made of', async () => {
    const { admin } = tenant;
    const { data } = await admin.get<PageData<{ id: EntityId; deviceProfileId: EntityId }>>(
      '/api/tenant/deviceInfos?pageSize=3&page=0&type=pump',
    );
    const deviceProfileId = data[0]?.deviceProfileId;
    const firmware = await admin.post<{ id: EntityId }>('/api/otaPackage', {
      ...{ type: 'FIRMWARE', title: 'Exported', version: '1.5', deviceProfileId },
      ...{ usesUrl: true, url: 'https://files.example/1' },
    });
    const deviceIds = data.map(({ id }) => id.id);
    const wave = { packageId: firmware.id.id, deviceIds, waves: [{ share: 50 }, { share: 100 }] };
    await admin.post('/api/rollouts', { ...wave, name: 'First' });
    await admin.post('/api/rollouts', { ...wave, name: 'Second' });
    const columns = 'name,state,packageVersion,devices.total,devices.waiting,devices.failed,startedTime';
    const rollouts = `/api/rollouts/export?format=csv&columns=${columns}&sortProperty=name&sortOrder=DESC`;
    expect(cellsOf((await get(rollouts)).body)).toEqual([
      columns.split(','),
      ...['Second', 'First'].map((name) => [name, 'DRAFT', '1.5', '3', '3', '0', '']),
    ]);
    expect(cellsOf((await get(`${rollouts}&textSearch=sec`)).body)).toHaveLength(2);
    expect(await get(rollouts, tenant.customerUser)).toMatchObject({ status: 403 });

    const dashboard = await admin.post<{ id: EntityId }>('/api/dashboard', { title: 'Reported', configuration: {} });
    const schedule = { minute: 485, weekdays: [1, 5], monthDay: 31, timeZone: 'Europe/Berlin' };
    for (const period of ['HOUR', 'DAY', 'WEEK', 'MONTH']) {
      await admin.post(`/api/dashboard/${dashboard.id.id}/reports`, {
        ...{ name: `=${period}`, format: 'PDF', paper: 'a4', orientation: 'landscape', view: '', isEnabled: false },
        ...{ recipients: ['ann@example.com', 'bob@example.com'], schedule: { ...schedule, period } },
      });
    }
    const reports =
      '/api/reports/export?format=csv&sortProperty=name&sortOrder=ASC&columns=name,dashboardTitle,recipients,schedule.days,schedule.time,schedule.timeZone,nextTime,lastTime';
    const kept = ['Reported', 'ann@example.com, bob@example.com'];
    const never = ['Europe/Berlin', '', ''];
    expect(cellsOf((await get(reports)).body).slice(1)).toEqual([
      ["'=DAY", ...kept, '', '08:05', ...never],
      ["'=HOUR", ...kept, '', ':05', ...never],
      ["'=MONTH", ...kept, '31', '08:05', ...never],
      ["'=WEEK", ...kept, 'MONDAY, FRIDAY', '08:05', ...never],
    ]);
    expect(await get(reports, tenant.customerUser)).toMatchObject({ status: 403 });

    await admin.post('/api/widgetsBundle', { title: 'Exported bundle' });
    const bundles = '/api/widgetsBundles/export?format=csv&columns=title,isOfSystem&sortProperty=title';
    const rows = cellsOf((await get(bundles, tenant.customerUser)).body);
    expect(rows).toContainEqual(['Exported bundle', 'false']);
    expect(rows).toContainEqual(['Charts', 'true']);
    expect(cellsOf((await get(`${bundles}&textSearch=exported`)).body).slice(1)).toEqual([
      ['Exported bundle', 'false'],
    ]);
  });

  it('of values has every key, typed, found and sorted as its tab does it', async () => {
    // Of devices the platform itself writes attributes.
    const asset = await tenant.admin.post<{ id: { id: string } }>('/api/asset', { name: 'Valued', type: 'default' });
    const base = `/api/plugins/telemetry/ASSET/${asset.id.id}`;
    const { admin } = tenant;
    await admin.call('POST', `${base}/attributes/SERVER_SCOPE`, {
      ...{ zone: '=1+1', Area: 25, big: { title: 'T', id: 'x' }, on: false, bare: [1] },
    });
    await admin.call(
      'POST',
      `${base}/timeseries/ANY`,
      '{"ts":1700000000000,"values":{"b":1.50,"a":9007199254740993,"C":"@x","d":25.0}}',
    );
    const attributes = `${base}/values/attributes/SERVER_SCOPE/export?format=csv`;
    expect(cellsOf((await get(`${attributes}&columns=key,value`)).body)).toEqual([
      ['key', 'value'],
      ['Area', '25'],
      ['bare', '[1]'],
      ['big', '{"title":"T","id":"x"}'],
      ['on', 'false'],
      ['zone', "'=1+1"],
    ]);
    expect(cellsOf((await get(`${attributes}&columns=key&textSearch=%20ARE`)).body)).toEqual([
      ['key'],
      ['Area'],
      ['bare'],
    ]);
    expect(cellsOf((await get(`${attributes}&columns=key&textSearch=1%2B`)).body)).toEqual([['key'], ['zone']]);
    const telemetry = `${base}/values/timeseries/export?format=csv`;
    const at = '2023-11-14T22:13:20.000Z';
    await expect
      .poll(async () => cellsOf((await get(telemetry)).body))
      .toEqual([
        ['key', 'value', 'lastUpdateTs'],
        ['a', '9007199254740993', at],
        ['b', '1.5', at],
        ['C', "'@x", at],
        ['d', '25', at],
      ]);
    expect(cellsOf((await get(`${telemetry}&columns=key&textSearch=@`)).body)).toEqual([['key'], ['C']]);
    expect(await get(telemetry, tenant.customerUser)).toMatchObject({ status: 403 });
    expect(await get(attributes, tenant.customerUser)).toMatchObject({ status: 403 });
  });

  it('of relations is searched by type, name and the kinds that are named, in the order of the tab', async () => {
    const { admin } = tenant;
    const site = await admin.post<{ id: { id: string } }>('/api/asset', { name: 'Related site', type: 'default' });
    const from = { entityType: 'ASSET', id: site.id.id };
    for (const [kind, name, type] of [
      ['device', 'Related west', 'Contains'],
      ['asset', 'Related east', 'Contains'],
      ['device', 'Related gate', 'Closes'],
    ] as const) {
      const { id } = await admin.post<{ id: { id: string } }>(`/api/${kind}`, { name, type: 'default' });
      const to = { entityType: kind.toUpperCase(), id: id.id };
      await admin.call('POST', '/api/relation', { from, to, type, typeGroup: 'COMMON' });
    }
    const url = `/api/relations/info/export?format=csv&fromId=${from.id}&fromType=ASSET&columns=type,to.entityType,toName`;
    const title = ['type', 'to.entityType', 'toName'];
    const [gate, east, west] = [
      ['Closes', 'DEVICE', 'Related gate'],
      ['Contains', 'ASSET', 'Related east'],
      ['Contains', 'DEVICE', 'Related west'],
    ];
    const found = async (search: string) => cellsOf((await get(url + search)).body);
    expect(await found('')).toEqual([title, gate, east, west]);
    expect(await found('&textSearch=contain')).toEqual([title, east, west]);
    expect(await found('&textSearch=EAST')).toEqual([title, east]);
    expect(await found('&textSearch=dev&kinds=DEVICE')).toEqual([title, gate, west]);
    // The kind of the near end is in none of the columns.
    expect(await found('&textSearch=ass&kinds=ASSET')).toEqual([title, east]);
    expect(await get(url, tenant.customerUser)).toMatchObject({ status: 403 });
  });

  it('of events of an edge says which of them it was told', async () => {
    const { admin } = tenant;
    const edge = await admin.post<{ id: EntityId }>('/api/edge', {
      ...{
        name: 'Told',
        type: 'site',
        routingKey: 'told',
        secret: 's',
        edgeLicenseKey: 'l',
        cloudEndpoint: 'http://c',
      },
    });
    const [told, untold] = await Promise.all(
      ['Told', 'Untold'].map((name) => admin.post<{ id: EntityId }>('/api/asset', { name, type: 'site' })),
    );
    const url = `/api/edge/${edge.id.id}/events`;
    const assign = async (asset: { id: EntityId } | undefined) => {
      await admin.post(`/api/edge/${edge.id.id}/asset/${asset?.id.id}`);
      await expect
        .poll(async () => {
          const { data } = await admin.get<PageData<{ entityId: string }>>(`${url}?pageSize=100&page=0`);
          return data.some(({ entityId }) => entityId === asset?.id.id);
        })
        .toBe(true);
    };
    await assign(told);
    await admin.call('POST', `/api/plugins/telemetry/EDGE/${edge.id.id}/attributes/SERVER_SCOPE`, { queueStartTs: 1 });
    await assign(untold);
    const rows = cellsOf((await get(`${url}/export?format=csv&columns=entityId,status`)).body);
    expect(rows.filter(([id]) => id === told?.id.id).map(([, status]) => status)).toEqual(['DEPLOYED']);
    expect(rows.filter(([id]) => id === untold?.id.id).map(([, status]) => status)).toEqual(['PENDING']);
  });

  it('of alarms has their times as all other times are written', async () => {
    const { admin } = tenant;
    const asset = await admin.post<{ id: EntityId }>('/api/asset', { name: 'Alarmed', type: 'site' });
    const times = { startTs: 1_700_000_000_000, endTs: 1_700_000_060_000 };
    const alarm = await admin.post<{ id: EntityId }>('/api/alarm', {
      ...{ originator: asset.id, type: 'Exported', severity: 'MINOR', status: 'ACTIVE_UNACK', ...times },
    });
    await admin.call('POST', `/api/alarm/${alarm.id.id}/ack`);
    const url = `/api/alarm/ASSET/${asset.id.id}/export?format=csv&columns=startTs,endTs,ackTs,clearTs`;
    const [, row] = cellsOf((await get(url)).body);
    expect(row).toEqual([
      ...['2023-11-14T22:13:20.000Z', '2023-11-14T22:14:20.000Z'],
      ...[expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/), ''],
    ]);
  });

  it('of events has all that its filter finds in the window of time, in their order', async () => {
    const device = await tenant.admin.post<{ id: EntityId }>('/api/device', { name: 'Eventful', type: 'default' });
    const tenantId = tenant.tenant.id.id;
    const events = createEventStore(platform.database.pool, pino({ level: 'silent' }));
    const { admin } = tenant;
    try {
      events.append(
        Array.from({ length: 1200 }, (_, at) => ({
          ...{ tenantId, entityId: device.id, type: 'LC_EVENT' as const, createdTime: 1_700_000_000_000 + at },
          body: { server: 'node-1', event: `=STEP ${at}`, success: at % 2 === 0 },
        })),
      );
      await events.flush();
    } finally {
      await events.close();
    }
    const url = `/api/events/DEVICE/${device.id.id}/export?format=csv&columns=createdTime,body.event,body.success&tenantId=${tenantId}`;
    const success = { eventType: 'LC_EVENT', status: 'Success' };
    const found = async (query: string, body: object) =>
      cellsOf((await admin.call<string>('POST', url + query, body)).body).slice(1);
    const all = await found('&sortProperty=createdTime&sortOrder=DESC', success);
    expect(all).toHaveLength(600);
    expect(all[0]).toEqual([new Date(1_700_000_001_198).toISOString(), "'=STEP 1198", 'true']);
    const some = await found('&startTime=1700000000010&endTime=1700000000012&sortProperty=createdTime&sortOrder=ASC', {
      eventType: 'LC_EVENT',
    });
    expect(some.map(([, event]) => event)).toEqual(["'=STEP 10", "'=STEP 11", "'=STEP 12"]);
    expect(await found('', { eventType: 'ERROR' })).toEqual([]);
    expect(await tenant.customerUser.call('POST', url, success)).toMatchObject({ status: 403 });
    expect(await admin.call('POST', url, { eventType: 'NONE' })).toMatchObject({ status: 400 });
    expect(await admin.call('POST', `${url}&sortProperty=type`, success)).toMatchObject({ status: 400 });
  });

  it('holds what its user may see, and no column that the list does not offer', async () => {
    const [device] = (
      await tenant.admin.get<PageData<{ id: { id: string }; name: string }>>(
        '/api/tenant/deviceInfos?pageSize=1&page=0',
      )
    ).data;
    await tenant.admin.post(`/api/customer/${tenant.customer.id.id}/device/${device?.id.id}`);
    const url = `/api/customer/${tenant.customer.id.id}/deviceInfos/export?format=csv&columns=name,customerTitle`;
    const { body } = await get(url, tenant.customerUser);
    expect(cellsOf(body)).toEqual([
      ['name', 'customerTitle'],
      [device?.name, 'Customer A'],
    ]);
    expect(await get('/api/tenant/deviceInfos/export?format=csv&columns=name,deviceData')).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('must be some of') },
    });
    expect(await get('/api/tenant/deviceInfos/export?format=csv&sortProperty=nothing')).toMatchObject({ status: 400 });
    expect(await get('/api/tenant/deviceInfos/export?format=pdf')).toMatchObject({ status: 400 });
  });

  it('is a workbook that other programs read', async () => {
    await tenant.admin.post('/api/asset', { name: '=1+1 & "x"\u0007', type: 'formula', label: 'ä' });
    const { headers, content } = await download(
      '/api/tenant/assetInfos/export?format=xlsx&columns=name,type,label,customerIsPublic&type=formula',
    );
    expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const parts = unzip(content);
    expect([...parts.keys()].sort()).toEqual([
      '[Content_Types].xml',
      '_rels/.rels',
      'xl/_rels/workbook.xml.rels',
      'xl/styles.xml',
      'xl/workbook.xml',
      'xl/worksheets/sheet1.xml',
    ]);
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? '';
    const rows = [...sheet.matchAll(/<row>(.*?)<\/row>/g)].map(([, row = '']) =>
      [...row.matchAll(/<c(?: s="1")?(?: t="(\w+)")?>(.*?)<\/c>/g)].map(([, type, cell = '']) => [
        type,
        cell.replaceAll(/<[^>]+>/g, ''),
      ]),
    );
    expect(rows).toEqual([
      ['name', 'type', 'label', 'customerIsPublic'].map((title) => ['inlineStr', title]),
      [
        ['inlineStr', '=1+1 &amp; "x"\ufffd'],
        ['inlineStr', 'formula'],
        ['inlineStr', 'ä'],
        ['b', '0'],
      ],
    ]);
  });
});

/** The entries of a zip file by their names, found from the directory at its end; their checksums have to be right. */
function unzip(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf('PK\x05\x06');
  const parts = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [checksum, size] = [file.readUInt32LE(at + 16), file.readUInt32LE(at + 20)];
    const lengths = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset));
    const name = file.toString('utf8', at + 46, at + 46 + (lengths[0] as number));
    const header = file.readUInt32LE(at + 42);
    const start = header + 30 + file.readUInt16LE(header + 26) + file.readUInt16LE(header + 28);
    const packed = file.subarray(start, start + size);
    const content = file.readUInt16LE(at + 10) === 8 ? zlib.inflateRawSync(packed) : packed;
    expect(zlib.crc32(content), name).toBe(checksum);
    parts.set(name, content.toString());
    at += 46 + lengths.reduce((sum, length) => sum + length, 0);
  }
  return parts;
}

describe('exports under way', () => {
  /** Begins an export and reads nothing of it. */
  const begin = () =>
    new Promise<{ status: number; stop: () => void }>((resolve, reject) => {
      const headers = { 'X-Authorization': `Bearer ${tenant.admin.token}` };
      const request = http.get(
        { port: platform.httpPort(), path: '/api/tenant/deviceInfos/export?format=csv', headers },
        (reply) => {
          reply.pause();
          resolve({ status: reply.statusCode ?? 0, stop: () => request.destroy() });
        },
      );
      request.on('error', reject);
    });

  it('are few at a time, wait for who does not read, and end when their client leaves', async () => {
    // Enough that it does not fit into the buffers of a connection.
    for (let part = 0; part < 12; part++) {
      const rows = Array.from({ length: 1000 }, (_, at) => [`Many ${part} ${at}`, 'default', 'x'.repeat(250)]);
      await tenant.admin.post('/api/device/bulk_import', {
        file: csvLines(rows),
        mapping: { columns: [{ type: 'NAME' }, { type: 'TYPE' }, { type: 'LABEL' }], header: false },
      });
    }
    const open = [await begin(), await begin()];
    expect(open.map(({ status }) => status)).toEqual([200, 200]);
    expect(await get('/api/tenant/assetInfos/export?format=csv')).toMatchObject({ status: 429 });
    for (const { stop } of open) stop();
    await expect.poll(async () => (await get('/api/tenant/assetInfos/export?format=csv')).status).toBe(200);
  });
});
