import { visibleColor } from '../drawing/colors.ts';
import { formatValue, isNumeric, keyFormat } from '../runtime/values.ts';
import { tickText } from './chart-axes.ts';
import { CHART_FONT, type ChartInput, type Option } from './chart-input.ts';

/** The option of the bar chart of latest values: one bar a key. */
export function latestBarsOption(input: Omit<ChartInput, 'kind' | 'hidden' | 'texts'>): Option {
  const { data, config, colors } = input;
  const rows = data.rows.filter((row) => isNumeric(row.data[0]?.[1]));
  const label = { color: colors.text3, fontSize: 11 };
  const units = new Set(rows.map((row) => keyFormat(row.dataKey, config).units));
  // One unit for all bars stands on the axis.
  const unit = units.size === 1 ? ([...units][0] ?? '') : '';
  return {
    animation: false,
    textStyle: { fontFamily: CHART_FONT },
    grid: { left: 4, right: 10, top: 10, bottom: 2, containLabel: true },
    xAxis: {
      type: 'category',
      data: rows.map((row) => row.dataKey.label),
      axisLine: { lineStyle: { color: colors.line } },
      axisTick: { show: false },
      axisLabel: {
        ...label,
        interval: 0,
        width: Math.max(30, input.width / Math.max(1, rows.length) - 6),
        overflow: 'truncate',
      },
    },
    yAxis: {
      type: 'value',
      axisLabel: { ...label, formatter: (value: number) => tickText(value, unit, undefined) },
      splitNumber: 4,
      splitLine: { lineStyle: { color: colors.line2 } },
    },
    tooltip: {
      trigger: 'item',
      confine: true,
      show: config.settings?.showTooltip !== false,
      backgroundColor: colors.surface,
      borderColor: colors.line,
      textStyle: { color: colors.text, fontSize: 12 },
      formatter(item: { dataIndex: number }) {
        const box = document.createElement('div');
        const row = rows[item.dataIndex];
        const format = row ? keyFormat(row.dataKey, config) : undefined;
        box.textContent = row
          ? `${row.dataKey.label}: ${formatValue(row.data[0]?.[1], format?.decimals ?? 2, format?.units)}`
          : '';
        return box;
      },
    },
    series: [
      {
        type: 'bar',
        barMaxWidth: 48,
        data: rows.map((row) => ({
          value: Number(row.data[0]?.[1]),
          itemStyle: { color: visibleColor(row.dataKey.color, colors.surface), borderRadius: [3, 3, 0, 0] },
        })),
      },
    ],
  };
}
