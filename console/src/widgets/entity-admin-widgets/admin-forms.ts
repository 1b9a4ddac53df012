import './texts/texts.ts';
import '../../controls/pickers/texts/texts.ts';
import { type AssetInfo, assetInputSchema } from '@signalbox/contract/asset';
import { type DeviceInfo, deviceInputSchema } from '@signalbox/contract/device';
import type { TFunction } from 'i18next';
import { assets } from '../../api/assets.ts';
import { deleteDevice, getDeviceInfo, saveDevice } from '../../api/devices.ts';
import type { EntityRef } from '../../api/entity-ref.ts';
import { saveOrDelete } from '../../api/telemetry.ts';
import { pickerOf } from '../../controls/entity-choices.ts';
import { choiceId, type EntityForm, type FormField, type FormValues, textOrNull } from '../../entity-page/form.ts';
import { type Place, placeChange, placeOf, placeProblem, placeValues } from './place.ts';

/** What the dialogs of shipped actions are about. */
export type AdminEntity = DeviceInfo | AssetInfo;
export type AdminType = 'DEVICE' | 'ASSET';

/** What a form says: the body of the call that saves the entity, with where it is beside it. */
export type AdminBody = Record<string, unknown> & { name: string; place: Place };

/** How entities of a kind are read, saved and deleted. */
export const ADMIN_CALLS = {
  DEVICE: {
    read: (id: string): Promise<AdminEntity> => getDeviceInfo(id),
    save: (body: { name: string }, basedOn?: string): Promise<{ id: { id: string } }> => saveDevice(body, basedOn),
    remove: deleteDevice,
  },
  ASSET: {
    read: (id: string): Promise<AdminEntity> => assets.read(id),
    save: (body: { name: string }, basedOn?: string): Promise<{ id: { id: string } }> => assets.save(body, basedOn),
    remove: assets.remove,
  },
} as const;

function fieldsOf(t: TFunction, type: AdminType): FormField[] {
  const kind: FormField =
    type === 'DEVICE'
      ? {
          name: 'profile',
          path: 'deviceProfileId',
          label: t('entityAdmin.profile'),
          required: true,
          ...pickerOf('DEVICE_PROFILE'),
        }
      : {
          name: 'type',
          label: t('entityAdmin.type'),
          kind: 'suggested',
          required: true,
          missing: t('subtype.requiredASSET'),
          suggest: { kind: 'asset', load: assets.types },
        };
  const half = (name: keyof Place): FormField => ({
    name,
    label: t(name === 'latitude' ? 'entityAdmin.latitude' : 'entityAdmin.longitude'),
    kind: 'text',
    help: t('entityAdmin.placeHelp'),
    check(_value, values) {
      const problem = placeProblem(name, values);
      return problem && t(problem);
    },
  });
  return [
    { name: 'name', label: t('entityAdmin.name'), kind: 'text', required: true },
    kind,
    { name: 'label', label: t('entityAdmin.label'), kind: 'text', help: t('entityAdmin.labelHelp') },
    half('latitude'),
    half('longitude'),
  ];
}

/** What is stored without the members that only lists have. */
function storedPart(entity: AdminEntity | undefined): Record<string, unknown> {
  if (!entity) return {};
  const { customerTitle, customerIsPublic, ...stored } = entity;
  const { deviceProfileName, active, lastActivityTime, ...own } = stored as Partial<DeviceInfo>;
  return own;
}

/**
 * The form of a device or an asset: name, profile or type, label, and where it is.
 * @param place where it is stored to be
 */
export function adminForm(t: TFunction, type: AdminType, place: Place): EntityForm<AdminEntity, AdminBody> {
  return {
    fields: fieldsOf(t, type),
    values: (entity) => ({
      name: entity?.name ?? '',
      ...(type === 'DEVICE' ? { profile: profileOf(entity) } : { type: entity?.type ?? '' }),
      label: entity?.label ?? '',
      ...placeValues(place),
    }),
    body: (values, stored) => ({
      ...storedPart(stored),
      name: String(values.name ?? '').trim(),
      label: textOrNull(values.label),
      ...(type === 'DEVICE' ? profileBody(values, stored) : { type: String(values.type ?? '').trim() }),
      place: placeOf(values),
    }),
    schema: type === 'DEVICE' ? deviceInputSchema : assetInputSchema,
  };
}

function profileOf(entity: AdminEntity | undefined) {
  const device = entity as Partial<DeviceInfo> | undefined;
  return device?.deviceProfileId ? { id: device.deviceProfileId.id, label: device.deviceProfileName ?? '' } : null;
}

function profileBody(values: FormValues, stored: AdminEntity | undefined) {
  const id = choiceId(values.profile);
  // Another profile may have other packages and another transport.
  const isMoved = stored !== undefined && id !== profileOf(stored)?.id;
  return {
    deviceProfileId: id ? { entityType: 'DEVICE_PROFILE', id } : null,
    ...(isMoved ? { firmwareId: null, softwareId: null } : {}),
  };
}

/** Writes where an entity is, if that has changed. */
export async function savePlace(entity: EntityRef, before: Place, after: Place): Promise<void> {
  const change = placeChange(before, after);
  if (change) await saveOrDelete(entity, 'SERVER_SCOPE', change);
}
