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

/** Creates a dashboard with one card that shows the latest value of `key` of a device. */
export async function createCardDashboard(api: Api, title: string, device: TestDevice, key: string): Promise<string> {
  const aliasId = 'c1a5a3f0-1f4e-4d3c-9a57-1b2c3d4e5f60';
  const widgetId = '5d1c1c9e-8f3b-4a55-9a0e-6f1e2d3c4b5a';
  const dashboard = await api.post<{ id: { id: string } }>('/api/dashboard', {
    title,
    configuration: {
      description: '',
      widgets: {
        [widgetId]: {
          id: widgetId,
          isSystemType: true,
          bundleAlias: 'cards',
          typeAlias: 'simple_card',
          type: 'latest',
          title: key,
          sizeX: 6,
          sizeY: 4,
          row: 0,
          col: 0,
          config: {
            title: key,
            showTitle: true,
            settings: { labelPosition: 'top' },
            units: '°C',
            decimals: 1,
            datasources: [
              {
                type: 'entity',
                entityAliasId: aliasId,
                dataKeys: [{ name: key, type: 'timeseries', label: key, color: '#2196f3', settings: {}, _hash: 0.5 }],
              },
            ],
          },
        },
      },
      states: {
        default: {
          name: title,
          root: true,
          layouts: { main: { widgets: { [widgetId]: { sizeX: 6, sizeY: 4, row: 0, col: 0 } }, gridSettings: {} } },
        },
      },
      entityAliases: {
        [aliasId]: {
          id: aliasId,
          alias: 'Device',
          filter: {
            type: 'singleEntity',
            resolveMultiple: false,
            singleEntity: { entityType: 'DEVICE', id: device.id },
          },
        },
      },
      filters: {},
    },
  });
  return dashboard.id.id;
}
