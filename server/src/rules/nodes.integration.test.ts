import type { Alarm } from '@signalbox/contract/alarm';
import type { Asset } from '@signalbox/contract/asset';
import type { Customer } from '@signalbox/contract/customer';
import type { Device } from '@signalbox/contract/device';
import type { Edge, EdgeEvent } from '@signalbox/contract/edge';
import { type EntityId, NULL_UUID } from '@signalbox/contract/id';
import type { PageData } from '@signalbox/contract/page';
import type { Relation } from '@signalbox/contract/relation';
import type { RuleChain, RuleChainMetadata } from '@signalbox/contract/rule-chain';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createTestTenant, type TestTenant } from '../../test/people.ts';
import { startTestPlatform, type TestPlatform } from '../../test/platform.ts';

const CLASS = 'org.thingsboard.rule.engine.';
let platform: TestPlatform;
let tenant: TestTenant;

beforeAll(async () => {
  platform = await startTestPlatform();
  tenant = await createTestTenant(platform, 'nodes');
});
afterAll(() => platform.stop());

type Connection = [from: string, relation: string, to: string];

/** Replaces the root chain of the tenant; the first node is where messages enter. */
async function setRootChain(
  nodes: Record<string, [type: string, configuration?: object]>,
  connections: Connection[],
): Promise<RuleChainMetadata> {
  const { admin } = tenant;
  const chains = await admin.get<PageData<RuleChain>>('/api/ruleChains?pageSize=100&page=0&type=CORE');
  const root = chains.data.find((chain) => chain.root) as RuleChain;
  const names = Object.keys(nodes);
  return admin.post<RuleChainMetadata>('/api/ruleChain/metadata', {
    ruleChainId: root.id,
    firstNodeIndex: 0,
    nodes: Object.entries(nodes).map(([name, [type, configuration = { version: 0 }]], at) => ({
      type: CLASS + type,
      name,
      debugMode: at === 0,
      configuration,
      additionalInfo: { layoutX: 0, layoutY: 0 },
    })),
    connections: connections.map(([from, type, to]) => ({
      fromIndex: names.indexOf(from),
      toIndex: names.indexOf(to),
      type,
    })),
  });
}

async function addDevice(name: string): Promise<{ device: Device; token: string }> {
  const device = await tenant.admin.post<Device>(`/api/device?accessToken=token-${name}`, { name, type: 'default' });
  return { device, token: `token-${name}` };
}

async function send(token: string, what: 'telemetry' | 'attributes', values: object): Promise<void> {
  const reply = await platform.as('').call('POST', `/api/v1/${token}/${what}`, values);
  expect(reply.status).toBe(200);
}

const until = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 40_000, interval: 50 });

async function latest({ entityType, id }: EntityId, keys: string): Promise<Record<string, { value: unknown }[]>> {
  return tenant.admin.get(`/api/plugins/telemetry/${entityType}/${id}/values/timeseries?keys=${keys}`);
}

describe('a chain of nodes', () => {
  let chain: RuleChainMetadata;
  let edge: Edge;

  beforeAll(async () => {
    const relationTo = { direction: 'FROM', relationType: 'Contains', entityCacheExpiration: 300 };
    chain = await setRootChain(
      {
        types: ['filter.TbMsgTypeSwitchNode'],
        assign: [
          'action.TbAssignToCustomerNode',
          { customerNamePattern: '$[customer]', createCustomerIfNotExists: true, customerCacheExpiration: 300 },
        ],
        relate: [
          'action.TbCreateRelationNode',
          {
            ...relationTo,
            entityType: 'ASSET',
            entityNamePattern: '$[room]',
            entityTypePattern: 'room',
            createEntityIfNotExists: true,
            removeCurrentRelations: true,
          },
        ],
        related: [
          'filter.TbCheckRelationNode',
          { checkForSingleEntity: false, direction: 'FROM', relationType: 'Contains' },
        ],
        delta: [
          'metadata.CalculateDeltaNode',
          { inputValueKey: 'pulse', outputValueKey: 'delta', useCache: true, tellFailureIfDeltaIsNegative: true },
        ],
        details: ['metadata.TbGetCustomerDetailsNode', { detailsList: ['TITLE'], addToMetadata: false }],
        fields: ['metadata.TbGetOriginatorFieldsNode', { fieldsMapping: { name: 'originatorName' } }],
        save: ['telemetry.TbMsgTimeseriesNode', { defaultTTL: 0 }],
        toCustomer: ['transform.TbChangeOriginatorNode', { originatorSource: 'CUSTOMER' }],
        saveCustomer: ['telemetry.TbMsgTimeseriesNode', { defaultTTL: 0 }],
        delay: ['delay.TbMsgDelayNode', { periodInSeconds: 1, maxPendingMsgs: 1000 }],
        toRoom: [
          'transform.TbChangeOriginatorNode',
          {
            originatorSource: 'RELATED',
            relationsQuery: { direction: 'TO', maxLevel: 1, filters: [], fetchLastLevelOnly: false },
          },
        ],
        saveRoom: ['telemetry.TbMsgTimeseriesNode', { defaultTTL: 0 }],
        copy: ['action.TbCopyAttributesToEntityViewNode'],
        tellEdge: ['edge.TbMsgPushToEdgeNode', { scope: 'CLIENT_SCOPE' }],
        unassign: ['action.TbUnassignFromCustomerNode', { customerNamePattern: 'Acme', customerCacheExpiration: 300 }],
        separate: ['action.TbDeleteRelationNode', { ...relationTo, deleteForSingleEntity: false }],
        dashboards: ['filter.TbOriginatorTypeFilterNode', { originatorTypes: ['DASHBOARD'] }],
        share: [
          'action.TbAssignToCustomerNode',
          { customerNamePattern: 'Acme', createCustomerIfNotExists: false, customerCacheExpiration: 0 },
        ],
        withdraw: ['action.TbUnassignFromCustomerNode', { customerNamePattern: 'Customer A' }],
      },
      [
        ['types', 'Post telemetry', 'assign'],
        ['assign', 'Success', 'relate'],
        ['relate', 'Success', 'related'],
        ['related', 'True', 'delta'],
        ['delta', 'Success', 'details'],
        ['details', 'Success', 'fields'],
        ['fields', 'Success', 'save'],
        ['save', 'Success', 'toCustomer'],
        ['toCustomer', 'Success', 'saveCustomer'],
        ['save', 'Success', 'delay'],
        ['delay', 'Success', 'toRoom'],
        ['toRoom', 'Success', 'saveRoom'],
        ['types', 'Post attributes', 'copy'],
        ['types', 'Post attributes', 'tellEdge'],
        ['types', 'Post attributes', 'unassign'],
        ['types', 'Post attributes', 'separate'],
        ['types', 'Entity Updated', 'dashboards'],
        ['dashboards', 'True', 'share'],
        ['share', 'Success', 'withdraw'],
      ],
    );
    edge = await tenant.admin.post<Edge>('/api/edge', {
      name: 'Edge',
      type: 'default',
      routingKey: 'routing',
      secret: 'secret',
      edgeLicenseKey: 'license',
      cloudEndpoint: 'http://localhost',
    });
  });

  test('assigns, relates and counts, and creates what is missing once, whoever comes first', async () => {
    const { admin } = tenant;
    const devices = await Promise.all(Array.from({ length: 40 }, (_, at) => addDevice(`d${at}`)));
    const values = (at: number) => ({ customer: 'Acme', room: `Room ${at % 4}` });
    await Promise.all(devices.map(({ token }, at) => send(token, 'telemetry', { ...values(at), pulse: 10 })));
    const haveDelta = (deltaOf: (at: number) => number) =>
      until(async () => {
        for (const [at, { device }] of devices.entries()) {
          expect(await latest(device.id, 'delta')).toMatchObject({ delta: [{ value: String(deltaOf(at)) }] });
        }
      });
    // A message that waits for what it creates may be overtaken by the next one of its device.
    await haveDelta(() => 0);
    await Promise.all(devices.map(({ token }, at) => send(token, 'telemetry', { ...values(at), pulse: 10 + at })));
    await haveDelta((at) => at);
    const customers = await admin.get<PageData<Customer>>('/api/customers?pageSize=100&page=0&textSearch=Acme');
    expect(customers.data).toMatchObject([{ title: 'Acme' }]);
    const acme = customers.data[0] as Customer;
    const rooms = await admin.get<PageData<Asset>>('/api/tenant/assets?pageSize=100&page=0&type=room');
    expect(rooms.data.map(({ name }) => name).sort()).toEqual(['Room 0', 'Room 1', 'Room 2', 'Room 3']);
    for (const [at, { device }] of devices.entries()) {
      expect((await admin.get<Device>(`/api/device/${device.id.id}`)).customerId).toEqual(acme.id);
      const room = rooms.data.find(({ name }) => name === `Room ${at % 4}`) as Asset;
      const found = await admin.get<Relation[]>(`/api/relations?toId=${device.id.id}&toType=DEVICE`);
      expect(found).toMatchObject([{ from: room.id, type: 'Contains' }]);
    }
    // The chain added the title of the customer to the payload, and passed it on to the customer and, later, the rooms.
    expect(await latest(acme.id, 'customer_title')).toMatchObject({ customer_title: [{ value: 'Acme' }] });
    await until(async () => {
      for (const { id } of rooms.data) {
        expect(await latest(id, 'customer_title')).toMatchObject({ customer_title: [{ value: 'Acme' }] });
      }
    });
  });

  test('tells the rules and the audit log what it has created', async () => {
    const { admin } = tenant;
    const first = chain.nodes[0]?.id as EntityId;
    const customers = await admin.get<PageData<Customer>>('/api/customers?pageSize=100&page=0&textSearch=Acme');
    const acme = customers.data[0] as Customer;
    const path = `/api/events/RULE_NODE/${first.id}/DEBUG_RULE_NODE?tenantId=${tenant.tenant.id.id}`;
    await until(async () => {
      const events = await admin.get<PageData<{ body: Record<string, string> }>>(`${path}&pageSize=1000&page=0`);
      const created = events.data
        .map(({ body }) => body)
        .filter(({ msgType, type }) => msgType === 'ENTITY_CREATED' && type === 'IN');
      expect(created.filter(({ entityId }) => entityId === acme.id.id)).toMatchObject([
        { metadata: JSON.stringify({ ruleNodeId: (chain.nodes[1] as RuleChainMetadata['nodes'][number]).id?.id }) },
      ]);
    });
    await until(async () => {
      const log = await admin.get<PageData<{ actionType: string; userName: string }>>(
        `/api/audit/logs/entity/CUSTOMER/${acme.id.id}?pageSize=10&page=0`,
      );
      expect(log.data).toMatchObject([{ actionType: 'ADDED', userName: 'system' }]);
    });
  });

  test('copies attributes to views, tells edges, and takes a device from its customer and room', async () => {
    const { admin } = tenant;
    const { device, token } = await addDevice('leaver');
    const view = await admin.post<{ id: EntityId }>('/api/entityView', {
      name: 'View',
      type: 'default',
      entityId: device.id,
      keys: { timeseries: [], attributes: { cs: ['fw'], ss: [], sh: [] } },
      startTimeMs: 0,
      endTimeMs: 0,
    });
    await admin.post(`/api/edge/${edge.id.id}/device/${device.id.id}`);
    await send(token, 'telemetry', { customer: 'Acme', room: 'Room 0', pulse: 1 });
    const relations = () => admin.get<Relation[]>(`/api/relations?toId=${device.id.id}&toType=DEVICE`);
    await until(async () => expect(await relations()).toHaveLength(1));

    await send(token, 'attributes', { fw: '1.2', hidden: true });
    await until(async () => {
      const copied = await admin.get(`/api/plugins/telemetry/ENTITY_VIEW/${view.id.id}/values/attributes/CLIENT_SCOPE`);
      expect(copied).toMatchObject([{ key: 'fw', value: 1.2 }]);
    });
    expect(await relations()).toEqual([]);
    const after = await admin.get<Device>(`/api/device/${device.id.id}`);
    expect(after.customerId.id).toBe('13814000-1dd2-11b2-8080-808080808080');
    const events = await admin.get<PageData<EdgeEvent>>(`/api/edge/${edge.id.id}/events?pageSize=100&page=0`);
    expect(events.data.filter(({ action }) => action === 'POST_ATTRIBUTES')).toMatchObject([
      { type: 'DEVICE', entityId: device.id.id, body: { kv: { fw: 1.2, hidden: true }, scope: 'CLIENT_SCOPE' } },
    ]);
  });

  test('shares dashboards with customers, and withdraws them', async () => {
    const { admin, customer } = tenant;
    const created = await admin.post<{ id: EntityId }>('/api/dashboard', { title: 'Shared' });
    await admin.post(`/api/customer/${customer.id.id}/dashboard/${created.id.id}`);
    const dashboard = await admin.get<object>(`/api/dashboard/${created.id.id}`);
    await admin.post('/api/dashboard', dashboard);
    await until(async () => {
      const shared = await admin.get<{ assignedCustomers: { title: string }[] }>(`/api/dashboard/${created.id.id}`);
      expect(shared.assignedCustomers.map(({ title }) => title)).toEqual(['Acme']);
    });
  });
});

test('a generator works as soon as its chain is saved, and its messages can be counted', async () => {
  const { admin } = tenant;
  const asset = await admin.post<Asset>('/api/asset', { name: 'Generated', type: 'x' });
  await setRootChain(
    {
      generate: [
        'debug.TbMsgGeneratorNode',
        {
          msgCount: 3,
          periodInSeconds: 1,
          originatorType: 'ASSET',
          originatorId: asset.id.id,
          jsScript: "return { msg: { n: (prevMsg.n || 0) + 1 }, metadata: {}, msgType: 'POST_TELEMETRY_REQUEST' };",
        },
      ],
      save: ['telemetry.TbMsgTimeseriesNode', { defaultTTL: 0 }],
      count: ['action.TbMsgCountNode', { interval: 1, telemetryPrefix: 'generated' }],
      saveCount: ['telemetry.TbMsgTimeseriesNode', { defaultTTL: 0 }],
    },
    [
      ['generate', 'Success', 'save'],
      ['save', 'Success', 'count'],
      ['count', 'Success', 'saveCount'],
    ],
  );
  await until(async () => expect(await latest(asset.id, 'n')).toMatchObject({ n: [{ value: '3' }] }));
  const { id } = tenant.tenant.id;
  const keys = await until(async () => {
    const found = await admin.get<string[]>(`/api/plugins/telemetry/TENANT/${id}/keys/timeseries`);
    const counted = found.filter((key) => key.startsWith('generated_'));
    expect(counted).toHaveLength(1);
    return counted;
  });
  const key = keys[0] as string;
  await until(async () => {
    const path = `/api/plugins/telemetry/TENANT/${id}/values/timeseries`;
    const range = `keys=${encodeURIComponent(key)}&startTs=0&endTs=${Date.now()}&limit=100`;
    const counts = await admin.get<Record<string, { value: string }[]>>(`${path}?${range}`);
    expect((counts[key] ?? []).reduce((sum, { value }) => sum + Number(value), 0)).toBe(3);
  });
});

test('alarms belong to the customer that their chain has just given the device to, or to none any more', async () => {
  const raise = (alarmType: string): [type: string, configuration: object] => [
    'action.TbCreateAlarmNode',
    { alarmType, severity: 'MAJOR', alarmDetailsBuildJs: 'return {};' },
  ];
  await setRootChain(
    {
      types: ['filter.TbMsgTypeSwitchNode'],
      assign: [
        'action.TbAssignToCustomerNode',
        { customerNamePattern: 'Owner', createCustomerIfNotExists: true, customerCacheExpiration: 300 },
      ],
      raise: raise('After'),
      raiseBefore: raise('Before'),
      unassign: ['action.TbUnassignFromCustomerNode', { customerNamePattern: 'Owner', customerCacheExpiration: 300 }],
      raiseAgain: raise('After'),
      clear: ['action.TbClearAlarmNode', { alarmType: 'Before', alarmDetailsBuildJs: 'return {};' }],
    },
    [
      ['types', 'Post telemetry', 'raiseBefore'],
      ['raiseBefore', 'Created', 'assign'],
      ['assign', 'Success', 'raise'],
      ['types', 'Post attributes', 'unassign'],
      ['unassign', 'Success', 'raiseAgain'],
      ['raiseAgain', 'Updated', 'clear'],
    ],
  );
  const { device, token } = await addDevice('Moved');
  const ownersOfAlarms = async (): Promise<string[]> => {
    const path = `/api/alarm/DEVICE/${device.id.id}?pageSize=10&page=0`;
    const { data } = await tenant.admin.get<PageData<Alarm>>(path);
    return data.map(({ type, status, customerId }) => `${type} ${status} ${customerId.id}`).sort();
  };
  await send(token, 'telemetry', { entered: true });
  await until(async () => expect(await ownersOfAlarms()).toHaveLength(2));
  const { customerId } = await tenant.admin.get<Device>(`/api/device/${device.id.id}`);
  expect(customerId.id).not.toBe(NULL_UUID);
  expect(await ownersOfAlarms()).toEqual([
    `After ACTIVE_UNACK ${customerId.id}`,
    `Before ACTIVE_UNACK ${customerId.id}`,
  ]);
  await send(token, 'attributes', { left: true });
  await until(async () =>
    expect(await ownersOfAlarms()).toEqual([`After ACTIVE_UNACK ${NULL_UUID}`, `Before CLEARED_UNACK ${NULL_UUID}`]),
  );
});

test('every kind of node that runs is in the library', async () => {
  const kinds = ['FILTER', 'ENRICHMENT', 'TRANSFORMATION', 'ACTION'];
  const components = await tenant.admin.get<{ type: string; name: string }[]>(
    `/api/components?componentTypes=${kinds.join(',')}`,
  );
  const count = (kind: string) => components.filter(({ type }) => type === kind).length;
  expect(count('ENRICHMENT')).toBe(10);
  expect(count('TRANSFORMATION')).toBe(3);
  expect(count('FILTER')).toBe(10);
  // Push to cloud is for chains of edges only.
  expect(count('ACTION')).toBe(23);
});
