import './panel/texts/texts.ts';
import { CALENDAR_INTERVALS } from '@signalbox/contract/interval-type';
import { useTranslation } from 'react-i18next';
import { fitsCalendar, usualLength } from './calendar-grouping.ts';
import { shortIntervalText } from './display.ts';
import { IntervalEditor } from './interval-editor.tsx';
import { maxInterval, minInterval, snappedInterval, suitableInterval } from './intervals.ts';
import { LimitEditor } from './limit-editor.tsx';
import { draftLength, type PanelPartProps } from './panel-draft.ts';

/** The bucket length that values are aggregated over, or how many raw values are read. */
export function GroupingPart({ draft, problemOf, onEdit, maxDatapoints }: PanelPartProps & { maxDatapoints: number }) {
  const { t } = useTranslation();
  if (draft.aggregation === 'NONE') {
    return (
      <LimitEditor
        value={draft.limit}
        max={maxDatapoints}
        problem={problemOf('limit')}
        onChange={(limit) => onEdit({ limit })}
      />
    );
  }
  // While the range makes no sense, the grouping stays as it is.
  const length = draftLength(draft) ?? (draft.grouping || 1) * 100;
  const min = minInterval(length);
  const max = maxInterval(length);
  return (
    <IntervalEditor
      label={t('timeWindowPanel.grouping')}
      value={draft.grouping === 0 ? suitableInterval(length) : draft.grouping}
      min={min}
      max={max}
      problem={problemOf('grouping')}
      textOf={(interval) => shortIntervalText(interval, (key, values) => t(key, values ?? {}))}
      onChange={(grouping) => onEdit({ grouping, calendar: null })}
      others={CALENDAR_INTERVALS.filter(
        (interval) => interval === draft.calendar || fitsCalendar(interval, length),
      ).map((interval) => ({ value: interval, label: t(`timeWindowPanel.calendar.${interval}`) }))}
      other={draft.calendar}
      // Those who know no calendar get something like it.
      onOther={(calendar) => onEdit({ calendar, grouping: snappedInterval(usualLength(calendar), min, max) })}
    />
  );
}
