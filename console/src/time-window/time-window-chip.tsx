import { Box, Dialog, IconButton, Popover, Tooltip, useMediaQuery } from '@mui/material';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../controls/icon.tsx';
import { lazyPart } from '../controls/lazy-part.tsx';
import { usePopoverBelow } from '../controls/use-popover-below.ts';
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
import { neighbourTimeWindow, reachesNow, widenedTimeWindow } from './shown-range.ts';

const TimeWindowPanel = lazyPart(async () => (await import('./time-window-panel.tsx')).TimeWindowPanel);

interface ChipProps {
  value: TimeWindow;
  onChange: (window: TimeWindow) => void;
  aggregation?: boolean;
  timezone?: boolean;
  maxDatapoints?: number;
  isEdit?: boolean;
  /** Lower, and without the aggregation. */
  compact?: boolean;
  /** Too little room for the buttons beside it. */
  narrow?: boolean;
  /** What the room for its words depends on: with it, words that would be cut off are left out, and its icon stands alone. */
  within?: string;
  /** Offers no live windows. */
  historyOnly?: boolean;
}

/** Without live windows the text need not say that it is history. */
function withoutHistoryWord(window: TimeWindow): TimeWindow {
  const { history } = window;
  const type = historyType(history);
  if (!history || type === HISTORY_FIXED) return window;
  const { timewindowMs, quickInterval } = history;
  const section = type === HISTORY_LAST_INTERVAL ? { timewindowMs } : { quickInterval };
  return { selectedTab: REALTIME_TAB, realtime: { realtimeType: type === HISTORY_LAST_INTERVAL ? 0 : 1, ...section } };
}

/** The current time window as a button that opens its panel; beside it the ways to earlier, later and longer times. */
export function TimeWindowChip(props: ChipProps) {
  const { t } = useTranslation();
  const { value, onChange, compact = false } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const translate: Translate = (key, values) => t(key, values ?? {});
  const words = displayText(props.historyOnly ? withoutHistoryWord(value) : value, translate, locale);
  const grouped = props.aggregation ? aggregationText(value, translate, nominalLength(value)) : '';
  const zone = zoneText(value, Date.now());
  const text = [words, compact ? '' : grouped, zone].filter(Boolean).join(' · ');
  const label = useRef<HTMLSpanElement>(null);
  const place = props.within && `${props.within} ${text}`;
  /** Where the words did not fit. */
  const [tight, setTight] = useState('');
  const isTight = tight === place;
  useLayoutEffect(() => {
    const { scrollWidth = 0, clientWidth = 0 } = label.current ?? {};
    if (place && scrollWidth > clientWidth) setTight(place);
  }, [place]);
  const fixedRange = !props.isEdit && value.hideInterval === true;
  // Nothing is left to change when everything is hidden from viewers.
  const hidesGrouping = value.hideAggregation === true && value.hideAggInterval === true;
  const isFixed = fixedRange && (!props.aggregation || hidesGrouping);
  const close = () => setOpen(false);
  return (
    <Box
      sx={{
        display: 'inline-flex',
        alignItems: 'center',
        minWidth: 0,
        maxWidth: '100%',
        flex: isTight ? 'none' : '0 1 auto',
      }}
    >
      {!fixedRange && !props.narrow && (
        <StepButton
          icon="chevronLeft"
          label={t('timeWindow.earlier')}
          compact={compact}
          onClick={() => onChange(neighbourTimeWindow(value, -1, Date.now(), locale))}
        />
      )}
      <Tooltip title={isFixed ? t('timeWindow.fixed') : [words, grouped, zone].filter(Boolean).join(' · ')}>
        <Box
          ref={button}
          component="button"
          type="button"
          aria-disabled={isFixed}
          aria-haspopup="dialog"
          aria-expanded={open}
          aria-label={`${t('timeWindow.title')}: ${text}`}
          onClick={() => setOpen(!isFixed)}
          // Load the panel when the pointer comes near: a click is likely to follow.
          onPointerEnter={() => TimeWindowPanel.preload()}
          onFocus={() => TimeWindowPanel.preload()}
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
            cursor: isFixed ? 'default' : 'pointer',
            whiteSpace: 'nowrap',
            '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
          }}
        >
          <Icon name="clock" size={compact ? 13 : 16} />
          {!isTight && <span ref={label}>{text}</span>}
        </Box>
      </Tooltip>
      {!fixedRange && !props.narrow && <LaterAndLonger {...props} />}
      {open && <PanelPlace {...props} anchor={button} onClose={close} />}
    </Box>
  );
}

function LaterAndLonger({ value, onChange, compact = false }: ChipProps) {
  const { t } = useTranslation();
  const now = Date.now();
  const atEnd = reachesNow(value, now, locale);
  const widened = widenedTimeWindow(value, now, locale);
  const isLongest = nominalLength(widened) <= nominalLength(value);
  return (
    <>
      <StepButton
        icon="chevronRight"
        label={t('timeWindow.later')}
        reason={atEnd ? t('timeWindow.atEnd') : undefined}
        compact={compact}
        onClick={() => onChange(neighbourTimeWindow(value, 1, Date.now(), locale))}
      />
      <StepButton
        icon="zoomOut"
        label={t('timeWindow.longer')}
        reason={isLongest ? t('timeWindow.longest') : undefined}
        compact={compact}
        onClick={() => onChange(widened)}
      />
    </>
  );
}

function StepButton(props: {
  icon: IconName;
  label: string;
  /** Why it is disabled. */
  reason?: string | undefined;
  compact: boolean;
  onClick: () => void;
}) {
  const isOff = props.reason !== undefined;
  return (
    <Tooltip title={props.reason ?? props.label}>
      <IconButton
        size="small"
        aria-label={isOff ? `${props.label}: ${props.reason}` : props.label}
        aria-disabled={isOff}
        onClick={() => !isOff && props.onClick()}
        sx={{
          p: props.compact ? 1 : 1.75,
          flex: 'none',
          opacity: isOff ? 0.4 : 1,
          cursor: isOff ? 'default' : 'pointer',
        }}
      >
        <Icon name={props.icon} size={16} />
      </IconButton>
    </Tooltip>
  );
}

/** The panel beside the chip, or over the whole screen of a phone. */
function PanelPlace(props: ChipProps & { anchor: { current: HTMLElement | null }; onClose: () => void }) {
  const { t } = useTranslation();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const place = usePopoverBelow('start');
  const panel = (
    <TimeWindowPanel
      value={props.value}
      maxDatapoints={props.maxDatapoints ?? DEFAULT_MAX_DATAPOINTS_LIMIT}
      aggregation={props.aggregation ?? false}
      timezone={props.timezone ?? true}
      isEdit={props.isEdit ?? false}
      historyOnly={props.historyOnly}
      onCancel={props.onClose}
      onUpdate={(next) => {
        props.onClose();
        props.onChange(next);
      }}
    />
  );
  return (
    // Nothing opens before there is something in it.
    <Suspense>
      {phone ? (
        <Dialog fullScreen open onClose={props.onClose} slotProps={{ paper: { 'aria-label': t('timeWindow.title') } }}>
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
          anchorEl={() => props.anchor.current as HTMLElement}
          onClose={props.onClose}
          {...place}
          slotProps={{
            paper: {
              role: 'dialog',
              'aria-label': t('timeWindow.title'),
              sx: { mt: 1, border: '1px solid var(--line)', boxShadow: 'var(--shadow-2)', display: 'flex' },
            },
          }}
        >
          {panel}
        </Popover>
      )}
    </Suspense>
  );
}
