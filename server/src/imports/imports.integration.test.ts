import type { Asset } from '@signalbox/contract/asset';
import type { AuditLog } from '@signalbox/contract/audit-log';
import type { ImportReply } from '@signalbox/contract/bulk-import';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { NO_EDGE_LICENSE } from '@signalbox/contract/edge';
import type { PageData } from '@signalbox/contract/page';
import { describe, expect, it } from 'vitest';
import {
  admin,
  attributesOf,
  deviceCount,
  deviceNamed,
  importDevices,
  platform,
  request,
  setUpImports,
} from '../../test/import-world.ts';
import { createTestTenant } from '../../test/people.ts';

setUpImports();

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
