import './texts/texts.ts';
import { Box } from '@mui/material';
import type { TenantProfile, TenantProfileInput } from '@signalbox/contract/tenant-profile';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveTenantProfile } from '../../api/tenants.ts';
import { FileDrop } from '../../controls/file-drop.tsx';
import { FormDialog } from '../../entity-page/form-dialog.tsx';
import { useSubmission } from '../../entity-page/use-submission.ts';
import { MAX_PROFILE_BYTES, readProfile } from './profile-file.ts';

/** Nothing that the server refuses stands at a field. */
const NO_FIELDS: readonly never[] = [];

/** Takes an exported tenant profile and saves it as a new one. */
export function ImportProfileDialog({ close }: { close: (saved?: TenantProfile) => void }) {
  const { t } = useTranslation();
  const [profile, setProfile] = useState<TenantProfileInput>();
  const [fileName, setFileName] = useState('');
  const [error, setError] = useState<string>();
  const submission = useSubmission(NO_FIELDS);
  /** The file that was chosen last: one that was read more slowly is dropped. */
  const latest = useRef<File>(undefined);

  async function choose(file: File) {
    latest.current = file;
    setProfile(undefined);
    setFileName(file.name);
    submission.clear();
    const read = file.size > MAX_PROFILE_BYTES ? undefined : await file.text().then(readProfile, () => undefined);
    if (latest.current !== file) return;
    setProfile(read);
    setError(read ? undefined : t('tenantProfile.import.unreadable'));
  }

  const submit = () => {
    if (!profile) return setError(error ?? t('tenantProfile.import.fileNeeded'));
    return submission.submit(
      () => ({}),
      async () => close(await saveTenantProfile(profile)),
    );
  };

  return (
    <FormDialog
      title={t('tenantProfile.import.title')}
      submitLabel={t('tenantProfile.import.run')}
      dirty={fileName !== ''}
      submission={submission}
      fields={NO_FIELDS}
      onSubmit={submit}
      onClose={() => close()}
    >
      <Box sx={{ color: 'text.secondary', mb: 3 }}>{t('tenantProfile.import.text')}</Box>
      <FileDrop
        label={t('tenantProfile.import.choose')}
        accept=".json,application/json"
        hint={fileName || t('tenantProfile.import.drop')}
        onFile={(file) => void choose(file)}
      >
        {profile && <Box sx={{ color: 'var(--ok)', fontWeight: 550 }}>{profile.name}</Box>}
      </FileDrop>
      {error && (
        <Box role="alert" sx={{ color: 'var(--critical)', fontSize: 13, mt: 2, overflowWrap: 'anywhere' }}>
          {error}
        </Box>
      )}
    </FormDialog>
  );
}
