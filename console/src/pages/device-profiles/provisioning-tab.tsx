import { Box } from '@mui/material';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { getServerEndpoints } from '../../api/server-endpoints.ts';
import { ShellCommand } from '../../controls/shell-command.tsx';
import { provisioningCommands } from '../../device-profiles/provisioning-commands.ts';
import { profileProvisioningForm } from './device-profile-form.ts';
import { ProfileFormTab } from './profile-form-tab.tsx';

/** Commands that ask for credentials as a device of the profile would. */
function Commands({ profile }: { profile: DeviceProfile }) {
  const { t } = useTranslation();
  const endpoints = useQuery({
    queryKey: ['endpoints'],
    queryFn: getServerEndpoints,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const commands = endpoints.data ? provisioningCommands(profile, endpoints.data) : [];
  if (commands.length === 0) return null;
  return (
    <Box component="section" aria-label={t('provisioning.commands')} sx={{ display: 'grid', gap: 4, mt: 6 }}>
      <Box sx={{ fontSize: 13, color: 'text.secondary' }}>{t('provisioning.about')}</Box>
      {commands.map(({ id, text }) => (
        <ShellCommand key={id} title={t(`provisioning.${id}`)} text={text} copyName={t('provisioning.command')} />
      ))}
    </Box>
  );
}

/** How devices of a profile register themselves. */
export function ProvisioningTab({ profile }: { profile: DeviceProfile }) {
  const { t } = useTranslation();
  const form = useMemo(() => profileProvisioningForm(t), [t]);
  return (
    <>
      <ProfileFormTab profile={profile} form={form} />
      <Commands profile={profile} />
    </>
  );
}
