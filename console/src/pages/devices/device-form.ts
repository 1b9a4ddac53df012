import './texts/texts.ts';
import { type Device, type DeviceInfo, type DeviceTransportType, deviceInputSchema } from '@signalbox/contract/device';
import type { TFunction } from 'i18next';
import { getProfiles } from '../../api/device-profiles.ts';
import type { DeviceBody } from '../../api/devices.ts';
import type { Choice, ChoicePage } from '../../controls/choice.ts';
import { pickerOf } from '../../controls/entity-choices.ts';
import { packageFields, packagesOfValues, packageValues } from '../../device-profiles/package-fields.ts';
import { powerFields, powerSettings, powerValues } from '../../device-profiles/power-fields.ts';
import {
  snmpDeviceConfiguration,
  snmpDeviceFields,
  snmpDeviceValues,
} from '../../device-profiles/snmp-device-fields.ts';
import { transportTypeOf } from '../../device-profiles/transport-fields.ts';
import { descriptionField } from '../../entity-page/contact-fields.ts';
import {
  choiceId,
  choiceOf,
  descriptionOf,
  type EntityForm,
  type FormField,
  type FormValues,
  textOrNull,
} from '../../entity-page/form.ts';

/** The members of a device that its list adds and no save takes. */
function storedDevice(info: DeviceInfo): Device {
  const { customerTitle, customerIsPublic, deviceProfileName, active, lastActivityTime, ...device } = info;
  return device;
}

const transportOf = (device: Device) => device.deviceData.transportConfiguration;

/** The transport part of a device, where that has fields. */
function deviceData(values: FormValues, stored: Device | undefined) {
  const type = deviceTransportOf(values);
  const before = stored && transportOf(stored).type === type ? transportOf(stored) : undefined;
  const configuration = stored?.deviceData.configuration ?? { type: 'DEFAULT' };
  if (type === 'SNMP') return { configuration, transportConfiguration: snmpDeviceConfiguration(values, before) };
  if (type !== 'COAP' && type !== 'LWM2M') return undefined;
  return { configuration, transportConfiguration: { ...before, ...powerSettings('device', values), type } };
}

/** A profile as the picker has it, with how its devices connect. */
interface ProfileChoice extends Choice {
  transportType?: DeviceTransportType | undefined;
}

export const profileChoice = (id: string, label: string, transportType: DeviceTransportType): ProfileChoice => ({
  id,
  label,
  transportType,
});

/** Finds profiles by name. */
async function findProfiles(textSearch: string, page: number): Promise<ChoicePage> {
  const { data, hasNext } = await getProfiles({
    pageSize: 50,
    page,
    textSearch,
    sortProperty: 'name',
    sortOrder: 'ASC',
  });
  return { choices: data.map(({ id, name, transportType }) => profileChoice(id.id, name, transportType)), hasNext };
}

/** How the device connects, by its profile: the chosen one, or the one that is made with it. */
function deviceTransportOf(values: FormValues): DeviceTransportType | undefined {
  if (values.profileFrom === 'new') return transportTypeOf(values);
  return (choiceOf(values.profile) as ProfileChoice | null)?.transportType;
}

const isSnmpDevice = (values: FormValues): boolean => deviceTransportOf(values) === 'SNMP';
/** Whether the device may sleep otherwise than its profile says. */
const maySleep = (values: FormValues): boolean => ['COAP', 'LWM2M'].includes(deviceTransportOf(values) ?? '');

/** Whether a device of these values has settings of its own for its transport. */
export const hasOwnTransport = (values: FormValues): boolean => isSnmpDevice(values) || maySleep(values);

/** The settings that devices of some transports have. */
export const deviceTransportFields = (t: TFunction): FormField[] => [
  ...snmpDeviceFields(t, isSnmpDevice),
  ...powerFields(t, {
    prefix: 'device',
    path: 'deviceData.transportConfiguration',
    shown: maySleep,
    section: t('power.section'),
  }),
];

/**
 * The form of a device; keys of other clients in `additionalInfo` survive.
 * @param leadsToProfile this user may open profiles
 */
export function deviceForm(t: TFunction, leadsToProfile = false): EntityForm<DeviceInfo, DeviceBody> {
  return {
    fields: [
      { name: 'name', label: t('device.name'), kind: 'text', required: true },
      {
        name: 'profile',
        path: 'deviceProfileId',
        label: t('device.profile'),
        required: true,
        ...pickerOf('DEVICE_PROFILE'),
        load: findProfiles,
        ...(leadsToProfile ? { addressOf: (id: string) => `/deviceProfiles/${id}` } : {}),
      },
      { name: 'label', label: t('device.label'), kind: 'text', help: t('device.labelHelp') },
      {
        name: 'gateway',
        path: 'additionalInfo.gateway',
        label: t('device.isGateway'),
        kind: 'switch',
        help: t('device.gatewayHelp'),
      },
      {
        name: 'overwriteActivityTime',
        path: 'additionalInfo.overwriteActivityTime',
        label: t('device.overwriteActivityTime'),
        kind: 'switch',
        shown: (values) => values.gateway === true,
      },
      ...packageFields(t, (values) => choiceId(values.profile), {
        help: t('packages.ofDeviceHelp'),
        emptiedBy: 'profile',
        shown: (values) => choiceId(values.profile) !== undefined,
      }),
      descriptionField(t),
      ...deviceTransportFields(t),
    ],
    values: (device) => ({
      name: device?.name ?? '',
      profile: device
        ? profileChoice(device.deviceProfileId.id, device.deviceProfileName, transportOf(device).type)
        : null,
      label: device?.label ?? '',
      gateway: device?.additionalInfo?.gateway === true,
      overwriteActivityTime: device?.additionalInfo?.overwriteActivityTime === true,
      description: descriptionOf(device),
      ...snmpDeviceValues(device && transportOf(device).type === 'SNMP' ? transportOf(device) : undefined),
      ...powerValues('device', device && transportOf(device)),
      ...packageValues(device),
    }),
    body(values, stored) {
      const ofTransport = deviceData(values, stored);
      const profileId = choiceId(values.profile);
      return {
        ...(stored ? storedDevice(stored) : {}),
        name: String(values.name ?? '').trim(),
        label: textOrNull(values.label),
        deviceProfileId: profileId ? { entityType: 'DEVICE_PROFILE', id: profileId } : null,
        additionalInfo: {
          ...stored?.additionalInfo,
          gateway: values.gateway === true,
          overwriteActivityTime: values.gateway === true && values.overwriteActivityTime === true,
          description: textOrNull(values.description) ?? '',
        },
        ...packagesOfValues(values),
        ...(ofTransport ? { deviceData: ofTransport } : {}),
      };
    },
    schema: deviceInputSchema,
  };
}

/** The form as users of customers read it, who may not know of packages. */
export function withoutPackages<Entity, Body>(form: EntityForm<Entity, Body>): EntityForm<Entity, Body> {
  return { ...form, fields: form.fields.filter(({ name }) => name !== 'firmware' && name !== 'software') };
}
