import type { Asset } from '@signalbox/contract/asset';
import type { AuditLog } from '@signalbox/contract/audit-log';
import type { ImportColumn, ImportReply } from '@signalbox/contract/bulk-import';
import type { Device, DeviceCredentials } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { NO_EDGE_LICENSE } from '@signalbox/contract/edge';
import type { PageData } from '@signalbox/contract/page';
import type { Tenant } from '@signalbox/contract/tenant';
import type { TenantProfile } from '@signalbox/contract/tenant-profile';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestTenant, type Person } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

let platform: TestPlatform;
let admin: Person;
beforeAll(async () => {
  platform = await startTestPlatform();
  ({ admin } = await createTestTenant(platform, 'imports'));
});
afterAll(() => platform.stop());

const column = (text: string): ImportColumn => {
  const [type, key] = text.split(' ');
  return { type: type as ImportColumn['type'], ...(key ? { key } : {}) };
};

/** A request for a file without a header, from its columns (`SERVER_ATTRIBUTE fw`) and lines. */
const request = (columns: readonly string[], lines: readonly string[], mapping: object = {}, options?: object) => ({
  file: `${lines.join('\n')}\n`,
  mapping: { columns: columns.map(column), delimiter: ',', header: false, update: true, ...mapping },
  ...(options ? { options } : {}),
});
const importDevices = (...given: Parameters<typeof request>): Promise<ImportReply> =>
  admin.post('/api/device/bulk_import', request(...given));

const deviceNamed = (name: string) => admin.get<Device>(`/api/tenant/devices?deviceName=${encodeURIComponent(name)}`);
const credentialsOf = async (name: string) =>
  admin.get<DeviceCredentials>(`/api/device/${(await deviceNamed(name)).id.id}/credentials`);
const attributesOf = async ({ id }: Device | Asset, scope: string) => {
  const found = await admin.get<{ key: string; value: unknown }[]>(
    `/api/plugins/telemetry/${id.entityType}/${id.id}/values/attributes/${scope}`,
  );
  return Object.fromEntries(found.map(({ key, value }) => [key, value]));
};
const deviceCount = async () =>
  (await admin.get<PageData<Device>>('/api/tenant/deviceInfos?pageSize=1&page=0')).totalElements;

describe('an import of devices', () => {
  it('answers clients of 3.3.2 as they know it', async () => {
    expect(
      await admin.post('/api/device/bulk_import', {
        file: 'name,type,temp\r\nW1,default,21.5\r\n\r\n,default,1\r\nW1,default,22\r\n',
        mapping: {
          columns: [{ type: 'NAME' }, { type: 'TYPE' }, { type: 'TIMESERIES', key: 'temp' }],
          delimiter: ',',
          update: true,
          header: true,
        },
      }),
    ).toEqual({
      created: 1,
      updated: 1,
      errors: 1,
      errorsList: ['Line: 4; Error: Device name should be specified!'],
    });
    expect(await admin.call('POST', '/api/device/bulk_import', request(['NAME', 'COLOUR'], ['W2,red']))).toMatchObject({
      status: 400,
      body: { errorCode: 31 },
    });
  });

  it('stores what columns of every kind say, with the types of their values', async () => {
    const columns = [
      ...['NAME', 'TYPE', 'LABEL', 'DESCRIPTION', 'IS_GATEWAY'],
      ...['SHARED_ATTRIBUTE rate', 'SERVER_ATTRIBUTE fw', 'SERVER_ATTRIBUTE ok', 'TIMESERIES temp', 'TIMESERIES note'],
    ];
    const line = '"All, ""kinds""", Pump ,Label,"two\nlines",true,"2,5",1.10.0,TRUE,-7,"x y"';
    expect(await importDevices(columns, [line])).toMatchObject({ created: 1, errorsList: [] });
    const device = await deviceNamed('All, "kinds"');
    expect(device).toMatchObject({
      type: 'Pump',
      label: 'Label',
      additionalInfo: { description: 'two\nlines', gateway: true },
    });
    expect(await attributesOf(device, 'SHARED_SCOPE')).toEqual({ rate: 2.5 });
    expect(await attributesOf(device, 'SERVER_SCOPE')).toMatchObject({ fw: '1.10.0', ok: true });
    const url = `/api/plugins/telemetry/DEVICE/${device.id.id}/values/timeseries?useStrictDataTypes=true`;
    expect(await admin.get(url)).toMatchObject({ temp: [{ value: -7 }], note: [{ value: 'x y' }] });
  });

  it('leaves in the audit log what calls for single devices leave', async () => {
    await importDevices(['NAME', 'SERVER_ATTRIBUTE a', 'TIMESERIES t'], ['Audited,1,2']);
    await importDevices(['NAME', 'LABEL'], ['Audited,New']);
    const { id } = await deviceNamed('Audited');
    const log = await admin.get<PageData<AuditLog>>(`/api/audit/logs/entity/DEVICE/${id.id}?pageSize=10&page=0`);
    expect(log.data.map(({ actionType }) => actionType).sort()).toEqual([
      'ADDED',
      'ATTRIBUTES_UPDATED',
      'TIMESERIES_UPDATED',
      'UPDATED',
    ]);
    const updated = log.data.find(({ actionType }) => actionType === 'UPDATED');
    expect(updated?.actionData).toMatchObject({ entity: { name: 'Audited', label: 'New' } });
  });

  it('tells the rules of new devices, which may go on with them', async () => {
    const chain = await admin.post<{ id: { id: string } }>('/api/ruleChain', { name: 'Notes new devices' });
    await admin.post('/api/ruleChain/metadata', {
      ruleChainId: chain.id,
      firstNodeIndex: 0,
      nodes: [
        {
          type: 'org.thingsboard.rule.engine.filter.TbMsgTypeFilterNode',
          name: 'New ones',
          configuration: { messageTypes: ['ENTITY_CREATED'] },
          additionalInfo: {},
        },
        {
          type: 'org.thingsboard.rule.engine.transform.TbTransformMsgNode',
          name: 'As attribute',
          configuration: { jsScript: "return {msg: {seen: msg.name}, metadata, msgType: 'POST_ATTRIBUTES_REQUEST'};" },
          additionalInfo: {},
        },
        {
          type: 'org.thingsboard.rule.engine.telemetry.TbMsgAttributesNode',
          name: 'Save',
          configuration: { scope: 'SERVER_SCOPE', notifyDevice: 'false' },
          additionalInfo: {},
        },
      ],
      connections: [
        { fromIndex: 0, toIndex: 1, type: 'True' },
        { fromIndex: 1, toIndex: 2, type: 'Success' },
      ],
      ruleChainConnections: null,
    });
    const own = await createTestTenant(platform, 'ruled');
    expect(own.tenant.id.id).not.toBe(admin.user.tenantId?.id);
    const root = await admin.get<{ data: { id: { id: string }; root: boolean }[] }>(
      '/api/ruleChains?pageSize=9&page=0',
    );
    await admin.post(`/api/ruleChain/${chain.id.id}/root`);
    try {
      await importDevices(['NAME'], ['Seen 1', 'Seen 2']);
      for (const name of ['Seen 1', 'Seen 2']) {
        const device = await deviceNamed(name);
        await expect.poll(() => attributesOf(device, 'SERVER_SCOPE')).toMatchObject({ seen: name });
      }
    } finally {
      await admin.post(`/api/ruleChain/${root.data.find((one) => one.root)?.id.id}/root`);
    }
  });

  it('makes device profiles of new types, once', async () => {
    const lines = Array.from({ length: 50 }, (_, at) => `Typed ${at},Turbine`);
    expect(await importDevices(['NAME', 'TYPE'], lines)).toMatchObject({ created: 50, errors: 0 });
    const profiles = await admin.get<PageData<DeviceProfile>>(
      '/api/deviceProfiles?pageSize=50&page=0&textSearch=Turbine',
    );
    expect(profiles.data.map(({ name }) => name)).toEqual(['Turbine']);
  });
});

describe('imported credentials', () => {
  it('are those of the columns: tokens, MQTT, certificates, and a random token otherwise', async () => {
    const columns = ['NAME', 'ACCESS_TOKEN', 'X509', 'MQTT_CLIENT_ID', 'MQTT_USER_NAME', 'MQTT_PASSWORD'];
    const lines = ['Token,tok-1,,,,', 'MQTT,,,client-1,user-1,secret', 'Certificate,tok-2,TUlJQg==,,,', 'Random,,,,,'];
    expect(await importDevices(columns, lines)).toMatchObject({ created: 4, errorsList: [] });
    expect(await credentialsOf('Token')).toMatchObject({ credentialsType: 'ACCESS_TOKEN', credentialsId: 'tok-1' });
    expect(await credentialsOf('MQTT')).toMatchObject({
      credentialsType: 'MQTT_BASIC',
      credentialsValue: '{"clientId":"client-1","userName":"user-1","password":"secret"}',
    });
    expect(await credentialsOf('Certificate')).toMatchObject({
      credentialsType: 'X509_CERTIFICATE',
      credentialsValue: 'TUlJQg==',
    });
    expect((await credentialsOf('Random')).credentialsId).toMatch(/^[A-Za-z0-9]{20}$/);
    // A device can use what it was given.
    expect(await platform.as('').call('POST', '/api/v1/tok-1/telemetry', { t: 1 })).toMatchObject({ status: 200 });
  });

  it('of LwM2M come in every mode, with a profile of that transport', async () => {
    const key = '0123456789abcdef0123456789abcdef';
    const columns = [
      ...['NAME', 'TYPE', 'LWM2M_CLIENT_ENDPOINT', 'LWM2M_CLIENT_SECURITY_CONFIG_MODE', 'LWM2M_CLIENT_IDENTITY'],
      ...['LWM2M_CLIENT_KEY', 'LWM2M_CLIENT_CERT', 'LWM2M_BOOTSTRAP_SERVER_SECURITY_MODE'],
      ...['LWM2M_BOOTSTRAP_SERVER_PUBLIC_KEY_OR_ID', 'LWM2M_BOOTSTRAP_SERVER_SECRET_KEY', 'LWM2M_SERVER_SECURITY_MODE'],
      ...['LWM2M_SERVER_CLIENT_PUBLIC_KEY_OR_ID', 'LWM2M_SERVER_CLIENT_SECRET_KEY'],
    ];
    const lines = [
      'Plain,Lamp,ep-1,,,,,,,,,,',
      `PSK,Lamp,ep-2,psk,id-2,${key},,PSK,boot-2,${key},PSK,server-2,${key}`,
      'RPK,Lamp,ep-3,RPK,,TUlJQw==,,,,,,,',
      'X509,Lamp,ep-4,X509,,,TUlJRA==,,,,,,',
      'Wrong,Lamp,ep-5,SECRET,,,,,,,,,',
      'Short,Lamp,ep-6,PSK,id-6,abc,,,,,,,',
    ];
    expect(await importDevices(columns, lines)).toMatchObject({
      created: 4,
      errorsList: [
        'Line: 5; Error: Unknown LwM2M security mode: SECRET, (the mode should be: NO_SEC, PSK, RPK, X509)!',
        'Line: 6; Error: Invalid device credentials: LwM2M client PSK key must be 32, 64, 128 characters!',
      ],
    });
    expect(await credentialsOf('PSK')).toMatchObject({ credentialsType: 'LWM2M_CREDENTIALS', credentialsId: 'id-2' });
    expect(JSON.parse((await credentialsOf('PSK')).credentialsValue as string)).toEqual({
      client: { securityConfigClientMode: 'PSK', endpoint: 'ep-2', identity: 'id-2', key },
      bootstrap: {
        bootstrapServer: { securityMode: 'PSK', clientPublicKeyOrId: 'boot-2', clientSecretKey: key },
        lwm2mServer: { securityMode: 'PSK', clientPublicKeyOrId: 'server-2', clientSecretKey: key },
      },
    });
    const { deviceProfileId } = await deviceNamed('Plain');
    expect(await admin.get(`/api/deviceProfile/${deviceProfileId.id}`)).toMatchObject({
      name: 'Lamp',
      transportType: 'LWM2M',
    });
    // Devices of a profile keep its transport.
    await importDevices(['NAME', 'TYPE'], ['Other transport,Meter']);
    expect(await importDevices(['NAME', 'TYPE', 'LWM2M_CLIENT_ENDPOINT'], ['Changing,Meter,ep-7'])).toMatchObject({
      errorsList: ["Line: 1; Error: Can't change device profile transport type because devices referenced it!"],
    });
  });

  it('stay when a line has none, and change in the parts that it has', async () => {
    const columns = ['NAME', 'MQTT_USER_NAME', 'MQTT_PASSWORD'];
    await importDevices(['NAME', 'ACCESS_TOKEN'], ['Keeps,keep-me']);
    await importDevices(columns, ['Parts,part-user,one']);
    expect(await importDevices(['NAME', 'ACCESS_TOKEN', 'LABEL'], ['Keeps,,x'])).toMatchObject({ updated: 1 });
    expect(await credentialsOf('Keeps')).toMatchObject({ credentialsId: 'keep-me' });
    expect(await importDevices(columns, ['Parts,,two'])).toMatchObject({ updated: 1 });
    expect(await credentialsOf('Parts')).toMatchObject({
      credentialsId: 'part-user',
      credentialsValue: '{"clientId":null,"userName":"part-user","password":"two"}',
    });
    const post = (token: string) => platform.as('').call('POST', `/api/v1/${token}/telemetry`, { t: 1 });
    expect(await post('keep-me')).toMatchObject({ status: 200 });
    expect(await importDevices(['NAME', 'ACCESS_TOKEN'], ['Keeps,changed'])).toMatchObject({ updated: 1 });
    // The old one is forgotten wherever it was remembered.
    await expect.poll(async () => (await post('keep-me')).status).toBe(401);
    expect(await post('changed')).toMatchObject({ status: 200 });
  });

  it('that another device has, here or in another tenant or line, are refused alone', async () => {
    const foreign = await createTestTenant(platform, 'foreign');
    await foreign.admin.post('/api/device?accessToken=foreign-token', { name: 'Foreign', type: 'default' });
    const lines = ['Mine,foreign-token', 'First,same-token', 'Second,same-token', 'Fine,fine-token'];
    expect(await importDevices(['NAME', 'ACCESS_TOKEN'], lines)).toEqual({
      created: 2,
      updated: 0,
      errors: 2,
      errorsList: [
        'Line: 1; Error: Specified credentials are already registered!',
        'Line: 3; Error: Specified credentials are already registered!',
      ],
    });
  });
});

describe('an import of what is there', () => {
  it('changes what the lines say and leaves the rest, also where additionalInfo is null', async () => {
    await admin.post('/api/device', { name: 'Old', type: 'Boiler', label: 'kept', additionalInfo: null });
    await admin.post('/api/device', { name: 'Noted', type: 'Boiler', additionalInfo: { own: 1, description: 'kept' } });
    expect(
      await importDevices(
        ['NAME', 'DESCRIPTION', 'IS_GATEWAY', 'IGNORED'],
        ['Old,described,,note', 'Noted,,true,'],
        {},
        {},
      ),
    ).toMatchObject({ updated: 2, errors: 0 });
    expect(await deviceNamed('Old')).toMatchObject({
      type: 'Boiler',
      label: 'kept',
      additionalInfo: { description: 'described' },
    });
    expect((await deviceNamed('Noted')).additionalInfo).toEqual({ own: 1, description: 'kept', gateway: true });
  });

  it('writes nothing for lines that change nothing', async () => {
    const columns = ['NAME', 'TYPE', 'LABEL', 'SERVER_ATTRIBUTE a'];
    expect(await importDevices(columns, ['Again,default,x,1'], {}, {})).toMatchObject({ created: 1, unchanged: 0 });
    expect(await importDevices(columns, ['Again,default,x,1'], {}, {})).toMatchObject({ updated: 0, unchanged: 1 });
    expect(await importDevices(columns, ['Again,default,x,1'])).toMatchObject({ created: 0, updated: 1 });
    const { id } = await deviceNamed('Again');
    const log = await admin.get<PageData<AuditLog>>(`/api/audit/logs/entity/DEVICE/${id.id}?pageSize=10&page=0`);
    expect(log.data).toHaveLength(2);
  });

  it('is refused line by line without the option to update', async () => {
    expect(await importDevices(['NAME', 'LABEL'], ['Once,a', 'Once,b'], { update: false })).toMatchObject({
      created: 1,
      updated: 0,
      errorsList: ['Line: 2; Error: Device with such name already exists!'],
    });
    expect(await deviceNamed('Once')).toMatchObject({ label: 'a' });
  });
});

describe('a dry run', () => {
  it('tells what would change, and writes nothing', async () => {
    await importDevices(['NAME', 'TYPE', 'LABEL', 'SERVER_ATTRIBUTE a'], ['Known,default,one,1', 'Same,default,x,1']);
    const before = await deviceCount();
    const lines = [
      'Known,default,two,2,known-token',
      'Same,default,x,1,',
      'New,Novelty,,5,new-token',
      'New,Novelty,later,,',
      ',default,,,',
    ];
    expect(
      await importDevices(
        ['NAME', 'TYPE', 'LABEL', 'SERVER_ATTRIBUTE a', 'ACCESS_TOKEN'],
        lines,
        {},
        { dryRun: true, firstLine: 11 },
      ),
    ).toEqual({
      created: 1,
      updated: 2,
      unchanged: 1,
      errors: 1,
      errorsList: ['Line: 15; Error: Device name should be specified!'],
      failures: [{ line: 15, message: 'Device name should be specified!' }],
      newProfiles: ['Novelty'],
      changes: [
        {
          line: 11,
          name: 'Known',
          action: 'update',
          fields: [
            { field: 'label', from: 'one', to: 'two' },
            { field: 'credentials', from: null, to: null },
            { field: 'SERVER_ATTRIBUTE a', from: null, to: '2' },
          ],
        },
        {
          line: 13,
          name: 'New',
          action: 'create',
          fields: [
            { field: 'type', from: null, to: 'Novelty' },
            { field: 'credentials', from: null, to: null },
            { field: 'SERVER_ATTRIBUTE a', from: null, to: '5' },
          ],
        },
        {
          line: 14,
          name: 'New',
          action: 'update',
          fields: [
            { field: 'type', from: null, to: 'Novelty' },
            { field: 'label', from: null, to: 'later' },
          ],
        },
      ],
    });
    expect(await deviceCount()).toBe(before);
    expect(await deviceNamed('Known')).toMatchObject({ label: 'one' });
    const profiles = await admin.get<PageData<DeviceProfile>>(
      '/api/deviceProfiles?pageSize=9&page=0&textSearch=Novelty',
    );
    expect(profiles.data).toEqual([]);
  });
});

describe('errors of lines', () => {
  it('name the line of the file and the field, and stop nothing else', async () => {
    const reply = await importDevices(
      ['NAME', 'LABEL'],
      ['Good 1,a', '<b>x</b>,b', `Long,${'x'.repeat(300)}`, 'Many,c,d', '', '"Good, 2",e'],
      {},
      { firstLine: 2001 },
    );
    expect(reply).toMatchObject({ created: 2, errors: 3 });
    expect(reply.failures).toEqual([
      { line: 2002, message: 'Validation error: name: field value is malformed' },
      { line: 2003, message: 'Validation error: length of label must be equal or less than 255' },
      { line: 2004, message: 'The line has 3 cells for 2 columns.' },
    ]);
  });

  it('of quotes end the import where they are', async () => {
    expect(await importDevices(['NAME', 'LABEL'], ['Before quotes,a', 'Broken,"b', 'After,c'])).toMatchObject({
      created: 0,
      errors: 1,
      errorsList: [
        'Line: 2; Error: A text in quotes does not end where a cell ends. The lines from here on were not read.',
      ],
    });
  });

  it('are bounded in the reply, and counted all', async () => {
    const reply = await importDevices(
      ['NAME', 'LABEL'],
      Array.from({ length: 2500 }, () => ',x'),
    );
    expect(reply.errors).toBe(2500);
    expect(reply.errorsList).toHaveLength(2000);
    expect(reply.errorsList[0]).toMatch(/^Line: 1;/);
  });

  it('of columns are those of the request', async () => {
    expect(await admin.call('POST', '/api/device/bulk_import', request(['NAME', 'TIMESERIES'], ['a,1']))).toMatchObject(
      { status: 400, body: { message: 'Column 2 (TIMESERIES) needs a key.' } },
    );
  });

  it('say when the tenant may not have more, also beforehand', async () => {
    const standard = (
      await platform.system.get<PageData<TenantProfile>>('/api/tenantProfiles?pageSize=9&page=0')
    ).data.find((profile) => profile.default) as TenantProfile;
    const profile = await platform.system.post<TenantProfile>('/api/tenantProfile', {
      ...standard,
      id: null,
      name: 'Three devices',
      default: false,
      profileData: { configuration: { ...standard.profileData.configuration, maxDevices: 3 } },
    });
    const own = await createTestTenant(platform, 'small');
    await platform.system.post('/api/tenant', { ...own.tenant, tenantProfileId: profile.id } satisfies Tenant);
    const lines = ['A', 'B', 'C', 'D', 'E'];
    for (const options of [{ dryRun: true }, {}]) {
      expect(await own.admin.post('/api/device/bulk_import', request(['NAME'], lines, {}, options))).toMatchObject({
        created: 3,
        errors: 2,
        errorsList: [expect.stringContaining("Can't create more then 3 devices!"), expect.anything()],
      });
    }
  });
});

describe('imports of assets and edges', () => {
  it('create and change assets', async () => {
    const columns = ['NAME', 'TYPE', 'LABEL', 'DESCRIPTION', 'SERVER_ATTRIBUTE area', 'TIMESERIES load'];
    const send = (lines: string[]) =>
      admin.post<ImportReply>('/api/asset/bulk_import', request(columns, lines, {}, {}));
    expect(await send(['Hall,building,H,big,1200,3', 'Untyped,,,,,', 'Queue,TbServiceQueue,,,,'])).toMatchObject({
      created: 1,
      failures: [
        { line: 2, message: 'Asset type should be specified!' },
        { line: 3, message: 'Unable to save asset with type TbServiceQueue' },
      ],
    });
    expect(await send(['Hall,,Main hall,,1300,'])).toMatchObject({ updated: 1, errors: 0 });
    const asset = await admin.get<Asset>('/api/tenant/assets?assetName=Hall');
    expect(asset).toMatchObject({ type: 'building', label: 'Main hall', additionalInfo: { description: 'big' } });
    expect(await attributesOf(asset, 'SERVER_SCOPE')).toEqual({ area: 1300 });
    expect(await send(['Hall,,Main hall,,1300,'])).toMatchObject({ unchanged: 1 });
  });

  it('give edges what their lines leave out', async () => {
    const columns = ['NAME', 'TYPE', 'CLOUD_ENDPOINT', 'ROUTING_KEY', 'SECRET', 'EDGE_LICENSE_KEY'];
    const lines = ['Site 1,site,,,,', 'Site 2,site,https://cloud.example,rk-2,s-2,licence', 'Site 3,site,,rk-2,,'];
    expect(await admin.post('/api/edge/bulk_import', request(columns, lines))).toMatchObject({
      created: 2,
      errorsList: ['Line: 3; Error: Edge with such routing key already exists!'],
    });
    const edge = (name: string) =>
      admin.get<Record<string, unknown>>(`/api/tenant/edges?edgeName=${encodeURIComponent(name)}`);
    expect(await edge('Site 1')).toMatchObject({
      cloudEndpoint: expect.stringMatching(/^http:\/\/localhost(:\d+)?$/),
      routingKey: expect.stringMatching(/^[0-9a-f-]{36}$/),
      secret: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
      edgeLicenseKey: NO_EDGE_LICENSE,
    });
    expect(await edge('Site 2')).toMatchObject({
      routingKey: 'rk-2',
      secret: 's-2',
      cloudEndpoint: 'https://cloud.example',
    });
    expect(await admin.post('/api/edge/bulk_import', request(['NAME', 'LABEL'], ['Site 2,x']))).toMatchObject({
      updated: 1,
    });
    expect(await edge('Site 2')).toMatchObject({ label: 'x', routingKey: 'rk-2', secret: 's-2' });
  });
});

describe('large imports', () => {
  const lines = (count: number, name: string) =>
    Array.from({ length: count }, (_, at) => `${name} ${at},default,Label ${at},${at}`);
  const columns = ['NAME', 'TYPE', 'LABEL', 'SERVER_ATTRIBUTE number'];

  it('take few statements', async () => {
    const query = vi.spyOn(pg.Client.prototype, 'query');
    const before = query.mock.calls.length;
    const count = 4000;
    expect(await importDevices(columns, lines(count, 'Counted'))).toMatchObject({ created: count });
    expect((query.mock.calls.length - before) / count).toBeLessThan(0.2);
    const again = query.mock.calls.length;
    const changed = lines(count, 'Counted').map((line) => line.replace('Label', 'Other label'));
    expect(await importDevices(columns, changed)).toMatchObject({ updated: count });
    expect((query.mock.calls.length - again) / count).toBeLessThan(0.2);
    query.mockRestore();
  });

  it('of one tenant come one after the other, a few wait, and other calls are answered meanwhile', async () => {
    const send = (at: number) =>
      admin.call('POST', '/api/device/bulk_import', request(columns, lines(2000, `Turn ${at}`)));
    let isDone = false;
    const all = Promise.all([1, 2, 3, 4, 5].map(send)).finally(() => {
      isDone = true;
    });
    let answered = 0;
    while (!isDone) {
      await admin.get('/api/auth/user');
      answered++;
    }
    const replies = await all;
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429]);
    expect(answered).toBeGreaterThan(10);
  });
});
