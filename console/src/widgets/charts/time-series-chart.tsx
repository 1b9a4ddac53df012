import { Box } from '@mui/material';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { completeLegend } from '../runtime/legend.ts';
import type { WidgetProps } from '../widget-props.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import type { ChartKind } from './chart-input.ts';
import { chartOption } from './chart-option.ts';
import { Legend } from './legend.tsx';
import { useChartColors } from './theme-colors.ts';

function TimeSeriesChart({ kind, ...props }: WidgetProps & { kind: ChartKind }) {
  const { t } = useTranslation();
  const { widget, data, width, height, locale, scripts, comparison } = props;
  const { config } = widget;
  const colors = useChartColors();
  const [toggled, setToggled] = useState<ReadonlySet<number>>(new Set());
  const hidden = useMemo(() => {
    const off = new Set<number>();
    data.rows.forEach((row, index) => {
      if ((row.dataKey.settings.hideDataByDefault === true) !== toggled.has(index)) off.add(index);
    });
    return off;
  }, [data.rows, toggled]);
  const comparedTime = String(config.settings?.timeForComparison ?? 'previousInterval');
  const texts = useMemo(
    () => ({
      compared: (label: string) =>
        t('widget.comparedWith', {
          label,
          time: t([`widget.comparedTime.${comparedTime}`, 'widget.comparedTime.previousInterval']),
        }),
    }),
    [t, comparedTime],
  );
  const option = useMemo(
    () => chartOption({ kind, data, config, colors, hidden, locale, width, height, scripts, comparison, texts }),
    [kind, data, config, colors, hidden, locale, width, height, scripts, comparison, texts],
  );
  const legend = completeLegend(config.legendConfig, true);
  const order = legend.position === 'top' || legend.position === 'left' ? 'reverse' : '';
  const sideways = legend.position === 'left' || legend.position === 'right';
  const toggle = (index: number) => {
    const next = new Set(toggled);
    if (!next.delete(index)) next.add(index);
    setToggled(next);
  };
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        display: 'flex',
        gap: 1.5,
        flexDirection: sideways ? `row${order ? '-reverse' : ''}` : `column${order ? '-reverse' : ''}`,
      }}
    >
      <ChartCanvas
        option={option}
        label={t('widget.chartOf', { series: data.rows.map((row) => row.dataKey.label).join(', ') })}
        onSelect={props.onZoom}
        onReset={props.onResetZoom}
      />
      {(config.showLegend ?? true) && (
        <Legend rows={data.rows} config={legend} widget={config} hidden={hidden} onToggle={toggle} />
      )}
    </Box>
  );
}

export function LineChart(props: WidgetProps) {
  return <TimeSeriesChart {...props} kind="line" />;
}

export function TimeBarChart(props: WidgetProps) {
  return <TimeSeriesChart {...props} kind="bar" />;
}

export function StateChart(props: WidgetProps) {
  return <TimeSeriesChart {...props} kind="state" />;
}
