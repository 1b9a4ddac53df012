import type { AuditLog } from '@signalbox/contract/audit-log';
import type { Device } from '@signalbox/contract/device';
import type { PageData } from '@signalbox/contract/page';
import type { Relation, RelationInfo } from '@signalbox/contract/relation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../../test/platform.ts';

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
let gateway: Device;
let sensor: Device;
let foreign: Device;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  other = await createTestTenant(platform, 'other');
  gateway = await acme.admin.post('/api/device', { name: 'Gateway', customerId: acme.customer.id });
  sensor = await acme.admin.post('/api/device', { name: 'Sensor' });
  foreign = await other.admin.post('/api/device', { name: 'Foreign' });
});
afterAll(() => platform?.stop());

const from = () => `fromId=${gateway.id.id}&fromType=DEVICE`;
const to = () => `toId=${sensor.id.id}&toType=DEVICE`;

describe('relations', () => {
  it('are saved once, read from both ends and named at the far one', async () => {
    await acme.admin.post('/api/relation', { from: gateway.id, to: sensor.id, type: 'Contains' });
    const relation = { from: gateway.id, to: sensor.id, type: 'Contains', typeGroup: 'COMMON', additionalInfo: null };
    expect(await acme.admin.get(`/api/relation?${from()}&${to()}&relationType=Contains`)).toEqual(relation);
    await acme.admin.post('/api/relation', { ...relation, additionalInfo: { a: 1 } });
    const now = { ...relation, additionalInfo: { a: 1 } };
    expect(await acme.admin.get(`/api/relations?${from()}`)).toEqual([now]);
    expect(await acme.admin.get(`/api/relations/info?${from()}`)).toEqual([
      { ...now, fromName: null, toName: 'Sensor' },
    ]);
    expect(await acme.admin.get(`/api/relations/info?${to()}&relationTypeGroup=ODD`)).toEqual([
      { ...now, fromName: 'Gateway', toName: null },
    ]);
    expect(await acme.admin.get(`/api/relations?${from()}&relationType=Manages`)).toEqual([]);
    const log = await acme.admin.get<PageData<AuditLog>>(
      '/api/audit/logs?pageSize=10&page=0&actionTypes=RELATION_ADD_OR_UPDATE&sortProperty=createdTime&sortOrder=DESC',
    );
    expect(log.totalElements).toBe(4);
  });

  it('are found by queries', async () => {
    const query = (more: object = {}) => ({
      parameters: { rootId: gateway.id.id, rootType: 'DEVICE', direction: 'FROM', ...more },
      filters: [{ relationType: 'Contains', entityTypes: ['DEVICE'] }],
    });
    expect(await acme.admin.post<Relation[]>('/api/relations', query())).toHaveLength(1);
    const infos = await acme.admin.post<RelationInfo[]>('/api/relations/info', query({ maxLevel: 0 }));
    expect(infos).toMatchObject([{ toName: 'Sensor', fromName: null }]);
    const { parameters } = query();
    expect((await acme.admin.call('POST', '/api/relations', { parameters })).status).toBe(404);
    expect((await acme.admin.call('POST', '/api/relations', query({ direction: 'UP' }))).status).toBe(400);
  });

  it('show a customer user only what it may read at both ends', async () => {
    expect(await acme.customerUser.get(`/api/relations?${from()}`)).toEqual([]);
    expect((await acme.customerUser.call('GET', `/api/relations?${to()}`)).status).toBe(403);
    const reply = await acme.customerUser.call('POST', '/api/relation', {
      from: gateway.id,
      to: sensor.id,
      type: 'Uses',
    });
    expect(reply.status).toBe(403);
  });

  it('of one end are refused when they are more than can be read at once', async () => {
    const hub = await acme.admin.post<Device>('/api/device', { name: 'Hub' });
    const relate = (first: number, last: number) =>
      platform.database.pool.query(
        `INSERT INTO relation (from_id, from_type, to_id, to_type, relation_type, relation_type_group)
         SELECT $1, 'DEVICE', $2, 'DEVICE', 'kind ' || at, 'COMMON' FROM generate_series($3::integer, $4) AS at`,
        [hub.id.id, sensor.id.id, first, last],
      );
    const read = () => acme.admin.call('GET', `/api/relations?fromId=${hub.id.id}&fromType=DEVICE`);
    await relate(1, 100_000);
    expect((await read()).body).toHaveLength(100_000);
    await relate(100_001, 100_001);
    const refused = { status: 400, body: { errorCode: 31, message: expect.stringContaining('more than 100000') } };
    expect(await read()).toMatchObject(refused);
    const parameters = { rootId: hub.id.id, rootType: 'DEVICE', direction: 'FROM' };
    expect(await acme.admin.call('POST', '/api/relations', { parameters, filters: [] })).toMatchObject(refused);
    await acme.admin.delete(`/api/device/${hub.id.id}`);
    expect(
      (await platform.database.pool.query("SELECT FROM relation WHERE relation_type LIKE 'kind %'")).rowCount,
    ).toBe(0);
  });

  it('never cross tenants', async () => {
    const cross = { from: gateway.id, to: foreign.id, type: 'Contains' };
    expect((await acme.admin.call('POST', '/api/relation', cross)).status).toBe(404);
    expect((await other.admin.call('GET', `/api/relations?${from()}`)).status).toBe(404);
    expect((await other.admin.call('DELETE', `/api/relation?${from()}&${to()}&relationType=Contains`)).status).toBe(
      404,
    );
  });

  it('of customer users say nothing of edges and dashboards, and those of others stay', async () => {
    const { customerUser, admin } = acme;
    const beside = await admin.post<Device>('/api/device', { name: 'Beside', customerId: acme.customer.id });
    const relation = { from: gateway.id, to: beside.id, type: 'Contains' };
    for (const typeGroup of ['EDGE', 'DASHBOARD', 'RULE_CHAIN']) {
      expect((await customerUser.call('POST', '/api/relation', { ...relation, typeGroup })).status).toBe(403);
      await admin.post('/api/relation', { ...relation, typeGroup });
    }
    const one = `/api/relation?${from()}&toId=${beside.id.id}&toType=DEVICE&relationType=Contains`;
    expect((await customerUser.call('DELETE', `${one}&relationTypeGroup=EDGE`)).status).toBe(403);
    await customerUser.post('/api/relation', relation);
    // A customer user may not change the sensor, and so not this relation.
    await admin.post('/api/relation', { from: sensor.id, to: beside.id, type: 'Contains' });
    await customerUser.delete(`/api/relations?entityId=${beside.id.id}&entityType=DEVICE`);
    const { rows } = await platform.database.pool.query<{ from_id: string; relation_type_group: string }>(
      'SELECT from_id, relation_type_group FROM relation WHERE to_id = $1 ORDER BY relation_type_group',
      [beside.id.id],
    );
    expect(rows.map((row) => [row.from_id, row.relation_type_group])).toEqual([
      [sensor.id.id, 'COMMON'],
      [gateway.id.id, 'DASHBOARD'],
      [gateway.id.id, 'EDGE'],
      [gateway.id.id, 'RULE_CHAIN'],
    ]);
  });

  it('say what is missing', async () => {
    const call = (body: object) => acme.admin.call('POST', '/api/relation', body);
    expect(await call({ from: gateway.id, to: sensor.id })).toMatchObject({
      status: 400,
      body: { message: 'Relation type should be specified!' },
    });
    expect(await call({ from: { id: gateway.id.id }, to: sensor.id, type: 'x' })).toMatchObject({
      status: 400,
      body: { message: 'Missing entityType or id!' },
    });
    expect((await acme.admin.call('GET', '/api/relations')).status).toBe(400);
    expect((await acme.admin.call('GET', `/api/relation?${from()}`)).status).toBe(400);
    for (const path of [`relation?${from()}&${to()}`, `relations?${from()}`]) {
      const { body } = await acme.admin.call('GET', `/api/${path}&relationType=`);
      expect(body).toMatchObject({ status: 400, message: "Parameter 'relationType' can't be empty!", errorCode: 31 });
    }
  });

  it('are deleted one by one or all at once', async () => {
    const path = `/api/relation?${from()}&${to()}&relationType=Contains`;
    await acme.admin.delete(path);
    expect((await acme.admin.call('DELETE', path)).status).toBe(404);
    await acme.admin.post('/api/relation', { from: gateway.id, to: sensor.id, type: 'A' });
    await acme.admin.post('/api/relation', { from: sensor.id, to: gateway.id, type: 'B', typeGroup: 'ALARM' });
    await acme.admin.delete(`/api/relations?entityId=${gateway.id.id}&entityType=DEVICE`);
    expect(await acme.admin.get(`/api/relations?${from()}`)).toEqual([]);
    const { rows } = await platform.database.pool.query('SELECT 1 FROM relation WHERE to_id = $1', [gateway.id.id]);
    expect(rows).toEqual([]);
  });
});
