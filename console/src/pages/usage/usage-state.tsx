import { Box } from '@mui/material';
import type { UsageState } from '@signalbox/contract/api-usage';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';

const COLORS: Readonly<Record<UsageState, { text: string; soft: string; bar: string }>> = {
  ENABLED: { text: 'var(--ok)', soft: 'var(--ok-soft)', bar: 'var(--accent)' },
  WARNING: { text: 'var(--major)', soft: 'var(--major-soft)', bar: 'var(--major)' },
  DISABLED: { text: 'var(--critical)', soft: 'var(--critical-soft)', bar: 'var(--critical)' },
};

/** Whether something may still be used, in words on its colour. */
export function UsageStateChip({ state }: { state: UsageState }) {
  const { t } = useTranslation();
  return (
    <Box
      component="span"
      sx={{
        flex: 'none',
        fontSize: 12,
        lineHeight: '20px',
        fontWeight: 560,
        p: '0 8px',
        borderRadius: '10px',
        color: COLORS[state].text,
        background: COLORS[state].soft,
      }}
    >
      {t(`usage.state.${state}`)}
    </Box>
  );
}

/** A count of this month, and how much of its limit it is. */
export function UsageMeter(props: { name: string; count: number; limit: number; state: UsageState }) {
  const { t } = useTranslation();
  const { name, count, limit, state } = props;
  const part = limit > 0 ? Math.min(1, count / limit) : 0;
  const percent = Math.floor(part * 100);
  return (
    <Box sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', justifyContent: 'space-between', gap: 2, flexWrap: 'wrap' }}>
        <Box component="span" sx={{ color: 'text.secondary', fontSize: 13 }}>
          {name}
        </Box>
        <Box component="span" sx={{ fontSize: 13 }}>
          <Box component="span" className="num" sx={{ fontSize: 20, fontWeight: 600, letterSpacing: '-0.01em' }}>
            {formatNumber(count)}
          </Box>
          <Box component="span" className="num" sx={{ color: 'text.disabled', marginInlineStart: '6px' }}>
            {limit > 0 ? `/ ${formatNumber(limit)}` : t('usage.noLimit')}
          </Box>
        </Box>
      </Box>
      <Box
        {...(limit > 0
          ? {
              role: 'meter',
              'aria-label': name,
              'aria-valuemin': 0,
              'aria-valuemax': limit,
              'aria-valuenow': Math.min(count, limit),
              'aria-valuetext': t('usage.usedPercent', { percent, limit: formatNumber(limit) }),
            }
          : { 'aria-hidden': true })}
        sx={{ height: 4, mt: '6px', borderRadius: 2, background: limit > 0 ? 'var(--line)' : 'transparent' }}
      >
        <Box
          style={{ width: `${part * 100}%` }}
          sx={{ height: '100%', borderRadius: 2, background: COLORS[state].bar }}
        />
      </Box>
    </Box>
  );
}
