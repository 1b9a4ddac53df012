import type { BundleDefinition } from '../type-definition.ts';
import { bars, doughnut, pie, pieWithLegend, polarArea, radar } from './share-charts.ts';
import { stateChart, timeseriesBarChart, timeseriesLineChart } from './time-charts.ts';

export const charts: BundleDefinition = {
  alias: 'charts',
  title: 'Charts',
  description: 'Values over time as lines, bars and states, and latest values as bars, pies, rings and radars.',
  types: [
    ...[bars, doughnut, pieWithLegend, polarArea, radar, pie],
    ...[stateChart, timeseriesLineChart, timeseriesBarChart],
  ],
};
