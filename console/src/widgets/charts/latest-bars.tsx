import './bars.ts';
import '../texts/texts.ts';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useChartColors } from '../drawing/theme-colors.ts';
import type { WidgetProps } from '../widget-type.ts';
import { ChartCanvas } from './chart-canvas.tsx';
import { latestBarsOption } from './latest-bars-option.ts';

/** One bar for the latest value of each key. */
export function LatestBars({ widget, data, width, height, locale }: WidgetProps) {
  const { t } = useTranslation();
  const colors = useChartColors();
  const option = useMemo(
    () => latestBarsOption({ data, config: widget.config, colors, width, height, locale }),
    [data, widget.config, colors, width, height, locale],
  );
  return (
    <ChartCanvas
      option={option}
      label={t('widget.chartOf', { series: data.rows.map((row) => row.dataKey.label).join(', ') })}
    />
  );
}
