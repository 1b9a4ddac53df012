import './panel/texts/texts.ts';
import { Box, Button, Tab, Tabs } from '@mui/material';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { locale } from '../i18n/i18n.ts';
import { shortIntervalText } from './display.ts';
import { GroupingPart } from './grouping-part.tsx';
import { AGGREGATION_TYPES, HISTORY_TAB, REALTIME_TAB, type TimeWindow } from './model.ts';
import { type Draft, type DraftField, draftOf, draftProblems, editedDraft, windowOf } from './panel-draft.ts';
import { HideablePart, LabelledSelect } from './panel-parts.tsx';
import { QuickRangeList } from './quick-range-list.tsx';
import { RangePart } from './range-part.tsx';
import { TimezoneSelect } from './timezone-select.tsx';

export interface TimeWindowPanelProps {
  value: TimeWindow;
  maxDatapoints: number;
  /** Points can be put together, so the panel asks how. */
  aggregation: boolean;
  timezone: boolean;
  /** While a dashboard is edited: checkboxes hide parts from its viewers. */
  isEdit: boolean;
  /** Offers history only. */
  historyOnly?: boolean | undefined;
  onUpdate: (window: TimeWindow) => void;
  onCancel: () => void;
}

/** Everything about a time window: live or past, how long, how points are put together, in which zone. */
export function TimeWindowPanel(props: TimeWindowPanelProps) {
  const { t } = useTranslation();
  const { value, isEdit, maxDatapoints } = props;
  const reasonId = useId();
  const [opened] = useState(() =>
    draftOf(value, { now: Date.now(), maxDatapoints, locale, historyOnly: props.historyOnly ?? false }),
  );
  const [draft, setDraft] = useState(opened);
  const problems = draftProblems(draft, { now: Date.now(), maxDatapoints, aggregation: props.aggregation });
  const isWrong = Object.keys(problems).length > 0;
  const reason = isWrong ? t('timeWindowPanel.problem.some') : draft === opened ? t('timeWindowPanel.unchanged') : '';
  const edit = (part: Partial<Draft>) => setDraft(editedDraft(draft, part));
  const problemOf = (field: DraftField) => {
    const problem = problems[field];
    const lengths = Object.entries(problem?.lengths ?? {}).map(
      ([name, length]) => [name, shortIntervalText(length, (key, values) => t(key, values ?? {}))] as const,
    );
    return problem && t(problem.key, { ...problem.values, ...Object.fromEntries(lengths) });
  };
  const part = { draft, problemOf, onEdit: edit };
  const mayHide = (name: 'hideInterval' | 'hideAggregation' | 'hideAggInterval' | 'hideTimezone') =>
    isEdit ? { checked: draft[name], onChange: (hidden: boolean) => edit({ [name]: hidden }) } : undefined;
  const isHidden = (flag: boolean) => flag && !isEdit;

  return (
    <Box
      component="form"
      noValidate
      aria-label={t('timeWindow.title')}
      onSubmit={(event) => {
        event.preventDefault();
        if (!reason) props.onUpdate(windowOf(draft, value, Date.now()));
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') props.onCancel();
      }}
      // One size, whatever is chosen in it.
      sx={{
        display: 'flex',
        flexDirection: 'column',
        width: { xs: '100%', sm: 620 },
        maxWidth: '100%',
        height: { xs: '100%', sm: 548 },
        maxHeight: '100%',
      }}
    >
      {!props.historyOnly && !isHidden(draft.hideInterval) && (
        <Tabs
          value={draft.tab}
          onChange={(_, tab: number) => edit({ tab })}
          sx={{ px: 4, borderBottom: '1px solid var(--line)', flex: 'none' }}
        >
          <Tab value={REALTIME_TAB} label={t('timeWindowPanel.realtime')} />
          <Tab value={HISTORY_TAB} label={t('timeWindowPanel.history')} />
        </Tabs>
      )}
      <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: { xs: 'column', sm: 'row' } }}>
        {!isHidden(draft.hideInterval) && <QuickRangeList window={value} tab={draft.tab} onPick={props.onUpdate} />}
        <Box sx={{ px: 4, py: 2, overflow: 'auto', flex: 1, display: 'flex', flexDirection: 'column', gap: 2 }}>
          {!isHidden(draft.hideInterval) && (
            <HideablePart hide={mayHide('hideInterval')} name={t('timeWindow.title')}>
              <RangePart {...part} />
            </HideablePart>
          )}
          {props.aggregation && !isHidden(draft.hideAggregation) && (
            <HideablePart hide={mayHide('hideAggregation')} name={t('timeWindowPanel.aggregation')}>
              <LabelledSelect
                label={t('timeWindowPanel.aggregation')}
                value={draft.aggregation}
                onChange={(aggregation) => edit({ aggregation })}
                options={AGGREGATION_TYPES.map((type) => ({
                  value: type,
                  label: t(`timeWindowPanel.aggregationType.${type}`),
                }))}
              />
            </HideablePart>
          )}
          {props.aggregation && !isHidden(draft.hideAggInterval) && (
            <HideablePart hide={mayHide('hideAggInterval')} name={t('timeWindowPanel.grouping')}>
              <GroupingPart {...part} maxDatapoints={maxDatapoints} />
            </HideablePart>
          )}
          {props.timezone && !isHidden(draft.hideTimezone) && (
            <HideablePart hide={mayHide('hideTimezone')} name={t('timeWindowPanel.timezone')}>
              <Box sx={{ fontSize: 13, fontWeight: 550, mb: 1.5 }}>{t('timeWindowPanel.timezone')}</Box>
              <TimezoneSelect value={draft.timezone} onChange={(timezone) => edit({ timezone })} />
            </HideablePart>
          )}
        </Box>
      </Box>
      <Box
        sx={{
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          p: 3,
          borderTop: '1px solid var(--line)',
          flex: 'none',
        }}
      >
        <Box id={reasonId} role="status" sx={{ flex: 1, px: 1, fontSize: 13, color: 'text.secondary' }}>
          {reason}
        </Box>
        <Button onClick={props.onCancel}>{t('action.cancel')}</Button>
        <Button type="submit" variant="contained" color="primary" disabled={reason !== ''} aria-describedby={reasonId}>
          {t('timeWindowPanel.update')}
        </Button>
      </Box>
    </Box>
  );
}
