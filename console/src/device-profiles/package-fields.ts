import './texts/texts.ts';
import type { EntityId } from '@signalbox/contract/id';
import type { OtaPackageType } from '@signalbox/contract/ota-package';
import i18next, { type TFunction } from 'i18next';
import { getAssignablePackages, getOtaPackage } from '../api/ota-packages.ts';
import type { FindChoices } from '../controls/choice.ts';
import { choiceId, type FormField, type FormValues, unnamedChoice } from '../entity-page/form.ts';

type PackageId = EntityId<'OTA_PACKAGE'>;
interface Given {
  firmwareId: PackageId | null;
  softwareId: PackageId | null;
}

/** Packages that are read at once (specification §9). */
const PAGE_SIZE = 50;
const KINDS = [
  { name: 'firmware', type: 'FIRMWARE' },
  { name: 'software', type: 'SOFTWARE' },
] as const;

const nameOf = ({ title, version }: { title: string; version: string }) =>
  i18next.t('packages.named', { title, version });

/** Packages of a type that a profile and its devices can be given. */
function packagesOf(profileId: string | undefined, type: OtaPackageType): FindChoices {
  return async (textSearch, page) => {
    if (profileId === undefined) return { choices: [], hasNext: false };
    const query = { pageSize: PAGE_SIZE, page, textSearch, sortProperty: 'title', sortOrder: 'ASC' } as const;
    const { data, hasNext } = await getAssignablePackages(profileId, type, query);
    return { choices: data.map((info) => ({ id: info.id.id, label: nameOf(info) })), hasNext };
  };
}

/**
 * The fields that give a device, or a profile, its firmware and software.
 * @param profileOf id of the profile that the packages have to be for
 * @param more what differs where they belong to a device
 */
export function packageFields(
  t: TFunction,
  profileOf: (values: FormValues) => string | undefined,
  more: Partial<FormField> = {},
): FormField[] {
  return KINDS.map(({ name, type }) => ({
    name,
    path: `${name}Id`,
    label: t(`packages.${name}`),
    kind: 'picker',
    loadFor(values) {
      const profileId = profileOf(values);
      return { kind: `${name} ${profileId ?? ''}`, load: packagesOf(profileId, type) };
    },
    labelOf: async (id) => nameOf(await getOtaPackage(id)),
    addressOf: (id) => `/otaUpdates/${id}`,
    missing: t(`packages.missing.${name}`),
    noMatches: (text) => t(text === '' ? `packages.none.${name}` : `packages.noMatches.${name}`, { text }),
    ...more,
  }));
}

export const packageValues = (given: Partial<Given> | undefined): FormValues => ({
  firmware: unnamedChoice(given?.firmwareId?.id),
  software: unnamedChoice(given?.softwareId?.id),
});

/** The members that those fields say. */
export function packagesOfValues(values: FormValues): Given {
  const idOf = (name: string): PackageId | null => {
    const id = choiceId(values[name]);
    return id === undefined ? null : { entityType: 'OTA_PACKAGE', id };
  };
  return { firmwareId: idOf('firmware'), softwareId: idOf('software') };
}
