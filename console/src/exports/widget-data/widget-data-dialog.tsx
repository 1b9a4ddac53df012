import '../texts/texts.ts';
import '../../time-window/texts/texts.ts';
import { Box, FormControlLabel, Radio, RadioGroup } from '@mui/material';
import { cutText } from '@signalbox/contract/cut-text';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportWidgetData } from '../../api/exports.ts';
import { intervalText } from '../../time-window/display.ts';
import { FileDialog } from '../file-dialog.tsx';
import {
  choicesOf,
  computedKeys,
  type FollowedByWidget,
  groupingOf,
  processedKeys,
  type TableChoice,
  type TableWords,
  widgetTable,
} from './widget-table.ts';

/** Sends what a widget shows as a file: all of it, whatever is on the screen. */
export default function WidgetDataDialog(props: { title: string; followed: FollowedByWidget; close: () => void }) {
  const { t } = useTranslation();
  // What the widget follows when the dialog opens is what goes into the file.
  const [followed] = useState(props.followed);
  const choices = choicesOf(followed);
  const [choice, setChoice] = useState<TableChoice>(choices[0] ?? 'latest');
  const computed = computedKeys(followed);
  const processed = processedKeys(followed);
  const grouping = groupingOf(followed);
  const words: TableWords = {
    time: (zone) => t('export.widget.time', { zone }),
    timeOfColumn: t('export.widget.timeOfColumn', { column: '{{column}}' }),
    entity: t('export.widget.entity'),
    period: t('export.widget.period'),
    shown: t('export.widget.shown'),
    compared: t('export.widget.compared'),
  };
  const notes = [
    ...(followed.also.comparison ? [t('export.widget.comparison')] : []),
    ...(followed.config.showLegend && followed.data.kind === 'timeseries' ? [t('export.widget.hidden')] : []),
    ...(computed.length > 0 ? [t('export.widget.computed', { keys: computed.join(', ') })] : []),
    ...(processed.length > 0 ? [t('export.widget.processed', { keys: processed.join(', ') })] : []),
  ];
  function shownAs(): string {
    if (!grouping) return '';
    const aggregation = t(`timeWindow.aggregationShort.${grouping.type}`);
    if (grouping.calendar) {
      return t('export.widget.asShownBy', {
        aggregation,
        calendar: t(`timeWindow.calendarShort.${grouping.calendar}`),
      });
    }
    const interval = intervalText(grouping.interval, (key, values) => t(key, values ?? {}));
    return t('export.widget.asShown', { aggregation, interval });
  }
  const labels: Record<TableChoice, string> = {
    latest: t('export.widget.latest'),
    latestWithTimes: t('export.widget.latestWithTimes'),
    asShown: shownAs(),
    allPoints: t('export.widget.allPoints'),
    alarms: t('export.widget.alarms'),
  };
  const text = {
    latest: t('export.widget.textLatest'),
    latestWithTimes: t('export.widget.textLatest'),
    asShown: t('export.widget.textSeries'),
    allPoints: t('export.widget.textSeries'),
    alarms: t('export.widget.textAlarms'),
  }[choice];

  return (
    <FileDialog
      title={t('export.widget.title', { title: props.title })}
      text={text}
      name={props.title}
      fetch={async (format, options) => {
        const table = widgetTable(followed, choice, { format, name: cutText(props.title, 200) }, words);
        if (!table) throw new Error(t('export.widget.nothing'));
        return exportWidgetData(table, options);
      }}
      choices={(isRunning) => (
        <>
          {choices.length > 1 && (
            <RadioGroup
              aria-label={t('export.widget.what')}
              value={choice}
              onChange={(_, value) => setChoice(value as TableChoice)}
            >
              {choices.map((one) => (
                <FormControlLabel
                  key={one}
                  value={one}
                  disabled={isRunning}
                  control={<Radio size="small" />}
                  label={labels[one]}
                />
              ))}
            </RadioGroup>
          )}
          {notes.length > 0 && (
            <Box component="ul" sx={{ m: 0, paddingInlineStart: 5, fontSize: 13, color: 'text.secondary' }}>
              {notes.map((note) => (
                <li key={note}>{note}</li>
              ))}
            </Box>
          )}
        </>
      )}
      close={props.close}
    />
  );
}
