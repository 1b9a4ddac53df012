import '../../device-profiles/texts/texts.ts';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { useTranslation } from 'react-i18next';
import { saveProfile } from '../../api/device-profiles.ts';
import { ImportFileDialog } from '../../entity-page/import-file-dialog.tsx';
import { MAX_PROFILE_BYTES, readProfile } from './profile-file.ts';

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
      save={saveProfile}
      close={close}
    />
  );
}
