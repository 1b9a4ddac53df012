import './bars.ts';
import { type ChartProps, TimeSeriesChart } from './time-series-chart.tsx';

export function TimeBarChart(props: ChartProps) {
  return <TimeSeriesChart {...props} kind="bar" />;
}
