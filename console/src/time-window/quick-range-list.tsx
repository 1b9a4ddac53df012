import './panel/texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { lastIntervalText } from './display.ts';
import type { TimeWindow } from './model.ts';
import { isQuickRange, QUICK_RANGES, quickTimeWindow } from './quick-ranges.ts';

/** The ranges that are used most: one click shows one. Beside the form, on phones over it. */
export function QuickRangeList(props: { window: TimeWindow; tab: number; onPick: (window: TimeWindow) => void }) {
  const { t } = useTranslation();
  const { window, tab } = props;
  return (
    <Box
      component="ul"
      aria-label={t('timeWindowPanel.quickRanges')}
      sx={{
        m: 0,
        p: 2,
        listStyle: 'none',
        flex: 'none',
        display: 'flex',
        flexDirection: { xs: 'row', sm: 'column' },
        gap: { xs: 1, sm: 0 },
        overflow: 'auto',
        width: { sm: 172 },
        borderInlineEnd: { sm: '1px solid var(--line)' },
        borderBottom: { xs: '1px solid var(--line)', sm: 0 },
      }}
    >
      {(QUICK_RANGES[tab] ?? []).map((range) => {
        const isShown = isQuickRange(window, tab, range);
        return (
          <li key={range}>
            <Box
              component="button"
              type="button"
              aria-current={isShown ? 'true' : undefined}
              onClick={() => props.onPick(quickTimeWindow(window, tab, range))}
              sx={{
                width: '100%',
                minHeight: { xs: 36, sm: 29 },
                px: 3,
                font: 'inherit',
                fontSize: 13,
                textAlign: 'start',
                whiteSpace: 'nowrap',
                color: isShown ? 'var(--accent-text)' : 'text.primary',
                background: isShown ? 'var(--accent-soft)' : 'none',
                border: { xs: '1px solid var(--line)', sm: 0 },
                borderRadius: '8px',
                cursor: 'pointer',
                '&:hover': { background: isShown ? 'var(--accent-soft)' : 'var(--surface-2)' },
              }}
            >
              {typeof range === 'number'
                ? t('timeWindow.lastLive', { interval: lastIntervalText(range, (key, values) => t(key, values ?? {})) })
                : t([`timeWindowPanel.quickRange.${range}`, `timeWindow.quick.${range}`])}
            </Box>
          </li>
        );
      })}
    </Box>
  );
}
