import './texts/texts.ts';
import '../alarms/alarm-words.css';
import { Box } from '@mui/material';
import type { AlarmRuleFiring } from '@signalbox/contract/alarm-rule-try';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '../i18n/format.ts';
import { activeSpans } from './active-spans.ts';

const COLOURS = {
  CRITICAL: 'var(--critical)',
  MAJOR: 'var(--major)',
  MINOR: 'var(--minor)',
  WARNING: 'var(--warning)',
  INDETERMINATE: 'var(--ok)',
} as const;

/** A period as a line: coloured while the alarm would have been active. What it shows is in the list below, too. */
export function TryLine(props: { firings: readonly AlarmRuleFiring[]; startTs: number; endTs: number }) {
  const { t } = useTranslation();
  const { firings, startTs, endTs } = props;
  const share = (ts: number) => `${(100 * (ts - startTs)) / Math.max(1, endTs - startTs)}%`;
  return (
    <Box>
      <Box
        role="img"
        aria-label={t('alarmRule.try.line', { formatted: formatNumber(firings.length), count: firings.length })}
        sx={{ position: 'relative', height: 16, borderRadius: '4px', background: 'var(--line-2)', overflow: 'hidden' }}
      >
        {activeSpans(firings, endTs).map((span) => (
          <Box
            key={`${span.from} ${span.severity}`}
            sx={{ position: 'absolute', insetBlock: 0, minWidth: 2 }}
            style={{
              insetInlineStart: share(span.from),
              width: `calc(${share(span.to)} - ${share(span.from)})`,
              background: COLOURS[span.severity],
            }}
          />
        ))}
      </Box>
      <Box
        className="num"
        sx={{ display: 'flex', justifyContent: 'space-between', mt: 1, fontSize: 12, color: 'text.secondary' }}
      >
        <span>{formatDateTime(startTs)}</span>
        <span>{formatDateTime(endTs)}</span>
      </Box>
    </Box>
  );
}
