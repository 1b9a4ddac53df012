import type { ValueType } from '../../transports/lwm2m/codecs/content.ts';
import type { DeviceKind } from '../device-models.ts';
import { describeDevice, type SimulatedDevice } from './simulator.ts';

/** A value of a simulated device as a resource of an object of OMA's registry. */
interface Place {
  object: number;
  /** Name of the object. */
  name: string;
  resource: number;
  type: ValueType;
}

const sensor = (object: number, name: string): Place => ({ object, name, resource: 5700, type: 'FLOAT' });
const TEMPERATURE = sensor(3303, 'Temperature');

/** kind → key → where it is */
const VALUES: Record<DeviceKind, Record<string, Place>> = {
  climate: {
    temperature: TEMPERATURE,
    humidity: sensor(3304, 'Humidity'),
    co2: sensor(3325, 'Concentration'),
    soilMoisture: sensor(3320, 'Percentage'),
    ventOpen: { object: 3306, name: 'Actuation', resource: 5851, type: 'INTEGER' },
  },
  freezer: {
    temperature: TEMPERATURE,
    doorOpen: { object: 3200, name: 'Digital Input', resource: 5500, type: 'BOOLEAN' },
    compressorPower: sensor(3328, 'Power'),
  },
  meter: {
    power: sensor(3328, 'Power'),
    energy: { object: 3331, name: 'Energy', resource: 5805, type: 'FLOAT' },
    voltage: sensor(3316, 'Voltage'),
  },
};
/** What devices say of themselves: key → resource of the object Device. */
const FACTS: Record<keyof ReturnType<typeof describeDevice>, number> = { model: 1, firmware: 3 };
const DEVICE_OBJECT = 3;
const VERSION = '1.0';

/** key of a measurement → path of its resource, as a client has it */
export const pathsOf = (kind: DeviceKind): [key: string, path: string][] =>
  Object.entries(VALUES[kind]).map(([key, { object, resource }]) => [key, `/${object}/0/${resource}`]);

/** path → resource of a device that has measured nothing yet */
export function resourcesOf(device: SimulatedDevice) {
  const facts = Object.entries(describeDevice(device)).map(([key, value]) => [
    `/${DEVICE_OBJECT}/0/${FACTS[key as keyof typeof FACTS]}`,
    { type: 'STRING' as ValueType, value },
  ]);
  const values = Object.values(VALUES[device.kind]).map(({ object, resource, type }) => [
    `/${object}/0/${resource}`,
    { type, value: type === 'BOOLEAN' ? false : 0 },
  ]);
  return Object.fromEntries([...facts, ...values]) as Record<string, { type: ValueType; value: string | number }>;
}

/** What a profile says of devices of a kind: every measurement is observed. */
export function lwm2mProfileData(kind: DeviceKind) {
  const telemetry = Object.entries(VALUES[kind]).map(
    ([key, { object, resource }]) => [`/${object}_${VERSION}/0/${resource}`, key] as const,
  );
  const facts = Object.entries(FACTS).map(
    ([key, resource]) => [`/${DEVICE_OBJECT}_${VERSION}/0/${resource}`, key] as const,
  );
  return {
    configuration: { type: 'DEFAULT' },
    provisionConfiguration: { type: 'DISABLED' },
    alarms: null,
    transportConfiguration: {
      type: 'LWM2M',
      observeAttr: {
        keyName: Object.fromEntries([...telemetry, ...facts]),
        observe: telemetry.map(([path]) => path),
        telemetry: telemetry.map(([path]) => path),
        attribute: facts.map(([path]) => path),
        attributeLwm2m: {},
      },
      bootstrap: { servers: {}, bootstrapServer: {}, lwm2mServer: {} },
      clientLwM2mSettings: {
        clientOnlyObserveAfterConnect: 1,
        fwUpdateStrategy: 1,
        swUpdateStrategy: 1,
        powerMode: 'DRX',
      },
    },
  };
}

/** Credentials of a client that shows its endpoint alone. */
export const lwm2mCredentials = (endpoint: string) => ({
  credentialsType: 'LWM2M_CREDENTIALS',
  credentialsId: endpoint,
  credentialsValue: JSON.stringify({
    client: { securityConfigClientMode: 'NO_SEC', endpoint },
    bootstrap: { bootstrapServer: { securityMode: 'NO_SEC' }, lwm2mServer: { securityMode: 'NO_SEC' } },
  }),
});

const item = (id: number, name: string, type: string): string =>
  `<Item ID="${id}"><Name>${name}</Name><Operations>R</Operations><MultipleInstances>Single</MultipleInstances>` +
  `<Mandatory>Optional</Mandatory><Type>${type}</Type></Item>`;

const description = (object: number, name: string, items: string): string =>
  `<LWM2M><Object ObjectType="MODefinition"><Name>${name}</Name><ObjectID>${object}</ObjectID>` +
  `<ObjectVersion>${VERSION}</ObjectVersion><MultipleInstances>Multiple</MultipleInstances>` +
  `<Mandatory>Optional</Mandatory><Resources>${items}</Resources></Object></LWM2M>`;

const typeName = (type: ValueType): string => type.charAt(0) + type.slice(1).toLowerCase();

/** Descriptions of the objects for the resources library: key (`<object>_<version>`) → what to save. */
export function lwm2mModels(): Map<string, { title: string; fileName: string; data: string }> {
  const sources = new Map([
    [
      DEVICE_OBJECT,
      description(DEVICE_OBJECT, 'Device', item(1, 'Model Number', 'String') + item(3, 'Firmware Version', 'String')),
    ],
  ]);
  for (const { object, name, resource, type } of Object.values(VALUES).flatMap((places) => Object.values(places))) {
    sources.set(object, description(object, name, item(resource, `${name} Value`, typeName(type))));
  }
  return new Map(
    [...sources].map(([object, source]) => [
      `${object}_${VERSION}`,
      { title: `Object ${object}`, fileName: `${object}.xml`, data: Buffer.from(source).toString('base64') },
    ]),
  );
}
