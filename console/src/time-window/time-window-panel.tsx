import {
  Box,
  Button,
  Checkbox,
  FormControlLabel,
  MenuItem,
  Radio,
  RadioGroup,
  Select,
  Slider,
  Tab,
  Tabs,
  TextField,
} from '@mui/material';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DateRangeEditor } from './date-range-editor.tsx';
import { nominalLength } from './display.ts';
import { IntervalEditor } from './interval-editor.tsx';
import { DAY, maxInterval, minInterval, SECOND, suitableInterval } from './intervals.ts';
import {
  AGGREGATION_TYPES,
  type AggregationType,
  type CompleteTimeWindow,
  completeTimeWindow,
  HISTORY_FIXED,
  HISTORY_INTERVAL,
  HISTORY_LAST_INTERVAL,
  HISTORY_TAB,
  MIN_DATAPOINTS_LIMIT,
  REALTIME_INTERVAL,
  REALTIME_LAST_INTERVAL,
  REALTIME_TAB,
  type TimeWindow,
} from './model.ts';
import { CURRENT_QUICK_INTERVALS, QUICK_INTERVALS, type QuickInterval } from './quick-intervals.ts';
import { TimezoneSelect } from './timezone-select.tsx';

export interface TimeWindowPanelProps {
  value: TimeWindow;
  maxDatapoints: number;
  /** Points can be put together, so how is asked too. */
  aggregation: boolean;
  timezone: boolean;
  /** The maker's view: what viewers may not change is marked with checkboxes. */
  isEdit: boolean;
  /** Offers history only. */
  historyOnly?: boolean | undefined;
  onUpdate: (window: TimeWindow) => void;
  onCancel: () => void;
}

/** Everything about a time window: live or past, how long, how points are put together, in which zone. */
export function TimeWindowPanel(props: TimeWindowPanelProps) {
  const { t } = useTranslation();
  const { isEdit, maxDatapoints } = props;
  const [edited, setEdited] = useState(() => completeTimeWindow(props.value, Date.now(), maxDatapoints));
  const [modified, setModified] = useState(false);
  /** Places where nothing usable stands, by name. */
  const [invalid, setInvalid] = useState<ReadonlySet<string>>(new Set());
  const tab = props.historyOnly ? HISTORY_TAB : edited.selectedTab;

  function change(part: Partial<CompleteTimeWindow>) {
    setEdited({ ...edited, ...part });
    setModified(true);
  }
  function mark(name: string, isInvalid: boolean) {
    const next = new Set(invalid);
    if (isInvalid) next.add(name);
    else next.delete(name);
    setInvalid(next);
    setModified(true);
  }

  const hidden = {
    interval: edited.hideInterval && !isEdit,
    aggregation: edited.hideAggregation && !isEdit,
    aggregationInterval: edited.hideAggInterval && !isEdit,
    timezone: edited.hideTimezone && !isEdit,
  };
  const section = tab === REALTIME_TAB ? edited.realtime : edited.history;
  const length = nominalLength({ ...edited, selectedTab: tab });
  const isRaw = edited.aggregation.type === 'NONE';

  function update() {
    const { interval } = section;
    // A bucket that no longer fits the window gives way to one that does.
    const bounded = interval === 0 ? 0 : Math.min(maxInterval(length), Math.max(minInterval(length), interval));
    const window: CompleteTimeWindow = { ...edited, selectedTab: tab };
    if (tab === REALTIME_TAB) window.realtime = { ...edited.realtime, interval: bounded };
    else window.history = { ...edited.history, interval: bounded };
    props.onUpdate(window);
  }

  return (
    <Box
      component="form"
      aria-label={t('timeWindow.title')}
      onSubmit={(event) => {
        event.preventDefault();
        if (modified && invalid.size === 0) update();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onCancel();
      }}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        minWidth: { sm: 417 },
        maxHeight: { xs: '100%', sm: 550 },
        height: { xs: '100%', sm: 'auto' },
      }}
    >
      {!props.historyOnly && (
        <Tabs
          value={tab}
          onChange={(_, next: number) => change({ selectedTab: next })}
          sx={{ px: 4, borderBottom: '1px solid var(--line)', flex: 'none' }}
        >
          <Tab value={REALTIME_TAB} label={t('timeWindow.realtime')} disabled={hidden.interval} />
          <Tab value={HISTORY_TAB} label={t('timeWindow.history')} disabled={hidden.interval} />
        </Tabs>
      )}
      <Box sx={{ p: 4, overflow: 'auto', flex: 1, display: 'flex', flexDirection: 'column', gap: 4 }}>
        {!hidden.interval && (
          <Part
            hide={
              isEdit
                ? { checked: edited.hideInterval, onChange: (hideInterval) => change({ hideInterval }) }
                : undefined
            }
          >
            {tab === REALTIME_TAB ? (
              <Choice
                label={t('timeWindow.realtime')}
                disabled={edited.hideInterval && !isEdit}
                value={edited.realtime.realtimeType}
                onChange={(realtimeType) => change({ realtime: { ...edited.realtime, realtimeType } })}
                options={[
                  {
                    value: REALTIME_LAST_INTERVAL,
                    label: t('timeWindow.last'),
                    content: (
                      <IntervalEditor
                        label={t('timeWindow.lastLength')}
                        value={invalid.has('realtime') ? null : edited.realtime.timewindowMs}
                        min={SECOND}
                        max={365 * DAY}
                        onChange={(timewindowMs) => {
                          mark('realtime', timewindowMs === null);
                          if (timewindowMs !== null) change({ realtime: { ...edited.realtime, timewindowMs } });
                        }}
                      />
                    ),
                  },
                  {
                    value: REALTIME_INTERVAL,
                    label: t('timeWindow.interval'),
                    content: (
                      <QuickIntervalSelect
                        offered={CURRENT_QUICK_INTERVALS}
                        value={edited.realtime.quickInterval}
                        onChange={(quickInterval) => change({ realtime: { ...edited.realtime, quickInterval } })}
                      />
                    ),
                  },
                ]}
              />
            ) : (
              <Choice
                label={t('timeWindow.history')}
                disabled={edited.hideInterval && !isEdit}
                value={edited.history.historyType}
                onChange={(historyType) => change({ history: { ...edited.history, historyType } })}
                options={[
                  {
                    value: HISTORY_LAST_INTERVAL,
                    label: t('timeWindow.last'),
                    content: (
                      <IntervalEditor
                        label={t('timeWindow.lastLength')}
                        value={invalid.has('history') ? null : edited.history.timewindowMs}
                        min={SECOND}
                        max={20 * 365 * DAY}
                        onChange={(timewindowMs) => {
                          mark('history', timewindowMs === null);
                          if (timewindowMs !== null) change({ history: { ...edited.history, timewindowMs } });
                        }}
                      />
                    ),
                  },
                  {
                    value: HISTORY_FIXED,
                    label: t('timeWindow.period'),
                    content: (
                      <DateRangeEditor
                        value={edited.history.fixedTimewindow}
                        onChange={(fixedTimewindow) => change({ history: { ...edited.history, fixedTimewindow } })}
                      />
                    ),
                  },
                  {
                    value: HISTORY_INTERVAL,
                    label: t('timeWindow.interval'),
                    content: (
                      <QuickIntervalSelect
                        offered={QUICK_INTERVALS}
                        value={edited.history.quickInterval}
                        onChange={(quickInterval) => change({ history: { ...edited.history, quickInterval } })}
                      />
                    ),
                  },
                ]}
              />
            )}
          </Part>
        )}
        {props.aggregation && !hidden.aggregation && (
          <Part
            hide={
              isEdit
                ? { checked: edited.hideAggregation, onChange: (hideAggregation) => change({ hideAggregation }) }
                : undefined
            }
          >
            <LabelledSelect
              label={t('timeWindow.aggregation')}
              value={edited.aggregation.type}
              onChange={(type) => change({ aggregation: { ...edited.aggregation, type: type as AggregationType } })}
              options={AGGREGATION_TYPES.map((type) => ({
                value: type,
                label: t(`timeWindow.aggregationType.${type}`),
              }))}
            />
          </Part>
        )}
        {props.aggregation && !hidden.aggregationInterval && (
          <Part
            hide={
              isEdit
                ? { checked: edited.hideAggInterval, onChange: (hideAggInterval) => change({ hideAggInterval }) }
                : undefined
            }
          >
            {isRaw ? (
              <LimitEditor
                value={edited.aggregation.limit}
                max={maxDatapoints}
                onChange={(limit) => change({ aggregation: { ...edited.aggregation, limit } })}
              />
            ) : (
              <IntervalEditor
                key={`${tab} ${length}`}
                label={t('timeWindow.grouping')}
                value={
                  section.interval === 0
                    ? suitableInterval(length)
                    : Math.min(maxInterval(length), Math.max(minInterval(length), section.interval))
                }
                min={minInterval(length)}
                max={maxInterval(length)}
                onChange={(interval) => {
                  const value = interval ?? 0;
                  if (tab === REALTIME_TAB) change({ realtime: { ...edited.realtime, interval: value } });
                  else change({ history: { ...edited.history, interval: value } });
                }}
              />
            )}
          </Part>
        )}
        {props.timezone && !hidden.timezone && (
          <Part
            hide={
              isEdit
                ? { checked: edited.hideTimezone, onChange: (hideTimezone) => change({ hideTimezone }) }
                : undefined
            }
          >
            <Box sx={{ fontSize: 13, fontWeight: 550, mb: 1.5 }}>{t('timeWindow.timezone')}</Box>
            <TimezoneSelect value={edited.timezone} onChange={(timezone) => change({ timezone })} />
          </Part>
        )}
      </Box>
      <Box
        sx={{
          display: 'flex',
          justifyContent: 'flex-end',
          gap: 2,
          p: 3,
          borderTop: '1px solid var(--line)',
          flex: 'none',
        }}
      >
        <Button onClick={props.onCancel}>{t('action.cancel')}</Button>
        <Button type="submit" variant="contained" color="primary" disabled={!modified || invalid.size > 0}>
          {t('timeWindow.update')}
        </Button>
      </Box>
    </Box>
  );
}

/** A part of the panel; the maker may hide it from viewers. */
function Part(props: {
  hide?: { checked: boolean; onChange: (hidden: boolean) => void } | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'flex', gap: 2 }}>
      {props.hide && (
        <FormControlLabel
          labelPlacement="top"
          label={t('timeWindow.hide')}
          control={
            <Checkbox
              size="small"
              checked={props.hide.checked}
              onChange={(_, checked) => props.hide?.onChange(checked)}
            />
          }
          slotProps={{ typography: { sx: { fontSize: 11, color: 'text.secondary' } } }}
          sx={{ m: 0, alignSelf: 'flex-start' }}
        />
      )}
      <Box sx={{ flex: 1, minWidth: 0 }}>{props.children}</Box>
    </Box>
  );
}

/** Radio buttons; the chosen one shows its fields. */
function Choice(props: {
  label: string;
  value: number;
  disabled: boolean;
  onChange: (value: number) => void;
  options: readonly { value: number; label: string; content: ReactNode }[];
}) {
  return (
    <RadioGroup aria-label={props.label} value={props.value} onChange={(_, value) => props.onChange(Number(value))}>
      {props.options.map((option) => (
        <Box key={option.value}>
          <FormControlLabel
            value={option.value}
            label={option.label}
            disabled={props.disabled}
            control={<Radio size="small" />}
          />
          {option.value === props.value && <Box sx={{ pl: { xs: 0, sm: 7 }, pb: 2 }}>{option.content}</Box>}
        </Box>
      ))}
    </RadioGroup>
  );
}

function LabelledSelect(props: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  options: readonly { value: string; label: string }[];
}) {
  const labelId = useId();
  return (
    <>
      <Box id={labelId} sx={{ fontSize: 13, fontWeight: 550, mb: 1.5 }}>
        {props.label}
      </Box>
      <Select
        size="small"
        fullWidth
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
        SelectDisplayProps={{ 'aria-labelledby': labelId }}
      >
        {props.options.map((option) => (
          <MenuItem key={option.value} value={option.value}>
            {option.label}
          </MenuItem>
        ))}
      </Select>
    </>
  );
}

function QuickIntervalSelect(props: {
  offered: readonly QuickInterval[];
  value: QuickInterval;
  onChange: (interval: QuickInterval) => void;
}) {
  const { t } = useTranslation();
  return (
    <LabelledSelect
      label={t('timeWindow.interval')}
      value={props.offered.includes(props.value) ? props.value : 'CURRENT_DAY'}
      onChange={(value) => props.onChange(value as QuickInterval)}
      options={props.offered.map((interval) => ({ value: interval, label: t(`timeWindow.quick.${interval}`) }))}
    />
  );
}

function LimitEditor(props: { value: number; max: number; onChange: (limit: number) => void }) {
  const { t } = useTranslation();
  const label = t('timeWindow.limit');
  return (
    <>
      <Box sx={{ fontSize: 13, fontWeight: 550, mb: 1 }}>{label}</Box>
      <Box sx={{ display: 'flex', gap: 4, alignItems: 'center' }}>
        <Slider
          size="small"
          aria-label={label}
          min={MIN_DATAPOINTS_LIMIT}
          max={props.max}
          value={props.value}
          onChange={(_, value) => props.onChange(value as number)}
        />
        <TextField
          size="small"
          type="number"
          value={props.value}
          onChange={(event) => {
            const limit = event.target.value === '' ? Number.NaN : Number(event.target.value);
            if (Number.isFinite(limit))
              props.onChange(Math.min(props.max, Math.max(MIN_DATAPOINTS_LIMIT, Math.floor(limit))));
          }}
          slotProps={{ htmlInput: { min: MIN_DATAPOINTS_LIMIT, max: props.max, 'aria-label': label } }}
          sx={{ width: 120, flex: 'none' }}
        />
      </Box>
    </>
  );
}
