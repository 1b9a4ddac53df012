import { Box } from '@mui/material';
import { deviceProfileRoutes } from '@signalbox/contract/device-profile';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/client.ts';
import { failureLine } from '../../controls/error-text.ts';
import { Fact } from '../../controls/fact.tsx';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** How devices of a profile with MQTT settings of its own reach the platform; nothing for other profiles. */
export function TransportFacts({ profileId }: { profileId: string }) {
  const { t } = useTranslation();
  const profile = useQuery({
    queryKey: ['profile', profileId],
    queryFn: () =>
      call(
        deviceProfileRoutes.getDeviceProfile,
        { params: { deviceProfileId: profileId } },
        { ignoreErrors: true, ignoreLoading: true },
      ),
  });
  if (profile.isError && !profile.data) {
    return (
      <Box role="status" sx={{ mt: 3, color: 'text.secondary', fontSize: 13 }}>
        {`${t('transport.failed')} ${failureLine(profile.error)}.`}
      </Box>
    );
  }
  if (profile.data?.transportType !== 'MQTT') return null;
  const settings: Readonly<Record<string, unknown>> = profile.data.profileData.transportConfiguration;
  const payload = settings.transportPayloadTypeConfiguration as Readonly<Record<string, unknown>> | undefined;
  return (
    <Box component="section" aria-label={t('transport.title')}>
      <Box component="h3" sx={{ typography: 'h3', m: '16px 0 2px' }}>
        {t('transport.title')}
      </Box>
      <Box component="p" sx={{ m: '0 0 4px', color: 'text.secondary', fontSize: 13 }}>
        {t('transport.fromProfile', { name: profile.data.name })}
      </Box>
      <Box component="dl" sx={{ m: 0 }}>
        <Fact label={t('transport.telemetryTopic')}>
          <code>{text(settings.deviceTelemetryTopic)}</code>
        </Fact>
        <Fact label={t('transport.attributesTopic')}>
          <code>{text(settings.deviceAttributesTopic)}</code>
        </Fact>
        <Fact label={t('transport.payload')}>{text(payload?.transportPayloadType) || 'JSON'}</Fact>
      </Box>
    </Box>
  );
}
