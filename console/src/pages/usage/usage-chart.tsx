import { Box } from '@mui/material';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../i18n/format.ts';
import { locale } from '../../i18n/i18n.ts';
import { scaleTop, type UsageBar, type UsagePeriod } from './usage-periods.ts';

const FORMATS: Readonly<Record<UsagePeriod, Intl.DateTimeFormatOptions>> = {
  day: { hour: '2-digit', minute: '2-digit' },
  week: { weekday: 'short', day: 'numeric' },
  // Months are those of UTC.
  year: { month: 'short', timeZone: 'UTC' },
};
const LONG_FORMATS: Readonly<Record<UsagePeriod, Intl.DateTimeFormatOptions>> = {
  day: { dateStyle: 'medium', timeStyle: 'short' },
  week: { dateStyle: 'medium' },
  year: { month: 'long', year: 'numeric', timeZone: 'UTC' },
};
/** Every so many bars has its time below it. */
const LABEL_STEP: Readonly<Record<UsagePeriod, number>> = { day: 6, week: 1, year: 2 };
const STEP_WORDS = { day: 'usage.perHour', week: 'usage.perDay', year: 'usage.perMonth' } as const;

/** Counts over a period as bars, with the numbers as a table for those who cannot see it. */
export function UsageChart(props: {
  name: string;
  period: UsagePeriod;
  bars: readonly UsageBar[];
  color: string;
  height: number;
}) {
  const { t } = useTranslation();
  const { name, period, bars, color, height } = props;
  const formats = useMemo(
    () => ({
      short: new Intl.DateTimeFormat(locale, FORMATS[period]),
      long: new Intl.DateTimeFormat(locale, LONG_FORMATS[period]),
    }),
    [period],
  );
  const max = Math.max(...bars.map(({ count }) => count));
  const top = scaleTop(max);
  const sum = bars.reduce((all, { count }) => all + count, 0);
  const step = t(STEP_WORDS[period]);
  const summary = t('usage.chart', { counter: name, step, sum: formatNumber(sum), max: formatNumber(max) });
  return (
    <Box component="figure" aria-label={summary} sx={{ m: 0, minWidth: 0 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 2, fontSize: 12, color: 'text.disabled' }}>
        <span>
          {name} {step}
        </span>
        <span className="num" aria-hidden="true">
          {sum > 0 && formatNumber(top)}
        </span>
      </Box>
      <Box
        aria-hidden="true"
        sx={{
          position: 'relative',
          height,
          mt: 1,
          display: 'flex',
          alignItems: 'flex-end',
          gap: '2px',
          borderBottom: '1px solid var(--line)',
          background: 'linear-gradient(var(--line-2), var(--line-2)) 0 0 / 100% 1px no-repeat',
        }}
      >
        {bars.map(({ ts, count }) => (
          <Box
            key={ts}
            title={`${formats.long.format(ts)}: ${formatNumber(count)}`}
            sx={{ flex: 1, minWidth: 0, height: '100%', display: 'flex', alignItems: 'flex-end' }}
          >
            <Box
              style={{ height: `${(count / top) * 100}%` }}
              sx={{ width: '100%', minHeight: count > 0 ? 2 : 0, background: color, borderRadius: '2px 2px 0 0' }}
            />
          </Box>
        ))}
        {sum === 0 && (
          <Box
            sx={{
              position: 'absolute',
              inset: 0,
              display: 'grid',
              placeItems: 'center',
              fontSize: 12,
              color: 'text.disabled',
            }}
          >
            {t('usage.noCounts')}
          </Box>
        )}
      </Box>
      <Box aria-hidden="true" sx={{ display: 'flex', gap: '2px', fontSize: 11, color: 'text.disabled', mt: '2px' }}>
        {bars.map(({ ts }, index) => (
          <Box key={ts} sx={{ flex: 1, minWidth: 0, height: 16, overflow: 'visible', whiteSpace: 'nowrap' }}>
            {index % LABEL_STEP[period] === 0 && <bdi>{formats.short.format(ts)}</bdi>}
          </Box>
        ))}
      </Box>
      <table className="visually-hidden">
        <caption>{summary}</caption>
        <thead>
          <tr>
            <th scope="col">{t('usage.when')}</th>
            <th scope="col">{t('usage.count')}</th>
          </tr>
        </thead>
        <tbody>
          {bars.map(({ ts, count }) => (
            <tr key={ts}>
              <th scope="row">{formats.long.format(ts)}</th>
              <td>{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
