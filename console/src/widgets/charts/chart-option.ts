import { withCalendarBars } from './calendar-bars.ts';
import { axisOf, timeAxes, type ValueAxis, valueAxes } from './chart-axes.ts';
import { CHART_FONT, type ChartInput, type Option } from './chart-input.ts';
import { comparedOption, comparedRow, seriesOption } from './chart-series.ts';
import { tooltipOption } from './chart-tooltip.ts';

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
  return {
    animation: false,
    textStyle: { fontFamily: CHART_FONT },
    grid: { left: 4, right: 10, top: 10, bottom: 2, containLabel: true },
    xAxis: timeAxes(input),
    yAxis: valueAxes(input, axes),
    tooltip: tooltipOption(input),
    series: data.calendar && input.calendarBars ? withCalendarBars(series, data.calendar) : series,
  };
}
