import '../time-window/texts/texts.ts';
import './texts/texts.ts';
import { Box } from '@mui/material';
import { useTranslation } from 'react-i18next';
import { SwitchInput } from '../controls/switch-input.tsx';
import { defaultTimeWindow, type TimeWindow } from '../time-window/model.ts';
import { TimeWindowChip } from '../time-window/time-window-chip.tsx';
import type { WidgetConfig, WidgetKind } from '../widgets/model.ts';

/** Whether a widget has a time window of its own, which it is, and whether viewers may change it. */
export function OwnTimeWindow(props: {
  kind: WidgetKind;
  config: WidgetConfig;
  onChange: (config: WidgetConfig) => void;
  /** What its own one begins with. */
  dashboardTimeWindow?: TimeWindow | undefined;
  maxDatapoints?: number | undefined;
}) {
  const { t } = useTranslation();
  const { config, onChange } = props;
  const isShared = config.useDashboardTimewindow !== false;
  const timeWindow = config.timewindow ?? props.dashboardTimeWindow ?? defaultTimeWindow(Date.now());
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SwitchInput
        label={t('source.dashboardTimeWindow')}
        checked={isShared}
        onChange={(useDashboardTimewindow) =>
          onChange({
            ...config,
            useDashboardTimewindow,
            ...(useDashboardTimewindow ? {} : { timewindow: timeWindow }),
          })
        }
      />
      <SwitchInput
        label={t('source.displayTimeWindow')}
        checked={config.displayTimewindow !== false}
        disabled={isShared}
        onChange={(displayTimewindow) => onChange({ ...config, displayTimewindow })}
      />
      {!isShared && (
        <Box>
          <TimeWindowChip
            value={timeWindow}
            isEdit
            aggregation={props.kind === 'timeseries'}
            {...(props.maxDatapoints === undefined ? {} : { maxDatapoints: props.maxDatapoints })}
            onChange={(timewindow) => onChange({ ...config, timewindow })}
          />
        </Box>
      )}
    </Box>
  );
}
