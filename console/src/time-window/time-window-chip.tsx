import { Box, Dialog, Popover, Tooltip, useMediaQuery } from '@mui/material';
import { lazy, Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { locale } from '../i18n/i18n.ts';
import { aggregationText, displayText, nominalLength, type Translate, zoneText } from './display.ts';
import {
  DEFAULT_MAX_DATAPOINTS_LIMIT,
  HISTORY_FIXED,
  HISTORY_LAST_INTERVAL,
  historyType,
  REALTIME_TAB,
  type TimeWindow,
} from './model.ts';

const loadPanel = async () => ({ default: (await import('./time-window-panel.tsx')).TimeWindowPanel });
const TimeWindowPanel = lazy(loadPanel);

/** Where there is nothing but history the words need not say so. */
function withoutHistoryWord(window: TimeWindow): TimeWindow {
  const { history } = window;
  const type = historyType(history);
  if (!history || type === HISTORY_FIXED) return window;
  const { timewindowMs, quickInterval } = history;
  const section = type === HISTORY_LAST_INTERVAL ? { timewindowMs } : { quickInterval };
  return { selectedTab: REALTIME_TAB, realtime: { realtimeType: type === HISTORY_LAST_INTERVAL ? 0 : 1, ...section } };
}

/** The present time window as a button that opens its panel: beside it, or over the whole screen of a phone. */
export function TimeWindowChip(props: {
  value: TimeWindow;
  onChange: (window: TimeWindow) => void;
  aggregation?: boolean;
  timezone?: boolean;
  maxDatapoints?: number;
  isEdit?: boolean;
  compact?: boolean;
  /** Only what has happened is of interest: nothing is live. */
  historyOnly?: boolean;
}) {
  const { t } = useTranslation();
  const { value, compact = false } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const translate: Translate = (key, values) => t(key, values ?? {});
  const words = displayText(props.historyOnly ? withoutHistoryWord(value) : value, translate, locale);
  const grouped = props.aggregation ? aggregationText(value, translate, nominalLength(value)) : '';
  const zone = zoneText(value, Date.now());
  const text = [words, compact ? '' : grouped, zone].filter(Boolean).join(' · ');
  // Nothing is left to change when everything is hidden from viewers.
  const disabled =
    !props.isEdit && value.hideInterval === true && value.hideAggregation === true && value.hideAggInterval === true;
  const close = () => setOpen(false);
  const panel = (
    <TimeWindowPanel
      value={value}
      maxDatapoints={props.maxDatapoints ?? DEFAULT_MAX_DATAPOINTS_LIMIT}
      aggregation={props.aggregation ?? false}
      timezone={props.timezone ?? true}
      isEdit={props.isEdit ?? false}
      historyOnly={props.historyOnly}
      onCancel={close}
      onUpdate={(next) => {
        close();
        props.onChange(next);
      }}
    />
  );
  return (
    <>
      <Tooltip title={[words, grouped].filter(Boolean).join(' · ')}>
        <Box
          ref={button}
          component="button"
          type="button"
          disabled={disabled}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-label={`${t('timeWindow.title')}: ${text}`}
          onClick={() => setOpen(true)}
          // Whoever comes near is likely to open it.
          onPointerEnter={() => void loadPanel()}
          onFocus={() => void loadPanel()}
          sx={{
            display: 'inline-flex',
            alignItems: 'center',
            gap: 1.5,
            minWidth: 0,
            height: compact ? 24 : 30,
            px: compact ? 2 : 3,
            border: 0,
            borderRadius: '15px',
            font: 'inherit',
            fontSize: compact ? 12 : 13,
            color: 'var(--accent-text)',
            background: 'var(--accent-soft)',
            cursor: disabled ? 'default' : 'pointer',
            whiteSpace: 'nowrap',
            '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
          }}
        >
          <Icon name="clock" size={compact ? 13 : 16} />
          <span>{text}</span>
        </Box>
      </Tooltip>
      {open && (
        // Nothing opens before there is something in it.
        <Suspense>
          {phone ? (
            <Dialog fullScreen open onClose={close} slotProps={{ paper: { 'aria-label': t('timeWindow.title') } }}>
              {/* Without its tabs nothing in the panel says what it is. */}
              {props.historyOnly && (
                <Box component="h2" sx={{ typography: 'h2', m: 0, p: '16px 16px 0' }}>
                  {t('timeWindow.title')}
                </Box>
              )}
              <Box sx={{ flex: 1, minHeight: 0 }}>{panel}</Box>
            </Dialog>
          ) : (
            <Popover
              open
              anchorEl={() => button.current as HTMLElement}
              onClose={close}
              anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
              slotProps={{
                paper: {
                  role: 'dialog',
                  'aria-label': t('timeWindow.title'),
                  sx: { mt: 1, border: '1px solid var(--line)', boxShadow: 'var(--shadow-2)' },
                },
              }}
            >
              {panel}
            </Popover>
          )}
        </Suspense>
      )}
    </>
  );
}
