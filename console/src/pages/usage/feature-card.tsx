import { Box, Link as TextLink } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon, type IconName } from '../../controls/icon.tsx';
import { UsageMeter, UsageStateChip } from './usage-state.tsx';
import type { FeatureUsage } from './use-usage.ts';

const ICONS: Readonly<Record<FeatureUsage['name'], IconName>> = {
  TRANSPORT: 'devices',
  DB: 'table',
  RE: 'rules',
  JS: 'code',
  EMAIL: 'mail',
  SMS: 'message',
  ALARM: 'alarm',
};

/** A feature with its state, what was used of its limits, and charts. */
export function FeatureCard(props: {
  feature: FeatureUsage;
  /** Where its details are; absent on their own page. */
  to?: string;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { feature, to } = props;
  const name = t(`usage.feature.${feature.name}`);
  return (
    <Box
      component="section"
      aria-label={name}
      sx={{
        background: 'var(--surface)',
        border: '1px solid var(--line)',
        borderRadius: '8px',
        boxShadow: 'var(--shadow)',
        p: '14px 16px',
        minWidth: 0,
        display: 'grid',
        gap: 3,
        alignContent: 'start',
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 24 }}>
        <Icon name={ICONS[feature.name]} size={16} />
        <Box component="h2" sx={{ typography: 'h3', fontSize: 14, fontWeight: 580, m: 0, flex: 1, minWidth: 0 }}>
          {to ? (
            <TextLink component={Link} to={to} color="inherit" underline="hover">
              {name}
            </TextLink>
          ) : (
            name
          )}
        </Box>
        <UsageStateChip state={feature.state} />
      </Box>
      {feature.state === 'DISABLED' && (
        <Box component="p" sx={{ m: 0, fontSize: 13, color: 'var(--critical)' }}>
          {t(`usage.stopped.${feature.name}`)}
        </Box>
      )}
      {feature.counters.map(({ key, count, limit }) => (
        <UsageMeter
          key={key}
          name={t(`usage.counter.${key}`)}
          count={count}
          limit={limit}
          state={limit > 0 && count >= limit ? 'DISABLED' : feature.state === 'WARNING' ? 'WARNING' : 'ENABLED'}
        />
      ))}
      {props.children}
    </Box>
  );
}
