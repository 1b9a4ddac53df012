import './panel/texts/texts.ts';
import { useTranslation } from 'react-i18next';
import { DateRangeEditor } from './date-range-editor.tsx';
import { intervalText } from './display.ts';
import { IntervalEditor } from './interval-editor.tsx';
import { SECOND } from './intervals.ts';
import {
  HISTORY_FIXED,
  HISTORY_INTERVAL,
  HISTORY_LAST_INTERVAL,
  REALTIME_INTERVAL,
  REALTIME_LAST_INTERVAL,
  REALTIME_TAB,
} from './model.ts';
import type { PanelPartProps } from './panel-draft.ts';
import { Choice, LabelledSelect } from './panel-parts.tsx';
import { CURRENT_QUICK_INTERVALS, QUICK_INTERVALS, type QuickInterval } from './quick-intervals.ts';
import { MAX_HISTORY, MAX_REALTIME } from './shown-range.ts';

/** Which time: the last hours or days, a period, or a calendar interval. */
export function RangePart({ draft, problemOf, onEdit }: PanelPartProps) {
  const { t } = useTranslation();
  const textOf = (interval: number) => intervalText(interval, (key, values) => t(key, values ?? {}));
  if (draft.tab === REALTIME_TAB) {
    return (
      <Choice
        label={t('timeWindowPanel.realtime')}
        value={draft.realtimeType}
        onChange={(realtimeType) => onEdit({ realtimeType })}
        options={[
          {
            value: REALTIME_LAST_INTERVAL,
            label: t('timeWindowPanel.last'),
            content: (
              <IntervalEditor
                label={t('timeWindowPanel.lastLength')}
                value={draft.realtimeMs}
                min={SECOND}
                max={MAX_REALTIME}
                problem={problemOf('realtimeMs')}
                textOf={textOf}
                onChange={(realtimeMs) => onEdit({ realtimeMs })}
              />
            ),
          },
          {
            value: REALTIME_INTERVAL,
            label: t('timeWindowPanel.interval'),
            content: (
              <QuickIntervalSelect
                offered={CURRENT_QUICK_INTERVALS}
                value={draft.realtimeQuick}
                onChange={(realtimeQuick) => onEdit({ realtimeQuick })}
              />
            ),
          },
        ]}
      />
    );
  }
  return (
    <Choice
      label={t('timeWindowPanel.history')}
      value={draft.historyType}
      onChange={(historyType) => onEdit({ historyType })}
      options={[
        {
          value: HISTORY_LAST_INTERVAL,
          label: t('timeWindowPanel.last'),
          content: (
            <IntervalEditor
              label={t('timeWindowPanel.lastLength')}
              value={draft.historyMs}
              min={SECOND}
              max={MAX_HISTORY}
              problem={problemOf('historyMs')}
              textOf={textOf}
              onChange={(historyMs) => onEdit({ historyMs })}
            />
          ),
        },
        {
          value: HISTORY_FIXED,
          label: t('timeWindowPanel.period'),
          content: (
            <DateRangeEditor
              from={draft.from}
              to={draft.to}
              fromProblem={problemOf('from')}
              toProblem={problemOf('to')}
              onChange={onEdit}
            />
          ),
        },
        {
          value: HISTORY_INTERVAL,
          label: t('timeWindowPanel.interval'),
          content: (
            <QuickIntervalSelect
              offered={QUICK_INTERVALS}
              value={draft.historyQuick}
              onChange={(historyQuick) => onEdit({ historyQuick })}
            />
          ),
        },
      ]}
    />
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
      label={t('timeWindowPanel.interval')}
      value={props.offered.includes(props.value) ? props.value : 'CURRENT_DAY'}
      onChange={props.onChange}
      options={props.offered.map((interval) => ({ value: interval, label: t(`timeWindow.quick.${interval}`) }))}
    />
  );
}
