import { withBarPlaces } from './bar-places.ts';
import { withCalendarBars } from './calendar-bars.ts';
import { axisOf, timeAxes, type ValueAxis, valueAxes } from './chart-axes.ts';
import { CHART_FONT, type ChartInput, type Option } from './chart-input.ts';
import { chartLook } from './chart-look.ts';
import { comparedOption, comparedRow, seriesOption } from './chart-series.ts';
import { tooltipOption } from './chart-tooltip.ts';
import { plotMargins } from './plot-margins.ts';

/** The ECharts option of a chart over time. */
export function chartOption(input: ChartInput): Option {
  const { data, config } = input;
  const axes: ValueAxis[] = [];
  const series: Option[] = [];
  data.rows.forEach((row, index) => {
    const axis = axisOf(row, index, config);
    let axisIndex = axes.findIndex(({ id }) => id === axis.id);
    if (axisIndex < 0) axisIndex = axes.push(axis) - 1;
    series.push(seriesOption(input, row, index, axisIndex));
    const compared = comparedRow(input, index);
    if (compared) series.push(comparedOption(input, compared, index, axisIndex));
  });
  if (axes.length === 0) axes.push({ id: 'unit', unit: '', settings: undefined });
  const look = chartLook(config, input.colors);
  const { frame, ground } = look;
  const isFramed = frame !== null || ground !== null;
  return {
    animation: false,
    textStyle: { fontFamily: CHART_FONT },
    grid: {
      ...plotMargins(input),
      ...{ containLabel: true, show: isFramed },
      ...(isFramed ? { backgroundColor: ground ?? 'transparent', borderWidth: frame?.width ?? 0 } : {}),
      ...(frame ? { borderColor: frame.color } : {}),
    },
    xAxis: timeAxes(input, look),
    yAxis: valueAxes(input, axes, look),
    tooltip: tooltipOption(input),
    series:
      data.calendar && input.calendarBars
        ? withCalendarBars(series, data.calendar)
        : withBarPlaces(series, axes.length, input),
  };
}
