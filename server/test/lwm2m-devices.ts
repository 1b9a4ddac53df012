import type { Device } from '@signalbox/contract/device';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import type { Caller } from './platform.ts';

/** What of a profile tests say. */
export interface TestMapping {
  keyName?: Record<string, string>;
  observe?: string[];
  attribute?: string[];
  telemetry?: string[];
  attributeLwm2m?: Record<string, object>;
}

let made = 0;

const item = (id: number, name: string, operations: string, type: string, multiple = false): string =>
  `<Item ID="${id}"><Name>${name}</Name><Operations>${operations}</Operations><MultipleInstances>${
    multiple ? 'Multiple' : 'Single'
  }</MultipleInstances><Mandatory>Optional</Mandatory><Type>${type}</Type></Item>`;

const model = (id: number, name: string, version: string, items: string[]): string =>
  `<LWM2M><Object ObjectType="MODefinition"><Name>${name}</Name><ObjectID>${id}</ObjectID><ObjectVersion>${version}</ObjectVersion><MultipleInstances>Multiple</MultipleInstances><Mandatory>Optional</Mandatory><Resources>${items.join('')}</Resources></Object></LWM2M>`;

/** The object Temperature with more resources than it has. */
export const TEMPERATURE_MODEL = model(3303, 'Temperature', '1.1', [
  item(5700, 'Sensor Value', 'R', 'Float'),
  item(5701, 'Sensor Units', 'R', 'String'),
  item(5850, 'On', 'RW', 'Boolean'),
  item(5910, 'Bitmap', 'RW', 'Opaque'),
  item(6000, 'Link', 'RW', 'Objlnk'),
]);

/** Descriptions of the objects that tests use. */
const MODELS = [
  model(3, 'Device', '1.0', [
    item(0, 'Manufacturer', 'R', 'String'),
    item(3, 'Firmware Version', 'R', 'String'),
    item(4, 'Reboot', 'E', ''),
    item(6, 'Power Sources', 'R', 'Integer', true),
    item(9, 'Battery Level', 'R', 'Integer'),
    item(13, 'Current Time', 'RW', 'Time'),
    item(14, 'UTC Offset', 'RW', 'String'),
    item(15, 'Timezone', 'RW', 'String'),
    item(19, 'Software Version', 'R', 'String'),
  ]),
  model(5, 'Firmware Update', '1.0', [
    item(0, 'Package', 'W', 'Opaque'),
    item(1, 'Package URI', 'RW', 'String'),
    item(2, 'Update', 'E', ''),
    item(3, 'State', 'R', 'Integer'),
    item(5, 'Update Result', 'R', 'Integer'),
    item(6, 'PkgName', 'R', 'String'),
    item(7, 'PkgVersion', 'R', 'String'),
    item(9, 'Delivery Method', 'R', 'Integer'),
  ]),
  model(9, 'Software Management', '1.0', [
    item(0, 'PkgName', 'R', 'String'),
    item(1, 'PkgVersion', 'R', 'String'),
    item(2, 'Package', 'W', 'Opaque'),
    item(3, 'Package URI', 'W', 'String'),
    item(4, 'Install', 'E', ''),
    item(6, 'Uninstall', 'E', ''),
    item(7, 'Update State', 'R', 'Integer'),
    item(9, 'Update Result', 'R', 'Integer'),
  ]),
  model(19, 'BinaryAppDataContainer', '1.0', [item(0, 'Data', 'RW', 'Opaque', true)]),
  TEMPERATURE_MODEL,
];

/** Credentials of clients that show nothing. */
export const NO_SECURITY = {
  client: { securityConfigClientMode: 'NO_SEC' },
  bootstrap: { bootstrapServer: { securityMode: 'NO_SEC' }, lwm2mServer: { securityMode: 'NO_SEC' } },
};

/** Makes models, profiles and devices of LwM2M by the REST API, and reads what became of them. */
export function createLwm2mDevices(admin: () => Pick<Caller, 'get' | 'post' | 'call'>) {
  const transport = (mapping: TestMapping, settings: object) => ({
    type: 'LWM2M',
    observeAttr: { keyName: {}, observe: [], attribute: [], telemetry: [], attributeLwm2m: {}, ...mapping },
    bootstrap: { servers: {}, bootstrapServer: {}, lwm2mServer: {} },
    clientLwM2mSettings: {
      ...{ clientOnlyObserveAfterConnect: 1, fwUpdateStrategy: 1, swUpdateStrategy: 1, powerMode: 'DRX' },
      ...settings,
    },
  });

  const own = {
    async addModels(): Promise<void> {
      for (const [place, source] of MODELS.entries()) {
        const data = Buffer.from(source).toString('base64');
        await admin().post('/api/resource', {
          ...{ title: `Model ${place}`, resourceType: 'LWM2M_MODEL', fileName: `${place}.xml`, data },
        });
      }
    },
    addProfile: (mapping: TestMapping, settings: object = {}, more: object = {}): Promise<DeviceProfile> =>
      admin().post('/api/deviceProfile', {
        name: `LwM2M ${++made}`,
        type: 'DEFAULT',
        transportType: 'LWM2M',
        profileData: {
          configuration: { type: 'DEFAULT' },
          provisionConfiguration: { type: 'DISABLED' },
          alarms: null,
          transportConfiguration: { ...transport(mapping, settings), ...more },
        },
      }),
    saveProfile: (profile: DeviceProfile, mapping: TestMapping, settings: object = {}): Promise<DeviceProfile> =>
      admin().post('/api/deviceProfile', {
        ...profile,
        profileData: { ...profile.profileData, transportConfiguration: transport(mapping, settings) },
      }),
    addDevice: (profile: DeviceProfile, endpoint: string, bootstrap: object = NO_SECURITY.bootstrap): Promise<Device> =>
      own.addSecured(profile, endpoint, { ...NO_SECURITY, bootstrap }),
    /** @param credentials without the endpoint of the client */
    async addSecured(
      profile: DeviceProfile,
      endpoint: string,
      { client, bootstrap }: { client: object; bootstrap: object },
    ): Promise<Device> {
      return admin().post('/api/device-with-credentials', {
        device: { name: endpoint, deviceProfileId: profile.id },
        credentials: {
          credentialsType: 'LWM2M_CREDENTIALS',
          credentialsId: endpoint,
          credentialsValue: JSON.stringify({
            client: { ...client, endpoint },
            bootstrap,
          }),
        },
      });
    },
    /** Latest values of keys: key → value. */
    async latest({ id }: Device, ...keys: string[]): Promise<Record<string, unknown>> {
      const found = await admin().get<Record<string, { value: unknown }[]>>(
        `/api/plugins/telemetry/DEVICE/${id.id}/values/timeseries?keys=${keys.join(',')}&useStrictDataTypes=true`,
      );
      return Object.fromEntries(Object.entries(found).map(([key, [point]]) => [key, point?.value]));
    },
    /** Values of a key, the oldest first. */
    async history({ id }: Device, key: string): Promise<unknown[]> {
      const range = `startTs=0&endTs=${Date.now() + 1000}&limit=1000&orderBy=ASC`;
      const found = await admin().get<Record<string, { value: unknown }[]>>(
        `/api/plugins/telemetry/DEVICE/${id.id}/values/timeseries?keys=${key}&${range}`,
      );
      return (found[key] ?? []).map(({ value }) => value);
    },
    async attributes({ id }: Device, scope: string): Promise<Record<string, unknown>> {
      const list = await admin().get<{ key: string; value: unknown }[]>(
        `/api/plugins/telemetry/DEVICE/${id.id}/values/attributes/${scope}`,
      );
      return Object.fromEntries(list.map(({ key, value }) => [key, value]));
    },
    share: ({ id }: Device, values: object) =>
      admin().post(`/api/plugins/telemetry/DEVICE/${id.id}/SHARED_SCOPE`, values),
    async call({ id }: Device, method: string, params: unknown = {}, kind = 'twoway'): Promise<unknown> {
      return (await admin().call('POST', `/api/plugins/rpc/${kind}/${id.id}`, { method, params, timeout: 10_000 }))
        .body;
    },
  };
  return own;
}
