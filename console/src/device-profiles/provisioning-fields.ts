import './texts/texts.ts';
import {
  type DeviceProfile,
  type DeviceProfileDataInput,
  PROVISION_TYPES,
  type ProvisionType,
} from '@signalbox/contract/device-profile';
import type { TFunction } from 'i18next';
import { randomSecret } from '../controls/random-text.ts';
import { type FormField, type FormValues, textOrNull } from '../entity-page/form.ts';

const isOn = (values: FormValues) => values.provisionType !== 'DISABLED';

/** How devices with the key and the secret of their profile get credentials. */
export function provisioningFields(t: TFunction): FormField[] {
  const key = { kind: 'text', required: true, copies: true, shown: isOn } as const;
  return [
    {
      name: 'provisionType',
      label: t('deviceProfile.provisionType'),
      kind: 'choice',
      options: PROVISION_TYPES.map((id) => ({ id, label: t(`deviceProfile.provisions.${id}`) })),
      help: t('deviceProfile.provisionTypeHelp'),
      helpId: 'devices/provisioning',
    },
    { name: 'provisionDeviceKey', label: t('deviceProfile.provisionKey'), ...key },
    {
      name: 'provisionDeviceSecret',
      path: 'profileData.provisionConfiguration.provisionDeviceSecret',
      label: t('deviceProfile.provisionSecret'),
      ...key,
    },
  ];
}

/** Key and secret for a profile that has none yet. */
export const newProvisioningKeys = () => ({ key: randomSecret(), secret: randomSecret() });

/** What the fields hold for a profile. @param keys where it has none */
export function provisioningValues(keys: ReturnType<typeof newProvisioningKeys>, stored?: DeviceProfile): FormValues {
  return {
    provisionType: stored?.provisionType ?? 'DISABLED',
    provisionDeviceKey: stored?.provisionDeviceKey || keys.key,
    provisionDeviceSecret: stored?.profileData.provisionConfiguration.provisionDeviceSecret || keys.secret,
  };
}

/** The members of a profile that the fields say; those of the configuration that they do not know are kept. */
export function provisioningOf(
  values: FormValues,
  stored?: DeviceProfile,
): {
  provisionType: ProvisionType;
  provisionDeviceKey: string | null;
  provisionConfiguration: NonNullable<DeviceProfileDataInput['provisionConfiguration']>;
} {
  const type = PROVISION_TYPES.find((one) => one === values.provisionType) ?? 'DISABLED';
  const given = (value: FormValues[string] | undefined) => (type === 'DISABLED' ? null : textOrNull(value));
  return {
    provisionType: type,
    provisionDeviceKey: given(values.provisionDeviceKey),
    provisionConfiguration: {
      ...stored?.profileData.provisionConfiguration,
      type,
      provisionDeviceSecret: given(values.provisionDeviceSecret),
    },
  };
}
