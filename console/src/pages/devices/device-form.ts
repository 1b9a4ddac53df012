import type { DeviceInfo } from '@signalbox/contract/device';
import { NULL_UUID } from '@signalbox/contract/id';
import type { TFunction } from 'i18next';
import { getCustomers, isPublicCustomer } from '../../api/customers.ts';
import { getProfiles } from '../../api/devices.ts';
import type { Choice } from '../../controls/entity-picker.tsx';
import { choiceId, type FormField, type FormValues, textOrNull } from '../../entity-page/form.ts';

export async function profileChoices(search: string): Promise<Choice[]> {
  const page = await getProfiles(search);
  return page.data.map((profile) => ({ id: profile.id.id, label: profile.name }));
}

/** Customers to assign to: not the public one. */
export async function customerChoices(search: string): Promise<Choice[]> {
  const page = await getCustomers({
    pageSize: 50,
    page: 0,
    textSearch: search,
    sortProperty: 'title',
    sortOrder: 'ASC',
  });
  return page.data
    .filter((customer) => !isPublicCustomer(customer))
    .map((customer) => ({ id: customer.id.id, label: customer.title }));
}

/** The fields of a device. */
export function deviceFields(t: TFunction): FormField[] {
  return [
    { name: 'name', label: t('device.name'), kind: 'text', required: true, maxLength: 255 },
    { name: 'profile', label: t('device.profile'), kind: 'picker', required: true, load: profileChoices },
    { name: 'label', label: t('device.label'), kind: 'text', maxLength: 255, help: t('device.labelHelp') },
    { name: 'gateway', label: t('device.isGateway'), kind: 'switch' },
    {
      name: 'overwriteActivityTime',
      label: t('device.overwriteActivityTime'),
      kind: 'switch',
      shown: (values) => values.gateway === true,
    },
    { name: 'description', label: t('device.description'), kind: 'multiline' },
  ];
}

export function deviceValues(device: DeviceInfo): FormValues {
  const info = device.additionalInfo ?? {};
  return {
    name: device.name,
    profile: { id: device.deviceProfileId.id, label: device.deviceProfileName },
    label: device.label ?? '',
    gateway: info.gateway === true,
    overwriteActivityTime: info.overwriteActivityTime === true,
    description: typeof info.description === 'string' ? info.description : '',
  };
}

/** The parts of a device's body that the form holds; keys of other clients in `additionalInfo` survive. */
export function deviceBody(values: FormValues, stored?: DeviceInfo) {
  const additionalInfo = {
    ...stored?.additionalInfo,
    gateway: values.gateway === true,
    overwriteActivityTime: values.gateway === true && values.overwriteActivityTime === true,
    description: textOrNull(values.description) ?? '',
  };
  const profileId = choiceId(values.profile);
  return {
    name: String(values.name ?? '').trim(),
    label: textOrNull(values.label),
    deviceProfileId: profileId ? { entityType: 'DEVICE_PROFILE' as const, id: profileId } : null,
    additionalInfo,
  };
}

/** Has the device a customer? */
export function isAssigned(device: Pick<DeviceInfo, 'customerId'>): boolean {
  return device.customerId.id !== NULL_UUID;
}
