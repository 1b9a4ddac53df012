import { type BundleReferences, NONE, OWN, type TypeReference } from './common.ts';

const LEGEND_KEY = { hideDataByDefault: false, disableDataHiding: false, removeFromLegend: false };

const chart = (kind: 'graph' | 'bar') => ({
  stack: false,
  ...(kind === 'graph' ? { smoothLines: false } : { defaultBarWidth: 600, barAlignment: 'left' }),
  thresholdsLineWidth: NONE,
  shadowSize: 4,
  fontColor: '#545454',
  fontSize: 10,
  tooltipIndividual: false,
  tooltipCumulative: false,
  tooltipValueFormatter: '',
  hideZeros: false,
  showTooltip: true,
  grid: {
    color: '#545454',
    backgroundColor: null,
    tickColor: '#DDDDDD',
    outlineWidth: 1,
    verticalLines: true,
    horizontalLines: true,
  },
  xaxis: { showLabels: true, title: null, color: null },
  yaxis: {
    min: null,
    max: null,
    tickDecimals: 0,
    tickSize: null,
    showLabels: true,
    title: null,
    color: null,
    ticksFormatter: '',
  },
  comparisonEnabled: false,
  timeForComparison: 'previousInterval',
  comparisonCustomIntervalValue: 7_200_000,
  xaxisSecond: { axisPosition: 'top', showLabels: true, title: null },
  customLegendEnabled: false,
  dataKeysListForLabels: [{ name: NONE, type: 'attribute' }],
});

const series = (kind: 'graph' | 'bar') => ({
  ...LEGEND_KEY,
  excludeFromStacking: false,
  showLines: kind === 'graph',
  fillLines: false,
  showPoints: false,
  showPointShape: 'circle',
  pointShapeFormatter: OWN,
  showPointsLineWidth: 5,
  showPointsRadius: 3,
  tooltipValueFormatter: '',
  showSeparateAxis: false,
  axisMin: null,
  axisMax: null,
  axisTitle: '',
  axisTickDecimals: null,
  axisTickSize: null,
  axisPosition: 'left',
  axisTicksFormatter: '',
  thresholds: [
    {
      thresholdValueSource: 'predefinedValue',
      thresholdEntityAlias: NONE,
      thresholdAttribute: NONE,
      thresholdValue: NONE,
      lineWidth: NONE,
      color: NONE,
    },
  ],
  comparisonSettings: { showValuesForComparison: true, comparisonValuesLabel: '', color: '' },
});

const shares = (name: string, ...size: [number, number]): TypeReference => ({
  name,
  type: 'latest',
  size,
  settings: { showTooltip: true },
});

export const CHARTS: BundleReferences = {
  charts: {
    title: 'Charts',
    types: {
      bars: shares('Bars', 7, 5),
      doughnut_chart_js: {
        ...shares('Doughnut', 7, 5),
        settings: {
          showTooltip: true,
          borderWidth: 5,
          borderColor: '#fff',
          legend: { display: true, labelsFontColor: '#666' },
        },
      },
      pie_chart_js: shares('Pie - Chart.js', 8, 5),
      polar_area_chart_js: shares('Polar Area', 7, 5),
      radar_chart_js: shares('Radar', 7, 5),
      pie: {
        name: 'Pie- Flot',
        type: 'latest',
        size: [8, 5],
        settings: {
          radius: 1,
          innerRadius: 0,
          animatedPie: false,
          tilt: 1,
          stroke: { color: '', width: 0 },
          showTooltip: true,
          showLabels: false,
          fontColor: '#545454',
          fontSize: 10,
        },
        keySettings: LEGEND_KEY,
        sources: { sliceClick: false },
      },
      state_chart: {
        name: 'State Chart',
        type: 'timeseries',
        size: [8, 5],
        settings: chart('graph'),
        keySettings: series('graph'),
        parameters: { stateData: true },
      },
      basic_timeseries: {
        name: 'Timeseries Line Chart',
        type: 'timeseries',
        size: [8, 5],
        settings: chart('graph'),
        keySettings: series('graph'),
      },
      timeseries_bars_flot: {
        name: 'Timeseries Bar Chart',
        type: 'timeseries',
        size: [8, 5],
        settings: chart('bar'),
        keySettings: series('bar'),
      },
    },
  },
};
