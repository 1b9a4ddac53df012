import type { DeviceProfileAlarm } from '@signalbox/contract/alarm-rule';
import type { DeviceProfileInput } from '@signalbox/contract/device-profile';
import type { TFunction } from 'i18next';
import { newProfile, routingFields, routingValues } from '../../device-profiles/profile-fields.ts';
import {
  newProvisioningKeys,
  provisioningFields,
  provisioningValues,
} from '../../device-profiles/provisioning-fields.ts';
import { transportFields, transportValues } from '../../device-profiles/transport-fields.ts';
import { type FormField, type FormValues, textOrNull } from '../../entity-page/form.ts';

export const wantsNewProfile = (values: FormValues): boolean => values.profileFrom === 'new';

/** Shown only while a new profile is wanted. */
const ofNewProfile = (field: FormField): FormField => ({
  ...field,
  shown: (values) => wantsNewProfile(values) && (field.shown?.(values) ?? true),
});

/** The fields of a new profile, by the step that asks for them. */
export function newProfileFields(t: TFunction): Record<'details' | 'transport' | 'provisioning', FormField[]> {
  const name: FormField = {
    name: 'newProfileName',
    // As the server calls it where it refuses one.
    path: 'deviceProfile',
    label: t('newProfile.name'),
    kind: 'text',
    required: true,
    check: (value) => (String(value).length > 255 ? t('form.tooLong', { count: 255 }) : undefined),
  };
  return {
    details: [name, ...routingFields(t)].map(ofNewProfile),
    transport: transportFields(t).map(ofNewProfile),
    provisioning: provisioningFields(t).map(ofNewProfile),
  };
}

/** What those fields begin with; key and secret are other ones each time. */
export const newProfileValues = (): FormValues => ({
  newProfileName: '',
  ...routingValues(),
  ...transportValues('DEFAULT'),
  ...provisioningValues(newProvisioningKeys()),
});

/** The profile that those fields describe. */
export function newProfileBody(values: FormValues, alarms: readonly DeviceProfileAlarm[] = []): DeviceProfileInput {
  return newProfile(values, { name: textOrNull(values.newProfileName) ?? '', description: null }, alarms);
}
