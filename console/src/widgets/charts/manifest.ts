import { comparedValues, labelValues, latestNumbers, numbersOverTime, settingAttributes } from '../follows.ts';
import { defineWidget, type WidgetBundle } from '../widget-type.ts';
import { chartHasScripts } from './chart-functions.ts';

const line = defineWidget({
  data: numbersOverTime(),
  also: { comparison: comparedValues(), attributes: settingAttributes, labels: labelValues },
  shape: 'chart',
  hasScripts: chartHasScripts,
  load: async () => (await import('./time-series-chart.tsx')).LineChart,
});
const pie = defineWidget({
  data: latestNumbers,
  shape: 'pie',
  load: async () => (await import('./pie.tsx')).Pie,
});

export const bundle: WidgetBundle = {
  basic_timeseries: line,
  timeseries: line,
  timeseries_bars_flot: defineWidget({
    data: numbersOverTime(),
    also: { comparison: comparedValues(), attributes: settingAttributes, labels: labelValues },
    shape: 'chart',
    hasScripts: chartHasScripts,
    load: async () => (await import('./time-bar-chart.tsx')).TimeBarChart,
  }),
  state_chart: defineWidget({
    data: numbersOverTime({ states: true }),
    also: { comparison: comparedValues({ states: true }), attributes: settingAttributes, labels: labelValues },
    shape: 'chart',
    hasScripts: chartHasScripts,
    load: async () => (await import('./time-series-chart.tsx')).StateChart,
  }),
  pie,
  pie_chart_js: defineWidget({
    data: latestNumbers,
    shape: 'pie',
    load: async () => (await import('./pie.tsx')).NamedPie,
  }),
  doughnut_chart_js: defineWidget({
    data: latestNumbers,
    shape: 'pie',
    load: async () => (await import('./pie.tsx')).Doughnut,
  }),
  polar_area_chart_js: defineWidget({
    data: latestNumbers,
    shape: 'pie',
    load: async () => (await import('./spokes.tsx')).PolarArea,
  }),
  radar_chart_js: defineWidget({
    data: latestNumbers,
    shape: 'pie',
    load: async () => (await import('./spokes.tsx')).Radar,
  }),
  bars: defineWidget({
    data: latestNumbers,
    shape: 'chart',
    load: async () => (await import('./latest-bars.tsx')).LatestBars,
  }),
};
