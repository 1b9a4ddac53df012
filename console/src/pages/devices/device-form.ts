import './texts/texts.ts';
import { type Device, type DeviceInfo, type DeviceTransportType, deviceInputSchema } from '@signalbox/contract/device';
import type { TFunction } from 'i18next';
import { getProfiles } from '../../api/device-profiles.ts';
import type { DeviceBody } from '../../api/devices.ts';
import type { Choice, ChoicePage } from '../../controls/choice.ts';
import { pickerOf } from '../../controls/entity-choices.ts';
import { packageFields, packagesOfValues, packageValues } from '../../device-profiles/package-fields.ts';
import {
  snmpDeviceConfiguration,
  snmpDeviceFields,
  snmpDeviceValues,
} from '../../device-profiles/snmp-device-fields.ts';
import { descriptionField } from '../../entity-page/contact-fields.ts';
import {
  choiceId,
  choiceOf,
  descriptionOf,
  type EntityForm,
  type FormValues,
  textOrNull,
} from '../../entity-page/form.ts';

/** The members of a device that its list adds and no save takes. */
function storedDevice(info: DeviceInfo): Device {
  const { customerTitle, customerIsPublic, deviceProfileName, active, lastActivityTime, ...device } = info;
  return device;
}

const transportOf = (device: Device) => device.deviceData.transportConfiguration;

/** The transport part of a device of SNMP. */
function snmpDeviceData(values: FormValues, stored: Device | undefined) {
  const before = stored && transportOf(stored).type === 'SNMP' ? transportOf(stored) : undefined;
  return {
    configuration: stored?.deviceData.configuration ?? { type: 'DEFAULT' },
    transportConfiguration: snmpDeviceConfiguration(values, before),
  };
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

/** Whether the device connects by SNMP, by its profile: the chosen one, or the one that is made with it. */
export function isSnmpDevice(values: FormValues): boolean {
  if (values.profileFrom === 'new') return values.transportType === 'SNMP';
  return (choiceOf(values.profile) as ProfileChoice | null)?.transportType === 'SNMP';
}

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
      ...snmpDeviceFields(t, isSnmpDevice),
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
      ...packageValues(device),
    }),
    body(values, stored) {
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
        ...(isSnmpDevice(values) ? { deviceData: snmpDeviceData(values, stored) } : {}),
      };
    },
    schema: deviceInputSchema,
  };
}

/** The form as users of customers read it, who may not know of packages. */
export function withoutPackages<Entity, Body>(form: EntityForm<Entity, Body>): EntityForm<Entity, Body> {
  return { ...form, fields: form.fields.filter(({ name }) => name !== 'firmware' && name !== 'software') };
}
