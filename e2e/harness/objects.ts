import type { Api } from './api.ts';

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

/** Names of a widget type, and the kind of data it shows. */
export interface WidgetKind {
  bundleAlias: string;
  typeAlias: string;
  type: 'latest' | 'timeseries';
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
