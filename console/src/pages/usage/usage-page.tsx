import './texts/texts.ts';
import { Box, Link as TextLink, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { USAGE_COUNTERS } from '@signalbox/contract/api-usage';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { findUsageState } from '../../api/api-usage.ts';
import { useAddress } from '../../app/use-address.ts';
import { useNow } from '../../controls/ago.tsx';
import { Icon } from '../../controls/icon.tsx';
import { LiveProblem } from '../../controls/live-problem.tsx';
import { Loaded } from '../../controls/loaded.tsx';
import { EmptyState } from '../../controls/states.tsx';
import { locale } from '../../i18n/i18n.ts';
import { FeatureCard } from './feature-card.tsx';
import { UsageChart } from './usage-chart.tsx';
import { monthStart, USAGE_PERIODS, type UsagePeriod } from './usage-periods.ts';
import { type FeatureUsage, useUsage, useUsageBars } from './use-usage.ts';

const ALL_COUNTERS = USAGE_COUNTERS.map(({ key }) => key);
const SERIES = ['var(--c1)', 'var(--c2)'] as const;

interface ChartsProps {
  stateId: string;
  feature: FeatureUsage;
  period: UsagePeriod;
  now: number;
  bars: ReturnType<typeof useUsageBars>;
  height: number;
}

/** A chart for each counter of a feature. */
function FeatureCharts({ feature, period, bars, height }: Omit<ChartsProps, 'stateId' | 'now'>) {
  const { t } = useTranslation();
  return (
    <Loaded from={bars} skeleton={<Box sx={{ height: height * feature.counters.length }} />}>
      {(found) =>
        feature.counters.map(({ key }, index) => (
          <UsageChart
            key={key}
            name={t(`usage.counter.${key}`)}
            period={period}
            bars={found.get(key) ?? []}
            color={SERIES[index % SERIES.length] as string}
            height={height}
          />
        ))
      }
    </Loaded>
  );
}

/** All features, with charts of one period. */
function AllFeatures(props: {
  stateId: string;
  features: readonly FeatureUsage[];
  values: ReturnType<typeof useUsage>['values'];
  now: number;
}) {
  const { t } = useTranslation();
  const { stateId, features, values, now } = props;
  const [search, setSearch] = useAddress();
  const period = USAGE_PERIODS.find((one) => one === search.get('period')) ?? 'day';
  const bars = useUsageBars(stateId, ALL_COUNTERS, period, now, values);
  return (
    <>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={period}
        aria-label={t('usage.period')}
        onChange={(_, next: UsagePeriod | null) => {
          if (next)
            setSearch(
              (now) => {
                if (next === 'day') now.delete('period');
                else now.set('period', next);
                return now;
              },
              { replace: true },
            );
        }}
        sx={{ mb: 3, flexWrap: 'wrap' }}
      >
        {USAGE_PERIODS.map((one) => (
          <ToggleButton key={one} value={one}>
            {t(`usage.${one}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Box
        sx={{
          display: 'grid',
          gap: 2.5,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(auto-fill, minmax(340px, 1fr))' },
          alignItems: 'stretch',
        }}
      >
        {features.map((feature) => (
          <FeatureCard key={feature.name} feature={feature} to={`/usage?feature=${feature.name}`}>
            <FeatureCharts feature={feature} period={period} bars={bars} height={72} />
          </FeatureCard>
        ))}
      </Box>
    </>
  );
}

function DetailsOfPeriod(props: {
  stateId: string;
  feature: FeatureUsage;
  period: UsagePeriod;
  values: ReturnType<typeof useUsage>['values'];
  now: number;
}) {
  const { t } = useTranslation();
  const { stateId, feature, period, values, now } = props;
  const bars = useUsageBars(stateId, ALL_COUNTERS, period, now, values);
  return (
    <Box component="section" aria-label={t(`usage.${period}`)} sx={{ display: 'grid', gap: 3, minWidth: 0 }}>
      <Box component="h3" sx={{ typography: 'h3', fontSize: 13, fontWeight: 580, m: '8px 0 0' }}>
        {t(`usage.${period}`)}
      </Box>
      <FeatureCharts feature={feature} period={period} bars={bars} height={140} />
    </Box>
  );
}

/** What the tenant uses: counts of this month against their limits, and how they came about. */
function Usage({ stateId }: { stateId: string }) {
  const { t } = useTranslation();
  const now = useNow();
  const usage = useUsage(stateId, now);
  const [search] = useAddress();
  const start = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(monthStart(now));
  return (
    <>
      <LiveProblem problem={usage.data ? usage.error : undefined} />
      <Loaded from={{ data: usage.data, error: usage.data ? undefined : usage.error, refetch: usage.retry }}>
        {(features) => {
          const chosen = features.find(({ name }) => name === search.get('feature'));
          return chosen ? (
            <>
              <TextLink
                component={Link}
                to="/usage"
                color="var(--accent-text)"
                sx={{ display: 'inline-flex', alignItems: 'center', gap: 1, mb: 2, fontSize: 13 }}
              >
                <Icon name="chevronLeft" size={14} />
                {t('usage.all')}
              </TextLink>
              <Box component="p" sx={{ color: 'text.secondary', m: '0 0 14px', maxWidth: 640 }}>
                {t('usage.textFeature', { start })}
              </Box>
              <Box sx={{ maxWidth: 960 }}>
                <FeatureCard feature={chosen}>
                  {USAGE_PERIODS.map((period) => (
                    <DetailsOfPeriod
                      key={period}
                      stateId={stateId}
                      feature={chosen}
                      period={period}
                      values={usage.values}
                      now={now}
                    />
                  ))}
                </FeatureCard>
              </Box>
            </>
          ) : (
            <>
              <Box component="p" sx={{ color: 'text.secondary', m: '0 0 14px', maxWidth: 640 }}>
                {t('usage.text', { start })}
              </Box>
              <AllFeatures stateId={stateId} features={features} values={usage.values} now={now} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** What the tenant has used this month of what it may use. */
export function UsagePage() {
  const { t } = useTranslation();
  const state = useQuery({ queryKey: ['usage', 'state'], queryFn: async () => (await findUsageState()) ?? null });
  return (
    <Box sx={{ flex: 1, overflow: 'auto', p: { xs: 3, sm: '16px 20px' } }}>
      <Box component="h1" sx={{ typography: 'h1', m: '0 0 6px' }}>
        {t('usage.page')}
      </Box>
      <Loaded from={state}>
        {(id) =>
          id === null ? (
            <EmptyState icon="chart" title={t('usage.missing')} text={t('usage.missingText')} />
          ) : (
            <Usage stateId={id} />
          )
        }
      </Loaded>
    </Box>
  );
}
