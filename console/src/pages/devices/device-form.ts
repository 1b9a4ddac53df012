import './texts/texts.ts';
import { type Device, type DeviceInfo, deviceInputSchema } from '@signalbox/contract/device';
import type { TFunction } from 'i18next';
import type { DeviceBody } from '../../api/devices.ts';
import { pickerOf } from '../../controls/entity-choices.ts';
import { descriptionField } from '../../entity-page/contact-fields.ts';
import { choiceId, descriptionOf, type EntityForm, textOrNull } from '../../entity-page/form.ts';

/** The members of a device that its list adds and no save takes. */
function storedDevice(info: DeviceInfo): Device {
  const { customerTitle, customerIsPublic, deviceProfileName, active, lastActivityTime, ...device } = info;
  return device;
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
      descriptionField(t),
    ],
    values: (device) => ({
      name: device?.name ?? '',
      profile: device ? { id: device.deviceProfileId.id, label: device.deviceProfileName } : null,
      label: device?.label ?? '',
      gateway: device?.additionalInfo?.gateway === true,
      overwriteActivityTime: device?.additionalInfo?.overwriteActivityTime === true,
      description: descriptionOf(device),
    }),
    body(values, stored) {
      const profileId = choiceId(values.profile);
      // Another profile may have other packages and another transport.
      const moved = stored !== undefined && profileId !== stored.deviceProfileId.id;
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
        ...(moved ? { firmwareId: null, softwareId: null } : {}),
      };
    },
    schema: deviceInputSchema,
  };
}
