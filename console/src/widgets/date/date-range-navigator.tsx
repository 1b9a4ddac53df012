import './texts/texts.ts';
import { Box, Button, IconButton, MenuItem, Select, Tooltip } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionStore } from '../../api/browser-storage.ts';
import { DialogPopover } from '../../controls/dialog-popover.tsx';
import { Icon } from '../../controls/icon.tsx';
import { shownRange } from '../../time-window/shown-range.ts';
import { timezoneShift } from '../../time-window/subscription-window.ts';
import { zoomedTimeWindow } from '../../time-window/zoom.ts';
import { settingsOf } from '../model.ts';
import type { WidgetProps } from '../widget-type.ts';
import {
  type DateRange,
  LENGTHS,
  type Length,
  lengthOf,
  presetOf,
  rangeUpToToday,
  stepped,
  withLength,
} from './date-range.ts';
import { type NavigatorSettings, navigatorSettings } from './navigator-settings.ts';
import { RangePanel } from './range-panel.tsx';
import { rememberedRange, rememberRange } from './remembered-range.ts';

/** Width from which the fields stand side by side, px. */
const WIDE = 520;
/** Heights from which there is room for the labels of the fields, px. */
const LABELLED_ROW = 60;
const LABELLED_COLUMN = 190;
/** Asks for the shortest buckets that a period may have, ms. */
const SHORTEST_INTERVAL = 10;

/** Sets the period of the whole dashboard, and moves it step by step. */
export function DateRangeNavigator({ widget, dashboardTime, width, height, locale }: WidgetProps) {
  const { t } = useTranslation();
  const settings = navigatorSettings(settingsOf(widget));
  const [step, setStep] = useState(settings.stepSize);
  const { window, isChosen } = dashboardTime;
  const now = Date.now();
  /** What the clock of the dashboard says, read as one of the browser. */
  const clock = now + timezoneShift(window.timezone, now);
  const shown = shownRange(window, now, locale);
  const range: DateRange = { start: shown.startTimeMs, end: shown.endTimeMs };

  /** What was chosen last; it may not be drawn yet when the next step is taken. */
  const latest = useRef(range);
  useEffect(() => {
    latest.current = { start: shown.startTimeMs, end: shown.endTimeMs };
  }, [shown.startTimeMs, shown.endTimeMs]);

  const show = (next: DateRange, replace = false) =>
    dashboardTime.set(zoomedTimeWindow(window, next.start, next.end, SHORTEST_INTERVAL), replace);
  const choose = (next: DateRange) => {
    latest.current = next;
    if (settings.useSessionStorage) {
      rememberRange(sessionStore, next, presetOf(next, clock, settings.firstDayOfWeek) ?? rangeText(next, locale, t));
    }
    show(next);
  };
  // A period in the address counts more: of a page that is loaded again, or a link that somebody shared.
  const begin = useRef(() => {
    if (isChosen) return;
    const kept = settings.useSessionStorage ? rememberedRange(sessionStore) : undefined;
    show(kept ?? rangeUpToToday(clock, settings.initialInterval), true);
  });
  useEffect(() => begin.current(), []);

  const length = lengthOf(range);
  const isColumn = width < WIDE;
  const hideLabels = settings.hideLabels || height < (isColumn ? LABELLED_COLUMN : LABELLED_ROW);
  return (
    <Box
      sx={{
        m: 'auto 0',
        display: 'flex',
        flexDirection: isColumn ? 'column' : 'row',
        alignItems: isColumn ? 'stretch' : 'flex-end',
        gap: 2,
        minHeight: 0,
        overflow: 'auto',
        p: '3px',
      }}
    >
      <Labelled label={t('dateRange.period')} hideLabels={hideLabels} grow={2}>
        <Period range={range} clock={clock} settings={settings} locale={locale} onChange={choose} />
      </Labelled>
      {!settings.hideInterval && (
        <Labelled label={t('dateRange.length')} hideLabels={hideLabels}>
          <LengthSelect
            label={t('dateRange.length')}
            value={length}
            onChange={(next) => choose(withLength(latest.current, next))}
          />
        </Labelled>
      )}
      <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 1, flex: settings.hideStepSize ? 'none' : '1 1 0' }}>
        <StepButton direction={-1} step={step} onClick={() => choose(stepped(latest.current, step, -1))} />
        {settings.hideStepSize ? (
          <Box sx={{ flex: 1 }} />
        ) : (
          <Labelled label={t('dateRange.step')} hideLabels={hideLabels}>
            <LengthSelect label={t('dateRange.step')} value={step} onChange={setStep} />
          </Labelled>
        )}
        <StepButton direction={1} step={step} onClick={() => choose(stepped(latest.current, step, 1))} />
      </Box>
    </Box>
  );
}

function rangeText({ start, end }: DateRange, locale: string, t: ReturnType<typeof useTranslation>['t']): string {
  const isWholeDays = new Date(start).getHours() === 0 && new Date(end + 1).getHours() === 0;
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    ...(isWholeDays ? {} : { timeStyle: 'short' as const }),
  });
  const [from, to] = [format.format(start), format.format(end)];
  return from === to ? from : t('dateRange.range', { start: from, end: to });
}

/** The period in words, and unless settings hide it the way to choose another. */
function Period(props: {
  range: DateRange;
  clock: number;
  settings: NavigatorSettings;
  locale: string;
  onChange: (range: DateRange) => void;
}) {
  const { t } = useTranslation();
  const { range, clock, settings, locale } = props;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const preset = presetOf(range, clock, settings.firstDayOfWeek);
  const text = settings.showTemplate && preset ? t(`dateRange.preset.${preset}`) : rangeText(range, locale, t);
  if (settings.hidePicker) return <Box sx={{ lineHeight: '36px', fontSize: 14 }}>{text}</Box>;
  return (
    <>
      <Button
        fullWidth
        variant="outlined"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-label={t('dateRange.periodIs', { range: text })}
        startIcon={<Icon name="clock" size={16} />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        sx={{ minHeight: 36, justifyContent: 'flex-start', textAlign: 'start', lineHeight: 1.3 }}
      >
        {text}
      </Button>
      <DialogPopover label={t('dateRange.period')} anchor={anchor} onClose={() => setAnchor(null)}>
        <RangePanel
          range={range}
          now={clock}
          settings={settings}
          locale={locale}
          onCancel={() => setAnchor(null)}
          onChange={(next) => {
            setAnchor(null);
            props.onChange(next);
          }}
        />
      </DialogPopover>
    </>
  );
}

function Labelled(props: { label: string; hideLabels: boolean; grow?: number; children: ReactNode }) {
  return (
    <Box sx={{ flex: `${props.grow ?? 1} 1 auto`, minWidth: 0 }}>
      {!props.hideLabels && (
        <Box aria-hidden="true" sx={{ fontSize: 12, fontWeight: 550, color: 'text.secondary', mb: 0.5 }}>
          {props.label}
        </Box>
      )}
      {props.children}
    </Box>
  );
}

/** One of the offered lengths; undefined is none of them. */
function LengthSelect(props: { label: string; value: Length | undefined; onChange: (value: Length) => void }) {
  const { t } = useTranslation();
  return (
    <Select
      fullWidth
      displayEmpty
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.target.value as Length)}
      SelectDisplayProps={{ 'aria-label': props.label }}
    >
      {props.value === undefined && (
        <MenuItem value="" disabled>
          {t('dateRange.otherLength')}
        </MenuItem>
      )}
      {LENGTHS.map((length) => (
        <MenuItem key={length} value={length}>
          {t(`dateRange.lengths.${length}`)}
        </MenuItem>
      ))}
    </Select>
  );
}

function StepButton(props: { direction: -1 | 1; step: Length; onClick: () => void }) {
  const { t } = useTranslation();
  const step = t(`dateRange.lengths.${props.step}`);
  const label = props.direction === -1 ? t('dateRange.earlier', { step }) : t('dateRange.later', { step });
  return (
    <Tooltip title={label}>
      <IconButton aria-label={label} onClick={props.onClick} sx={{ width: 36, height: 36, flex: 'none' }}>
        <Icon name={props.direction === -1 ? 'chevronLeft' : 'chevronRight'} />
      </IconButton>
    </Tooltip>
  );
}
