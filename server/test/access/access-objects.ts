import { ENTITY_TRAITS, type PresentType } from '@signalbox/contract/entity-traits';
import { entityId, NULL_UUID } from '@signalbox/contract/id';
import type { WidgetsBundle } from '@signalbox/contract/widget';
import type { Owned } from '../../src/access/permissions.ts';
import { newEntityId } from '../../src/storage/ids.ts';
import { createPerson, type TestTenant } from '../people.ts';
import type { Caller, TestPlatform } from '../platform.ts';
import type { ObjectKind, ObjectName, TestObject, TestObjects } from './access-row.ts';

export const RESOURCES: { readonly [Type in PresentType as ObjectName<Type>]: Type } = {
  tenant: 'TENANT',
  tenantProfile: 'TENANT_PROFILE',
  customer: 'CUSTOMER',
  user: 'USER',
  device: 'DEVICE',
  asset: 'ASSET',
  edge: 'EDGE',
  entityView: 'ENTITY_VIEW',
  deviceProfile: 'DEVICE_PROFILE',
  dashboard: 'DASHBOARD',
  ruleChain: 'RULE_CHAIN',
  ruleNode: 'RULE_NODE',
  rpc: 'RPC',
  alarm: 'ALARM',
  apiUsageState: 'API_USAGE_STATE',
  widgetsBundle: 'WIDGETS_BUNDLE',
  widgetType: 'WIDGET_TYPE',
  tbResource: 'TB_RESOURCE',
  otaPackage: 'OTA_PACKAGE',
};

/** Who creates the objects, and who owns them. */
type ObjectOwner = Pick<TestTenant, 'tenant' | 'admin' | 'customer'> & { system: Caller };

let edgesMade = 0;
/** What a new edge needs besides its name and type. */
export const newEdgeKeys = () => ({
  routingKey: `routing key ${++edgesMade}`,
  secret: 'secret',
  edgeLicenseKey: 'license',
  cloudEndpoint: 'https://signalbox.example',
});

/** Creates objects of every kind for a tenant; assignable ones belong to `customer`, or are public if that is. */
export function createObjectMaker(platform: TestPlatform, { tenant, admin, customer, system }: ObjectOwner) {
  let made = 0;
  const unique = (): string => `${customer.title} ${++made}`;
  const isPublic = customer.additionalInfo?.isPublic === true;
  /** Assigns the object to the customer. */
  const assign = (
    kind: 'device' | 'asset' | 'edge' | 'entityView' | 'dashboard',
    { id }: TestObject,
  ): Promise<TestObject> => admin.post(`/api/customer/${isPublic ? 'public' : customer.id.id}/${kind}/${id.id}`);

  const makers: Record<ObjectKind, () => Promise<TestObject>> = {
    tenant: async () => ({ ...tenant }),
    tenantProfile: () => system.post('/api/tenantProfile', { name: unique(), profileData: { configuration: {} } }),
    customer: async () => ({ ...customer }),
    user: async () => {
      const user = {
        email: `${unique().toLowerCase().replaceAll(' ', '.')}@example.com`,
        authority: 'CUSTOMER_USER' as const,
        customerId: customer.id,
      };
      return { ...(await createPerson(platform, admin, user)).user };
    },
    device: async () => assign('device', await admin.post('/api/device', { name: unique(), type: 'default' })),
    asset: async () => assign('asset', await admin.post('/api/asset', { name: unique(), type: 'building' })),
    edge: async () => assign('edge', await admin.post('/api/edge', { name: unique(), type: 'site', ...newEdgeKeys() })),
    entityView: async () => {
      // Of a device that no customer has: who has a view need not have its target.
      const { id: entityId } = await admin.post<TestObject>('/api/device', { name: unique(), type: 'default' });
      return assign('entityView', await admin.post('/api/entityView', { name: unique(), type: 'excerpt', entityId }));
    },
    deviceProfile: () =>
      admin.post('/api/deviceProfile', {
        name: unique(),
        type: 'DEFAULT',
        transportType: 'DEFAULT',
        provisionType: 'DISABLED',
        profileData: {
          configuration: { type: 'DEFAULT' },
          transportConfiguration: { type: 'DEFAULT' },
          provisionConfiguration: { type: 'DISABLED' },
          alarms: null,
        },
      }),
    dashboard: async () =>
      assign('dashboard', await admin.post('/api/dashboard', { title: unique(), configuration: {} })),
    ruleChain: () => admin.post('/api/ruleChain', { name: unique() }),
    ruleNode: async () => {
      const chain = await admin.post<TestObject>('/api/ruleChain/device/default', { name: unique() });
      const metadata = await admin.get<{ nodes: TestObject[] }>(`/api/ruleChain/${chain.id.id}/metadata`);
      return metadata.nodes[0] as TestObject;
    },
    rpc: async () => {
      const device = await makers.device();
      // Another call may have created a root chain that passes no calls on to devices.
      const chain = await admin.post<TestObject>('/api/ruleChain/device/default', { name: unique() });
      await admin.post(`/api/ruleChain/${chain.id.id}/root`);
      // Not through a call: whether it is stored depends on the root rule chain, which the rule chain routes change.
      const { id, createdTime } = newEntityId();
      await platform.database.pool.query(
        `INSERT INTO rpc (id, created_time, tenant_id, device_id, expiration_time, request, status)
         VALUES ($1, $2, $3, $4, $5, $6, 'SUCCESSFUL')`,
        [id, createdTime, tenant.id.id, device.id.id, createdTime + 60_000, '{"method":"ping"}'],
      );
      return { id: entityId('RPC', id) };
    },
    alarm: async () => {
      const { id: originator } = await makers.device();
      return admin.post('/api/alarm', { type: unique(), originator, severity: 'MAJOR', status: 'ACTIVE_UNACK' });
    },
    widgetsBundle: () => admin.post('/api/widgetsBundle', { title: unique() }),
    widgetType: async () => {
      const { alias: bundleAlias } = await admin.post<WidgetsBundle>('/api/widgetsBundle', { title: unique() });
      const type = { bundleAlias, name: unique(), descriptor: { type: 'latest' } };
      return admin.post('/api/widgetType', type);
    },
    tbResource: () =>
      admin.post('/api/resource', { title: unique(), resourceType: 'JKS', fileName: `${unique()}.jks`, data: 'AAAA' }),
    otaPackage: () =>
      admin.post('/api/otaPackage', {
        type: 'FIRMWARE',
        title: unique(),
        version: '1',
        usesUrl: true,
        url: 'https://files.example/a',
      }),
    apiUsageState: async () => {
      const { rows } = await platform.database.pool.query<{ id: string }>(
        'SELECT id FROM api_usage_state WHERE tenant_id = $1',
        [tenant.id.id],
      );
      return { id: entityId('API_USAGE_STATE', rows[0]?.id as string) };
    },
  };

  /** kind → the object shared by calls without effect */
  const shared = new Map<ObjectKind, Promise<TestObject>>();
  const share = (kind: ObjectKind): Promise<TestObject> => {
    let object = shared.get(kind);
    if (!object) {
      object = makers[kind]();
      shared.set(kind, object);
    }
    return object;
  };

  return {
    unique,

    /** Returns objects of these kinds, one of them new, the others shared. */
    async objects(kinds: Iterable<ObjectKind>, fresh?: ObjectKind): Promise<TestObjects> {
      const entries: [ObjectKind, TestObject][] = [];
      for (const kind of new Set(kinds)) entries.push([kind, await (kind === fresh ? makers[kind]() : share(kind))]);
      return Object.fromEntries(entries) as TestObjects;
    },

    /** What the permission table needs to know about an object. */
    owned(kind: ObjectKind, object: TestObject): Owned {
      const id = object.id.id;
      if (kind === 'tenant') return { id, tenantId: id };
      const { of, customer: belonging } = ENTITY_TRAITS[RESOURCES[kind]];
      const owner = { id, tenantId: of === 'system' ? NULL_UUID : tenant.id.id };
      if (kind === 'user') return { ...owner, customerId: customer.id.id, authority: 'CUSTOMER_USER' };
      if (belonging === 'shared') return { ...owner, assignedCustomerIds: [customer.id.id] };
      const isCustomers = belonging !== null || kind === 'rpc' || kind === 'alarm' || kind === 'customer';
      return isCustomers ? { ...owner, customerId: customer.id.id } : owner;
    },
  };
}
