import { NULL_UUID } from '@signalbox/contract/id';
import type { PageData } from '@signalbox/contract/page';
import { type Lwm2mObject, MAX_RESOURCE_LENGTH, type Resource, type ResourceInfo } from '@signalbox/contract/resource';
import type { TenantProfile } from '@signalbox/contract/tenant-profile';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestTenant, type TestTenant } from '../../../test/people.ts';
import { type Caller, startTestPlatform, type TestPlatform } from '../../../test/platform.ts';
import { noteArrivals } from '../../../test/root-chain.ts';

let platform: TestPlatform;
let acme: TestTenant;
let other: TestTenant;
beforeAll(async () => {
  platform = await startTestPlatform();
  acme = await createTestTenant(platform, 'acme');
  other = await createTestTenant(platform, 'other');
});
afterAll(() => platform?.stop());

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const modelFile = (id: number, name: string, version = '1.0', operations = 'R'): string =>
  `<LWM2M><Object><Name>${name}</Name><ObjectID>${id}</ObjectID><ObjectVersion>${version}</ObjectVersion>
   <MultipleInstances>Single</MultipleInstances><Mandatory>Optional</Mandatory>
   <Resources><Item ID="1"><Name>Some Value</Name><Operations>${operations}</Operations></Item></Resources>
   </Object></LWM2M>`;
const model = (id: number, name: string, version?: string, operations?: string) => ({
  resourceType: 'LWM2M_MODEL',
  fileName: `${id}.xml`,
  data: base64(modelFile(id, name, version, operations)),
});
const keyStore = (fileName: string, data = base64('a key store')) => ({
  title: `Keys ${fileName}`,
  resourceType: 'JKS',
  fileName,
  data,
});
const upload = (body: object, caller: Caller = acme.admin): Promise<Resource> =>
  caller.post<Resource>('/api/resource', body);
const refusal = async (body: object, caller: Caller = acme.admin): Promise<string> => {
  const reply = await caller.call('POST', '/api/resource', body);
  expect(reply.status).toBe(400);
  return (reply.body as { message: string }).message;
};
const list = (query: string, caller: Caller = acme.admin): Promise<PageData<ResourceInfo>> =>
  caller.get(`/api/resource?pageSize=100&page=0${query}`);

describe('a key store', () => {
  it('tell the rules of their tenant what becomes of them', async () => {
    const arrivals = await noteArrivals(acme);
    const created = await upload(keyStore('told.jks'));
    const { data: _data, ...info } = created;
    await upload({ ...info, data: base64('another') });
    await acme.admin.delete(`/api/resource/${created.id.id}`);
    await expect.poll(() => arrivals(created.id.id)).toEqual(['ENTITY_CREATED', 'ENTITY_UPDATED', 'ENTITY_DELETED']);
  });

  it('is stored, read with and without its file, and downloaded', async () => {
    const saved = await upload(keyStore('server.jks'));
    const info = {
      id: { entityType: 'TB_RESOURCE', id: expect.any(String) },
      createdTime: expect.any(Number),
      tenantId: acme.tenant.id,
      title: 'Keys server.jks',
      resourceType: 'JKS',
      resourceKey: 'server.jks',
      searchText: 'Keys server.jks',
    };
    expect(saved).toEqual({ ...info, fileName: 'server.jks', data: base64('a key store') });
    expect(await acme.admin.get(`/api/resource/${saved.id.id}`)).toEqual(saved);
    expect(await acme.admin.get(`/api/resource/info/${saved.id.id}`)).toEqual(info);
    const file = await acme.admin.call('GET', `/api/resource/${saved.id.id}/download`);
    expect(file.body).toBe('a key store');
    expect(file.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment;filename=server.jks',
      'x-filename': 'server.jks',
      'content-length': '11',
    });
  });

  it('can have any name', async () => {
    const { id } = await upload(keyStore('schlüssel "1"; x=.jks'));
    const { headers } = await acme.admin.call('GET', `/api/resource/${id.id}/download`);
    const encoded = encodeURIComponent('schlüssel "1"; x=.jks');
    expect(headers['content-disposition']).toBe(`attachment;filename*=UTF-8''${encoded}`);
    expect(headers['x-filename']).toBe(encoded);
  });

  it('is replaced under its id', async () => {
    const saved = await upload(keyStore('replaced.jks'));
    const changed = await upload({ ...saved, title: 'New title', data: base64('new keys') });
    expect(changed).toEqual({
      ...saved,
      title: 'New title',
      searchText: 'New title',
      data: base64('new keys'),
    });
    expect(await refusal({ ...saved, resourceType: 'PKCS_12' })).toBe('Updating resource type is prohibited!');
  });

  it('is refused when something is missing or taken', async () => {
    const whole = keyStore('refused.jks');
    await upload(whole);
    for (const [body, message] of [
      [{ ...whole, data: '' }, 'Resource data should be specified!'],
      [{ ...whole, data: undefined }, 'Resource data should be specified!'],
      [{ ...whole, title: ' ' }, 'Resource title should be specified!'],
      [{ ...whole, resourceType: null }, 'Resource type should be specified!'],
      [{ ...whole, fileName: '' }, 'Resource file name should be specified!'],
      [whole, 'Resource with such fileName already exists!'],
    ] as const) {
      expect(await refusal(body)).toBe(message);
    }
    expect(await refusal({ ...whole, data: '{"not":"base64"}' })).toMatch(/data/);
    expect(await refusal({ ...whole, resourceType: 'EXE' })).toMatch(/resourceType/);
    expect(await refusal({ ...whole, data: 'A'.repeat(MAX_RESOURCE_LENGTH + 4) })).toMatch(/length of data/);
  });
});

describe('a model', () => {
  it('takes its title, key and search text from the file', async () => {
    const saved = await upload({ ...model(3303, 'Temperature', '1.1'), title: 'Ignored' });
    expect(saved).toMatchObject({
      title: 'Temperature id=3303 v1.1',
      resourceKey: '3303_1.1',
      searchText: '3303_1.1:Temperature',
    });
    expect(await upload({ ...saved, title: 'A name of ours' })).toMatchObject({ title: 'A name of ours' });
    expect(await refusal(model(3303, 'Temperature', '1.1'))).toBe('Resource with such resourceKey already exists!');
    const broken = { ...model(1, 'Broken'), data: base64('<LWM2M>') };
    expect(await refusal(broken)).toBe('Failed to parse file 1.xml');
    const entities = '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>';
    expect(await refusal({ ...broken, data: base64(entities) })).toBe('Failed to parse file 1.xml');
  });

  it('is offered as an object, unless nothing of it can be read', async () => {
    await upload(model(10, 'Zebra'), other.admin);
    await upload(model(11, 'Ape'), other.admin);
    await upload(model(12, 'Only to be run', '1.0', 'E'), other.admin);
    const objects = (query: string) => other.admin.get<Lwm2mObject[]>(`/api/resource/lwm2m${query}`);
    const all = await objects('?sortProperty=id&sortOrder=ASC');
    expect(all.map(({ keyId }) => keyId)).toEqual(['10_1.0', '11_1.0']);
    expect(all[0]).toEqual({
      id: 10,
      keyId: '10_1.0',
      name: 'Zebra',
      multiple: false,
      mandatory: false,
      instances: [
        {
          id: 0,
          resources: [
            { id: 1, name: 'Some Value', observe: false, attribute: false, telemetry: false, keyName: 'someValue' },
          ],
        },
      ],
    });
    const names = async (query: string) => (await objects(query)).map(({ name }) => name);
    expect(await names('?sortProperty=name&sortOrder=ASC')).toEqual(['Ape', 'Zebra']);
    expect(await names('/?sortProperty=id&sortOrder=DESC')).toEqual(['Ape', 'Zebra']);
    expect(await names('?sortProperty=id&sortOrder=ASC&objectIds=11_1.0,99_1.0')).toEqual(['Ape']);
    expect(await names('?sortProperty=id&sortOrder=ASC&searchText=zeb')).toEqual(['Zebra']);
    expect(await names('/page?pageSize=50&page=0&sortProperty=name&sortOrder=DESC')).toEqual(['Zebra', 'Ape']);
    expect(await names('/page?pageSize=50&page=0&textSearch=ape')).toEqual(['Ape']);
    expect(await names('/page?pageSize=1&page=7')).toEqual([]);
    expect(await other.admin.call('GET', '/api/resource/lwm2m?sortOrder=ASC')).toMatchObject({ status: 400 });
  });
});

describe('resources', () => {
  it('are listed with those of the system that the tenant has none of its own instead of', async () => {
    const system = await upload(model(500, 'System-wide'), platform.system);
    const shadowed = await upload(model(501, 'Shadowed'), platform.system);
    expect(system.tenantId.id).toBe(NULL_UUID);
    const own = await upload(model(501, 'Shadowed'));
    const seen = (await list('&textSearch=50&sortProperty=title&sortOrder=ASC')).data;
    expect(seen.map(({ id }) => id.id)).toEqual([own.id.id, system.id.id]);
    expect(Object.keys(seen[0] ?? {})).toEqual(
      expect.arrayContaining(['id', 'createdTime', 'tenantId', 'title', 'resourceType', 'resourceKey', 'searchText']),
    );
    expect(Object.keys(seen[0] ?? {})).toHaveLength(7);
    const ofSystem = (await list('', platform.system)).data.map(({ id }) => id.id);
    expect(ofSystem).toEqual(expect.arrayContaining([system.id.id, shadowed.id.id]));
    expect(ofSystem).not.toContain(own.id.id);
    expect(await acme.admin.get(`/api/resource/info/${system.id.id}`)).toMatchObject({ title: system.title });
    expect(await acme.admin.call('POST', '/api/resource', { ...system, title: 'Ours' })).toMatchObject({ status: 403 });
    expect(await acme.admin.call('DELETE', `/api/resource/${system.id.id}`)).toMatchObject({ status: 403 });
    expect(await other.admin.call('GET', `/api/resource/${own.id.id}`)).toMatchObject({ status: 404 });
  });

  it('are sorted and searched', async () => {
    await upload(keyStore('sorted b.jks'));
    await upload(keyStore('sorted a.jks'));
    for (const property of ['createdTime', 'title', 'resourceType', 'tenantId']) {
      const { data } = await list(`&textSearch=SORTED&sortProperty=${property}&sortOrder=ASC`);
      expect(data.map(({ title }) => title).sort()).toEqual(['Keys sorted a.jks', 'Keys sorted b.jks']);
    }
    const { data } = await list('&textSearch=SORTED&sortProperty=title&sortOrder=DESC');
    expect(data.map(({ title }) => title)).toEqual(['Keys sorted b.jks', 'Keys sorted a.jks']);
    expect(await acme.admin.call('GET', '/api/resource?pageSize=10&page=0&sortProperty=data')).toMatchObject({
      status: 400,
    });
  });

  it('are in the audit log without their files, with what was refused', async () => {
    const saved = await upload(keyStore('audited.jks'));
    await refusal(keyStore('audited.jks'));
    await acme.admin.delete(`/api/resource/${saved.id.id}`);
    const log = await acme.admin.get<PageData<{ actionType: string; actionStatus: string; actionData: object }>>(
      '/api/audit/logs?pageSize=100&page=0&textSearch=audited.jks',
    );
    expect(log.data.map(({ actionType, actionStatus }) => `${actionType} ${actionStatus}`).sort()).toEqual([
      'ADDED FAILURE',
      'ADDED SUCCESS',
      'DELETED SUCCESS',
    ]);
    expect(JSON.stringify(log)).not.toContain(base64('a key store'));
    expect(await acme.admin.call('GET', `/api/resource/${saved.id.id}`)).toMatchObject({ status: 404 });
  });

  it('go with their tenant', async () => {
    const gone = await createTestTenant(platform, 'gone');
    await upload(keyStore('gone.jks'), gone.admin);
    await platform.system.delete(`/api/tenant/${gone.tenant.id.id}`);
    const { rows } = await platform.database.pool.query('SELECT id FROM resource WHERE tenant_id = $1', [
      gone.tenant.id.id,
    ]);
    expect(rows).toEqual([]);
  });
});

describe('the room that a tenant has', () => {
  it('is kept, also when several are uploaded at once', async () => {
    const profile = await platform.system.post<TenantProfile>('/api/tenantProfile', {
      name: 'Small files',
      profileData: { configuration: { type: 'DEFAULT', maxResourcesInBytes: 1000 } },
    });
    const small = await createTestTenant(platform, 'small');
    await platform.system.post('/api/tenant', { ...small.tenant, tenantProfileId: profile.id });
    const file = (name: string) => keyStore(name, Buffer.alloc(300).toString('base64'));
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, index) => small.admin.call('POST', '/api/resource', file(`${index}.jks`))),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(2);
    const stored = (await list('&textSearch=jks', small.admin)).data;
    expect(stored).toHaveLength(2);
    const message = 'Failed to create the tb resource, files size limit is exhausted 1000 bytes!';
    expect(await refusal(file('one more.jks'), small.admin)).toBe(message);
    const known = await small.admin.get<Resource>(`/api/resource/${stored[0]?.id.id}`);
    expect(await upload({ ...known, title: 'Of the same size' }, small.admin)).toMatchObject({
      title: 'Of the same size',
    });
    await small.admin.delete(`/api/resource/${known.id.id}`);
    await upload(file('instead.jks'), small.admin);
  });
});
