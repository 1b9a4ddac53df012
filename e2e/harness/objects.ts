import { type Api, SYSADMIN, signInByApi } from './api.ts';

export interface TestDevice {
  id: string;
  name: string;
  accessToken: string;
}

/** Creates a device and reads its access token. */
export async function createDevice(api: Api, name: string): Promise<TestDevice> {
  const device = await api.post<{ id: { id: string } }>('/api/device', { name, type: 'default' });
  const credentials = await api.get<{ credentialsId: string }>(`/api/device/${device.id.id}/credentials`);
  return { id: device.id.id, name, accessToken: credentials.credentialsId };
}

/**
 * Creates and activates a user with `password`, in the tenant of `api` unless `user` names another. Signing out ends all
 * sessions of an account, so a test that signs out needs its own.
 */
export async function createUser(
  api: Api,
  user: { email: string; authority: string; tenantId?: object; customerId?: object },
  password: string,
): Promise<void> {
  const { tenantId } = await api.get<{ tenantId: object }>('/api/auth/user');
  const { id } = await api.post<{ id: { id: string } }>('/api/user?sendActivationMail=false', { tenantId, ...user });
  const link = new URL(await api.text(`/api/user/${id.id}/activationLink`));
  const activateToken = link.searchParams.get('activateToken');
  await api.post('/api/noauth/activate?sendActivationMail=false', { activateToken, password });
}

/** A tenant and its administrator, who is signed in. */
export interface OwnTenant {
  user: { email: string; password: string };
  api: Api;
}

/**
 * Creates a tenant for a test that changes what all users of a tenant share: its settings, the default profile, columns.
 * @param name of the tenant, and of its administrator before the `@`
 */
export async function createTenant(http: string, name: string): Promise<OwnTenant> {
  const user = { email: `${name}-${Date.now()}@signalbox.local`, password: 'of-its-own' };
  const system = await signInByApi(http, SYSADMIN.email, SYSADMIN.password);
  const { id: tenantId } = await system.post<{ id: object }>('/api/tenant', { title: user.email });
  await createUser(system, { email: user.email, authority: 'TENANT_ADMIN', tenantId }, user.password);
  return { user, api: await signInByApi(http, user.email, user.password) };
}

/**
 * Creates a rule chain whose node `Check reading` fails, and a device of a profile that uses it.
 * @returns its access token, and how to repair the node
 */
export async function createFailingDevice(
  api: Api,
  name: string,
): Promise<TestDevice & { send: (values: object) => Promise<unknown>; repair: () => Promise<unknown> }> {
  interface Made {
    id: { id: string; entityType: string };
  }
  const chain = await api.post<Made>('/api/ruleChain', { name: `Rules of ${name}` });
  const save = (originatorSource: string, known?: object) =>
    api.post<{ nodes: object[] }>('/api/ruleChain/metadata', {
      ruleChainId: chain.id,
      firstNodeIndex: 0,
      nodes: [
        {
          ...known,
          type: 'org.thingsboard.rule.engine.transform.TbChangeOriginatorNode',
          name: 'Check reading',
          debugMode: false,
          configuration: { originatorSource },
          additionalInfo: { layoutX: 300, layoutY: 150 },
        },
      ],
      connections: [],
      ruleChainConnections: null,
    });
  const { nodes } = await save('ALARM_ORIGINATOR');
  const profile = await api.post<Made>('/api/deviceProfile', {
    name: `Profile of ${name}`,
    type: 'DEFAULT',
    transportType: 'DEFAULT',
    provisionType: 'DISABLED',
    profileData: {},
    defaultRuleChainId: chain.id,
  });
  const accessToken = crypto.randomUUID();
  const device = await api.post<Made>(`/api/device?accessToken=${accessToken}`, { name, deviceProfileId: profile.id });
  return {
    ...{ id: device.id.id, name, accessToken },
    send: (values) => api.post(`/api/v1/${accessToken}/telemetry`, values),
    repair: () => save('TENANT', nodes[0]),
  };
}

/** Names of a widget type, and the kind of data it shows. */
export interface WidgetKind {
  bundleAlias: string;
  typeAlias: string;
  type: 'latest' | 'timeseries' | 'rpc' | 'alarm' | 'static';
}

/** A key whose values a widget shows; other members adjust how. */
export interface DataKey {
  name: string;
  [member: string]: unknown;
}

interface DashboardWidget extends WidgetKind {
  title: string;
  config: object;
}

/** Describes a widget that shows keys of the entities of an alias; `config` adds to its configuration. */
export function describeWidget(
  kind: WidgetKind,
  title: string,
  entityAliasId: string,
  keys: readonly DataKey[],
  config: object = {},
): DashboardWidget {
  const dataKeys = keys.map((key) => ({ type: 'timeseries', label: key.name, color: '#2196f3', settings: {}, ...key }));
  const datasources = [{ type: 'entity', entityAliasId, dataKeys }];
  return { ...kind, title, config: { title, showTitle: true, settings: {}, datasources, ...config } };
}

/** Describes a control of the entity of an alias. */
export function describeControl(typeAlias: string, title: string, entityAliasId: string, settings: object) {
  const kind: WidgetKind = { bundleAlias: 'control_widgets', typeAlias, type: 'rpc' };
  return { ...kind, title, config: { title, showTitle: true, settings, targetDeviceAliasIds: [entityAliasId] } };
}

/** Creates a dashboard of these widgets (by id), four per row; `configuration` adds to its configuration. */
export async function createDashboard(
  api: Api,
  title: string,
  widgets: Readonly<Record<string, DashboardWidget>>,
  aliases: readonly { id: string; alias: string; filter: object }[],
  configuration: object = {},
): Promise<string> {
  const ids = Object.keys(widgets);
  const place = { sizeX: 8, sizeY: 6, row: 0, col: 0 };
  const layout = ids.map((id, index) => [
    id,
    { sizeX: 6, sizeY: 5, row: 5 * Math.floor(index / 4), col: 6 * (index % 4) },
  ]);
  const main = { widgets: Object.fromEntries(layout), gridSettings: {} };
  const { id } = await api.post<{ id: { id: string } }>('/api/dashboard', {
    title,
    configuration: {
      widgets: Object.fromEntries(ids.map((id) => [id, { id, isSystemType: true, ...place, ...widgets[id] }])),
      states: { default: { name: title, root: true, layouts: { main } } },
      entityAliases: Object.fromEntries(aliases.map((alias) => [alias.id, alias])),
      filters: {},
      ...configuration,
    },
  });
  return id.id;
}

/** The alias filter that finds one device. */
export function singleDevice(id: string): object {
  return { type: 'singleEntity', resolveMultiple: false, singleEntity: { entityType: 'DEVICE', id } };
}

/** Creates a dashboard with one card that shows the latest value of `key` of a device. */
export function createCardDashboard(api: Api, title: string, device: TestDevice, key: string): Promise<string> {
  const aliasId = 'c1a5a3f0-1f4e-4d3c-9a57-1b2c3d4e5f60';
  const card: WidgetKind = { bundleAlias: 'cards', typeAlias: 'simple_card', type: 'latest' };
  const config = { settings: { labelPosition: 'top' }, units: '°C', decimals: 1 };
  const widgets = {
    '5d1c1c9e-8f3b-4a55-9a0e-6f1e2d3c4b5a': describeWidget(card, key, aliasId, [{ name: key }], config),
  };
  return createDashboard(api, title, widgets, [{ id: aliasId, alias: 'Device', filter: singleDevice(device.id) }]);
}

/**
 * Creates a device profile with rules for an alarm of type `Too warm`, and a device of it that has sent values for which it
 * would have been raised. Returns the id of the profile.
 */
export async function createProfileWithRules(api: Api, name: string): Promise<string> {
  const compare = (operation: string, defaultValue: number) => ({
    key: { type: 'TIME_SERIES', key: 'temperature' },
    valueType: 'NUMERIC',
    value: null,
    predicate: { type: 'NUMERIC', operation, value: { defaultValue, dynamicValue: null } },
  });
  const profile = await api.post<{ id: { id: string } }>('/api/deviceProfile', {
    name,
    type: 'DEFAULT',
    transportType: 'MQTT',
    provisionType: 'DISABLED',
    description: 'Rooms that must stay cold',
    profileData: {
      configuration: { type: 'DEFAULT' },
      transportConfiguration: { type: 'MQTT' },
      alarms: [
        {
          id: crypto.randomUUID(),
          alarmType: 'Too warm',
          createRules: {
            CRITICAL: {
              condition: {
                condition: [compare('GREATER', 30)],
                spec: { type: 'DURATION', unit: 'MINUTES', predicate: { defaultValue: 5, dynamicValue: null } },
              },
              schedule: null,
              alarmDetails: null,
              dashboardId: null,
            },
            WARNING: { condition: { condition: [compare('GREATER', 24)], spec: { type: 'SIMPLE' } }, schedule: null },
          },
          clearRule: { condition: { condition: [compare('LESS', 22)], spec: { type: 'SIMPLE' } }, schedule: null },
          propagate: true,
          propagateRelationTypes: null,
        },
      ],
    },
  });
  const device = await api.post<{ id: { id: string } }>('/api/device', { name: `${name} one`, type: name });
  const values = [20, 25, 31, 33, 36, 23, 21, 20, 26, 20];
  for (const [index, temperature] of values.entries()) {
    const ts = Date.now() - (values.length - index) * 3_600_000;
    await api.post(`/api/plugins/telemetry/DEVICE/${device.id.id}/timeseries/ANY`, { ts, values: { temperature } });
  }
  return profile.id.id;
}
