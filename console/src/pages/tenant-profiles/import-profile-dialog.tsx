import './texts/texts.ts';
import type { TenantProfile } from '@signalbox/contract/tenant-profile';
import { useTranslation } from 'react-i18next';
import { saveTenantProfile } from '../../api/tenants.ts';
import { ImportFileDialog } from '../../entity-page/import-file-dialog.tsx';
import { MAX_PROFILE_BYTES, readProfile } from './profile-file.ts';

/** Takes an exported tenant profile and saves it as a new one. */
export function ImportProfileDialog({ close }: { close: (saved?: TenantProfile) => void }) {
  const { t } = useTranslation();
  return (
    <ImportFileDialog
      title={t('tenantProfile.import.title')}
      text={t('tenantProfile.import.text')}
      unreadable={t('tenantProfile.import.unreadable')}
      maxBytes={MAX_PROFILE_BYTES}
      read={readProfile}
      fields={[{ name: 'name', label: t('tenantProfile.name') }]}
      save={saveTenantProfile}
      close={close}
    />
  );
}
