import '../../device-profiles/texts/texts.ts';
import { Alert, AlertTitle, Box } from '@mui/material';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SERVED_TRANSPORTS } from '../../device-profiles/transport-fields.ts';
import { CodeEditor } from '../../editors/code-editor.tsx';
import { profileTransportForm } from './device-profile-form.ts';
import { ProfileFormTab } from './profile-form-tab.tsx';

/** What a transport without a form has: to be read, and kept. */
function KeptSettings({ profile }: { profile: DeviceProfile }) {
  const { t } = useTranslation();
  const transport = t(`deviceProfile.transports.${profile.transportType}`);
  return (
    <Box sx={{ display: 'grid', gap: 4, mb: 4 }}>
      <Alert severity="info">
        <AlertTitle>{t('deviceProfile.noForm.title', { transport })}</AlertTitle>
        {t('deviceProfile.noForm.text', { transport })}
      </Alert>
      <CodeEditor
        label={t('deviceProfile.settings')}
        language="json"
        readOnly
        value={JSON.stringify(profile.profileData.transportConfiguration, null, 2)}
      />
    </Box>
  );
}

/** How devices of a profile connect. */
export function TransportTab({ profile }: { profile: DeviceProfile }) {
  const { t } = useTranslation();
  const form = useMemo(() => profileTransportForm(t, profile), [t, profile]);
  const isServed = (SERVED_TRANSPORTS as readonly string[]).includes(profile.transportType);
  return (
    <ProfileFormTab
      profile={profile}
      form={form}
      before={({ values }) =>
        !isServed && values.transportType === profile.transportType && <KeptSettings profile={profile} />
      }
    />
  );
}
