import { useTranslation } from 'react-i18next';
import { shortIntervalText } from './display.ts';
import { IntervalEditor } from './interval-editor.tsx';
import { maxInterval, minInterval, suitableInterval } from './intervals.ts';
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
  return (
    <IntervalEditor
      label={t('timeWindow.grouping')}
      value={draft.grouping === 0 ? suitableInterval(length) : draft.grouping}
      min={minInterval(length)}
      max={maxInterval(length)}
      problem={problemOf('grouping')}
      textOf={(interval) => shortIntervalText(interval, (key, values) => t(key, values ?? {}))}
      onChange={(grouping) => onEdit({ grouping })}
    />
  );
}
