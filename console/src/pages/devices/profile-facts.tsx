import '../../device-profiles/texts/texts.ts';
import { Box } from '@mui/material';
import type { DeviceProfile } from '@signalbox/contract/device-profile';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getProfile } from '../../api/device-profiles.ts';
import { getRuleChain } from '../../api/rule-chains.ts';
import { failureLine } from '../../controls/error-text.ts';
import { Fact } from '../../controls/fact.tsx';

const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Topics and payload of a profile with MQTT settings of its own; nothing for other profiles. */
function TransportFacts({ profile }: { profile: DeviceProfile }) {
  const { t } = useTranslation();
  if (profile.transportType !== 'MQTT') return null;
  const settings: Readonly<Record<string, unknown>> = profile.profileData.transportConfiguration;
  const payload = settings.transportPayloadTypeConfiguration as Readonly<Record<string, unknown>> | undefined;
  return (
    <>
      <Fact label={t('profileFacts.telemetryTopic')}>
        <code>{text(settings.deviceTelemetryTopic)}</code>
      </Fact>
      <Fact label={t('profileFacts.attributesTopic')}>
        <code>{text(settings.deviceAttributesTopic)}</code>
      </Fact>
      <Fact label={t('profileFacts.payload')}>{text(payload?.transportPayloadType) || 'JSON'}</Fact>
    </>
  );
}

function RuleChainFact({ profile }: { profile: DeviceProfile }) {
  const { t } = useTranslation();
  const id = profile.defaultRuleChainId?.id;
  const chain = useQuery({
    queryKey: ['ruleChain', id],
    queryFn: () => getRuleChain(id ?? ''),
    enabled: id !== undefined,
  });
  const name = id === undefined ? t('deviceProfile.rootRuleChain') : (chain.data?.name ?? (chain.isError ? id : '…'));
  return <Fact label={t('profileFacts.ruleChain')}>{name}</Fact>;
}

/** What a device has from its profile. */
export function ProfileFacts({ profileId }: { profileId: string }) {
  const { t } = useTranslation();
  const profile = useQuery({ queryKey: ['profile', profileId], queryFn: () => getProfile(profileId) });
  if (profile.isError && !profile.data) {
    return (
      <Box role="status" sx={{ mt: 3, color: 'text.secondary', fontSize: 13 }}>
        {`${t('profileFacts.failed')} ${failureLine(profile.error)}.`}
      </Box>
    );
  }
  if (!profile.data) return null;
  const { name, description, transportType, provisionType, defaultQueueName } = profile.data;
  return (
    <Box component="section" aria-label={t('profileFacts.title')}>
      <Box component="h3" sx={{ typography: 'h3', m: '16px 0 2px' }}>
        {t('profileFacts.title')}
      </Box>
      <Box component="p" sx={{ m: '0 0 4px', color: 'text.secondary', fontSize: 13, overflowWrap: 'anywhere' }}>
        {t('profileFacts.fromProfile', { name })}
        {description ? ` ${description}` : ''}
      </Box>
      <Box component="dl" sx={{ m: 0 }}>
        <Fact label={t('profileFacts.transport')}>{t(`deviceProfile.transports.${transportType}`)}</Fact>
        <TransportFacts profile={profile.data} />
        <Fact label={t('profileFacts.provisioning')}>{t(`deviceProfile.provisions.${provisionType}`)}</Fact>
        <RuleChainFact profile={profile.data} />
        <Fact label={t('profileFacts.queue')}>{defaultQueueName ?? t('deviceProfile.mainQueue')}</Fact>
      </Box>
    </Box>
  );
}
