import '../../device-profiles/texts/texts.ts';
import {
  type DeviceProfile,
  type DeviceProfileInput,
  deviceProfileInputSchema,
} from '@signalbox/contract/device-profile';
import type { TFunction } from 'i18next';
import { choicesOf, labelOf } from '../../controls/entity-choices.ts';
import { packageFields, packagesOfValues, packageValues } from '../../device-profiles/package-fields.ts';
import { routingFields, routingOf, routingValues } from '../../device-profiles/profile-fields.ts';
import {
  newProvisioningKeys,
  provisioningFields,
  provisioningOf,
  provisioningValues,
} from '../../device-profiles/provisioning-fields.ts';
import {
  transportConfiguration,
  transportFields,
  transportTypeOf,
  transportValues,
} from '../../device-profiles/transport-fields.ts';
import {
  choiceId,
  type EntityForm,
  type FormField,
  type FormValues,
  textOrNull,
  unnamedChoice,
} from '../../entity-page/form.ts';

/** A form of a part of a profile. What it does not show stays as it is stored. */
export type ProfileForm = EntityForm<DeviceProfile, DeviceProfileInput>;

/** The fields of the first tab and the first step. */
export function profileDetailsFields(t: TFunction): FormField[] {
  return [
    { name: 'name', label: t('deviceProfile.name'), kind: 'text', required: true },
    { name: 'description', label: t('details.description'), kind: 'multiline' },
    ...routingFields(t),
    {
      name: 'dashboard',
      path: 'defaultDashboardId',
      label: t('deviceProfile.dashboard'),
      kind: 'picker',
      load: choicesOf('DASHBOARD'),
      labelOf: labelOf('DASHBOARD'),
      addressOf: (id) => `/dashboards/${id}`,
      help: t('deviceProfile.dashboardHelp'),
    },
    { name: 'image', label: t('deviceProfile.image'), kind: 'image' },
  ];
}

export const profileDetailsValues = (profile?: DeviceProfile): FormValues => ({
  name: profile?.name ?? '',
  description: profile?.description ?? '',
  ...routingValues(profile),
  dashboard: unnamedChoice(profile?.defaultDashboardId?.id),
  image: profile?.image ?? '',
});

/** The members that those fields say. */
export function profileDetailsOf(values: FormValues) {
  const dashboardId = choiceId(values.dashboard);
  return {
    name: textOrNull(values.name) ?? '',
    description: textOrNull(values.description),
    ...routingOf(values),
    defaultDashboardId: dashboardId === undefined ? null : ({ entityType: 'DASHBOARD', id: dashboardId } as const),
    image: textOrNull(values.image),
  };
}

/** The first tab: what a profile is called and where messages of its devices begin. */
export function profileDetailsForm(t: TFunction, profile: DeviceProfile): ProfileForm {
  return {
    fields: profileDetailsFields(t).toSpliced(
      -1,
      0,
      ...packageFields(t, () => profile.id.id, { help: t('packages.ofProfileHelp') }),
    ),
    values: (stored) => ({ ...profileDetailsValues(stored), ...packageValues(stored) }),
    body: (values, stored) => ({
      ...(stored as DeviceProfile),
      ...profileDetailsOf(values),
      ...packagesOfValues(values),
    }),
    schema: deviceProfileInputSchema,
  };
}

/** The tab of the transport. */
export function profileTransportForm(t: TFunction): ProfileForm {
  return {
    fields: transportFields(t),
    values: (stored) => transportValues(stored?.transportType ?? 'DEFAULT', stored?.profileData.transportConfiguration),
    body(values, stored) {
      const known = stored as DeviceProfile;
      const { profileData } = known;
      return {
        ...known,
        transportType: transportTypeOf(values),
        profileData: {
          ...profileData,
          transportConfiguration: transportConfiguration(values, profileData.transportConfiguration),
        },
      };
    },
    schema: deviceProfileInputSchema,
  };
}

/** The tab of provisioning. It offers other keys each time that it is made. */
export function profileProvisioningForm(t: TFunction): ProfileForm {
  const keys = newProvisioningKeys();
  return {
    fields: provisioningFields(t),
    values: (stored) => provisioningValues(keys, stored),
    body(values, stored) {
      const known = stored as DeviceProfile;
      const { provisionConfiguration, ...provisioning } = provisioningOf(values, known);
      return { ...known, ...provisioning, profileData: { ...known.profileData, provisionConfiguration } };
    },
    schema: deviceProfileInputSchema,
  };
}
