import './texts/texts.ts';
import type { TFunction } from 'i18next';
import { type FormField, type FormValues, sameValues } from '../entity-page/form.ts';
import { payloadConfiguration, payloadValues } from './payload-fields.ts';
import { powerSettings, powerValues } from './power-fields.ts';

const DEVICE_TYPES = ['DEFAULT', 'EFENTO'] as const;

type Json = Readonly<Record<string, unknown>>;

const isCoap = (values: FormValues) => values.transportType === 'COAP';

/** Which devices of CoAP a profile is for. */
export function coapDeviceField(t: TFunction): FormField {
  return {
    name: 'coapDeviceType',
    path: 'profileData.transportConfiguration.coapDeviceTypeConfiguration.coapDeviceType',
    label: t('coap.deviceType'),
    kind: 'choice',
    options: DEVICE_TYPES.map((id) => ({ id, label: t(`coap.deviceTypes.${id}`) })),
    help: t('coap.deviceTypeHelp'),
    helpId: 'devices/coap',
    shown: isCoap,
  };
}

/** What the fields hold for a stored configuration, or for a new one. */
export function coapValues(stored?: Json): FormValues {
  const device = (stored?.coapDeviceTypeConfiguration ?? {}) as Json;
  return {
    coapDeviceType: device.coapDeviceType === 'EFENTO' ? 'EFENTO' : 'DEFAULT',
    ...payloadValues(device.transportPayloadTypeConfiguration as Json | undefined),
    ...powerValues('profile', stored?.clientSettings as Json | null | undefined),
  };
}

/** The members of a configuration that the fields say; what is stored, where nothing was changed. */
export function coapConfiguration(values: FormValues, stored: Json | undefined): Record<string, unknown> {
  const before = coapValues(stored);
  const now = Object.fromEntries(Object.keys(before).map((name) => [name, values[name] ?? null]));
  if (stored && sameValues(before, now)) return stored;
  const device = (stored?.coapDeviceTypeConfiguration ?? {}) as Json;
  return {
    coapDeviceTypeConfiguration:
      values.coapDeviceType === 'EFENTO'
        ? { coapDeviceType: 'EFENTO' }
        : {
            ...device,
            coapDeviceType: 'DEFAULT',
            transportPayloadTypeConfiguration: payloadConfiguration(
              values,
              device.transportPayloadTypeConfiguration as Json | undefined,
            ),
          },
    clientSettings: { ...(stored?.clientSettings as Json | null | undefined), ...powerSettings('profile', values) },
  };
}
