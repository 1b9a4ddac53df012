import './texts/texts.ts';
import { Box, Link } from '@mui/material';
import { ACTIVE_STATES } from '@signalbox/contract/rollout';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { getRollout, type RolloutRow } from '../../api/rollouts.ts';
import { Instant, useNow } from '../../controls/ago.tsx';
import { Fact } from '../../controls/fact.tsx';
import { type DetailsControls, EntityDetails } from '../../entity-page/entity-details.tsx';
import { EntityLink } from '../../entity-page/entity-link.tsx';
import { formatNumber, formatRoughDuration } from '../../i18n/format.ts';
import { DevicesTab } from './devices-tab.tsx';
import { ROLLOUTS } from './query-key.ts';
import { stateWords } from './rollout-words.ts';
import { WaveBars } from './wave-bars.tsx';

/** ms between two looks while it is under way. */
const EVERY = 2000;

/** Everything about one roll-out, as it goes on. */
export function RolloutDetails({ controls }: { controls: DetailsControls<RolloutRow> }) {
  const { t } = useTranslation();
  // The same query as that of the details: it is asked again by itself.
  useQuery({
    queryKey: [...ROLLOUTS, 'one', controls.id],
    queryFn: () => getRollout(controls.id),
    refetchInterval: ({ state }) => (state.data && ACTIVE_STATES.includes(state.data.state) ? EVERY : false),
  });
  return (
    <EntityDetails<RolloutRow, never>
      controls={controls}
      queryKey={ROLLOUTS}
      load={getRollout}
      kind={t('rollouts.rollout')}
      describe={(rollout) => ({
        title: rollout.name,
        subtitle: <span aria-live="polite">{stateWords(t, rollout)}</span>,
        after: <Overview rollout={rollout} />,
        tabs: [{ id: 'devices', label: t('rollouts.devices'), render: () => <DevicesTab rollout={rollout} /> }],
      })}
    />
  );
}

/** How long a wave that has succeeded is still watched. */
function Soak({ until }: { until: number }) {
  const { t } = useTranslation();
  const left = Math.max(0, until - useNow());
  return <Box sx={{ fontSize: 13 }}>{t('rollouts.soaking', { time: formatRoughDuration(left) })}</Box>;
}

function Overview({ rollout }: { rollout: RolloutRow }) {
  const { t } = useTranslation();
  const { guard, packageId, packageTitle, packageVersion } = rollout;
  const name = `${packageTitle} ${packageVersion}`;
  const share = (value: number | null) =>
    value === null ? t('rollouts.any') : t('rollouts.percent', { value: formatNumber(value) });
  return (
    <>
      <WaveBars waves={rollout.waves} current={rollout.wave} />
      {rollout.soakUntil !== null && rollout.state === 'RUNNING' && <Soak until={rollout.soakUntil} />}
      <Box component="dl" sx={{ m: 0 }}>
        <Fact label={t(`rollouts.types.${rollout.type}`)}>
          {packageId ? (
            <Link component={RouterLink} to={`/otaUpdates/${packageId}`} color="var(--accent-text)" underline="hover">
              {name}
            </Link>
          ) : (
            `${name} · ${t('rollouts.gone')}`
          )}
        </Fact>
        <Fact label={t('rollouts.profile')}>
          {rollout.deviceProfileName === null ? (
            t('rollouts.gone')
          ) : (
            <EntityLink
              entityType="DEVICE_PROFILE"
              id={rollout.deviceProfileId}
              name={rollout.deviceProfileName}
              color="var(--accent-text)"
            />
          )}
        </Fact>
        <Fact label={t('rollouts.maxFailedShare')}>{share(guard.maxFailedShare)}</Fact>
        {guard.maxFailed !== null && <Fact label={t('rollouts.maxFailed')}>{formatNumber(guard.maxFailed)}</Fact>}
        <Fact label={t('rollouts.minSucceededShare')}>{share(guard.minSucceededShare)}</Fact>
        <Fact label={t('rollouts.silence')}>{formatRoughDuration(guard.silenceSeconds * 1000)}</Fact>
        <Fact label={t('rollouts.soak')}>
          {guard.soakSeconds === 0 ? t('rollouts.none') : formatRoughDuration(guard.soakSeconds * 1000)}
        </Fact>
        {guard.badFilters.length > 0 && (
          <Fact label={t('rollouts.badFilters')}>{guard.badFilters.map(({ key }) => key.key).join(', ')}</Fact>
        )}
        <Fact label={t('rollouts.onTrip')}>{t(`rollouts.trips.${guard.onTrip}`)}</Fact>
        <Fact label={t('rollouts.approval')}>{t(guard.approval ? 'rollouts.person' : 'rollouts.itself')}</Fact>
        {rollout.startedTime !== null && (
          <Fact label={t('rollouts.started')}>
            <Instant ts={rollout.startedTime} />
          </Fact>
        )}
        {rollout.endedTime !== null && (
          <Fact label={t('rollouts.ended')}>
            <Instant ts={rollout.endedTime} />
          </Fact>
        )}
      </Box>
    </>
  );
}
