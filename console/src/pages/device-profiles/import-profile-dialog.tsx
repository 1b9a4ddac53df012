import '../../device-profiles/texts/texts.ts';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { useTranslation } from 'react-i18next';
import { readDashboardInfo } from '../../api/dashboards.ts';
import { saveProfile } from '../../api/device-profiles.ts';
import { isTakenAway } from '../../api/failure.ts';
import { getRuleChain } from '../../api/rule-chains.ts';
import { notify } from '../../app/notices.ts';
import { ImportFileDialog } from '../../entity-page/import-file-dialog.tsx';
import { formatList } from '../../i18n/format.ts';
import { MAX_PROFILE_BYTES, readProfile, withoutForeign } from './profile-file.ts';

/** Whether this tenant has what a profile names; what could not be found out is for the save to say. */
async function isHere(part: 'ruleChain' | 'dashboard', id: string): Promise<boolean> {
  try {
    await (part === 'ruleChain' ? getRuleChain(id) : readDashboardInfo(id));
    return true;
  } catch (error) {
    return !isTakenAway(error);
  }
}

/** Takes an exported device profile and saves it as a new one. */
export function ImportProfileDialog({ close }: { close: (saved?: DeviceProfile) => void }) {
  const { t } = useTranslation();
  return (
    <ImportFileDialog
      title={t('deviceProfile.import.title')}
      text={t('deviceProfile.import.text')}
      unreadable={t('deviceProfile.import.unreadable')}
      maxBytes={MAX_PROFILE_BYTES}
      read={readProfile}
      fields={[
        { name: 'name', label: t('deviceProfile.name') },
        { name: 'provisionDeviceKey', label: t('deviceProfile.import.provisionDeviceKey') },
      ]}
      save={async (read) => {
        const { profile, left } = await withoutForeign(read, isHere);
        const saved = await saveProfile(profile);
        if (left.length > 0) {
          const parts = formatList(
            left.map((part) => t(`deviceProfile.import.part.${part}`)),
            'conjunction',
          );
          notify({ type: 'warn', message: t('deviceProfile.import.leftOut', { name: saved.name, parts }) });
        }
        return saved;
      }}
      close={close}
    />
  );
}
