import '../../device-profiles/texts/texts.ts';
import type { DeviceProfile, DeviceProfileInput } from '@signalbox/contract/device-profile';
import type { TFunction } from 'i18next';
import { saveProfile } from '../../api/device-profiles.ts';
import { countDevicesWithoutPackage } from '../../api/ota-packages.ts';
import { ask } from '../../app/dialogs.ts';
import { formatNumber } from '../../i18n/format.ts';

const KINDS = [
  { member: 'firmwareId', type: 'FIRMWARE', words: 'packages.changedFirmware' },
  { member: 'softwareId', type: 'SOFTWARE', words: 'packages.changedSoftware' },
] as const;

/** Saves a profile; where its devices get another firmware or software by that, asks first and says how many. */
export async function saveWithPackages(
  t: TFunction,
  stored: DeviceProfile,
  body: DeviceProfileInput,
  basedOn: string | undefined,
): Promise<DeviceProfile> {
  const changed = KINDS.filter(({ member }) => (body[member]?.id ?? null) !== (stored[member]?.id ?? null));
  const counts = await Promise.all(changed.map(({ type }) => countDevicesWithoutPackage(stored.id.id, type)));
  const told = changed.flatMap(({ words }, index) => {
    const count = counts[index] ?? 0;
    return count === 0 ? [] : [t(words, { count, formatted: formatNumber(count) })];
  });
  if (told.length > 0) {
    const isWanted = await ask({
      title: t('packages.changeTitle', { name: stored.name }),
      content: [...told, t('packages.changeText')].join(' '),
      confirmLabel: t('packages.update'),
      cancelLabel: t('action.cancel'),
    });
    if (!isWanted) throw new Error(t('packages.cancelled'));
  }
  return saveProfile(body, basedOn);
}
