import { libraryController, type TypeParameters } from '../controller.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { type ConfigPart, functionKey, simulated, simulatedBy } from '../widget-config.ts';
import { type ChartKind, chartForm, seriesForm } from './chart-form.ts';

/** What the library calls the chart. */
type FlotKind = 'line' | 'state' | 'bar';

const controllerOf = (kind: FlotKind, parameters?: TypeParameters) =>
  libraryController(
    '',
    `new TbFlot(self.ctx${kind === 'line' ? '' : `, '${kind}'`})`,
    parameters ? { parameters } : {},
  );

const legendConfig = (shows: object = {}) => ({
  direction: 'column',
  position: 'bottom',
  sortDataKeys: false,
  showMin: false,
  showMax: false,
  showAvg: false,
  showTotal: false,
  ...shows,
});

const minute = (type: string): ConfigPart => ({
  timewindow: { realtime: { interval: 1000, timewindowMs: 60_000 }, aggregation: { type, limit: 25_000 } },
  showLegend: true,
});

/** Ten of a minute, so that bars do not touch. */
const inTens: ConfigPart = {
  timewindow: { realtime: { interval: 6000, timewindowMs: 60_000 }, aggregation: { type: 'AVG', limit: 200 } },
  showLegend: true,
};

const settingsOf = (kind: ChartKind) => ({ settings: chartForm(kind), keySettings: seriesForm(kind) });

/** Decides on a state by the time: on for most of it. */
const SWITCHING = 'return Math.sin(time / 4000) > -0.3 ? 1 : 0;';
const STATE_TEXT = "return value > 0 && value <= 1 ? 'On' : value === 0 ? 'Off' : '';";

/** widgets.md §4.5 */
export const timeseriesLineChart: TypeDefinition = {
  alias: 'basic_timeseries',
  name: 'Timeseries Line Chart',
  description:
    'How values change over time, as lines or areas; with thresholds, several axes and an earlier period beside it.',
  type: 'timeseries',
  size: [8, 5],
  controller: controllerOf('line'),
  ...settingsOf('graph'),
  config: {
    ...minute('AVG'),
    legendConfig: legendConfig({ showAvg: true }),
    datasources: [
      simulated([
        { label: 'Temperature', middle: 22, swing: 5, period: 40 },
        { label: 'Humidity', middle: 50, swing: 15, period: 60 },
      ]),
    ],
  },
};

export const stateChart: TypeDefinition = {
  alias: 'state_chart',
  name: 'State Chart',
  description: 'Since when something is on or off, open or closed: a value stands until the next one comes.',
  type: 'timeseries',
  size: [8, 5],
  controller: controllerOf('state', { stateData: true }),
  ...settingsOf('graph'),
  preset: {
    yaxis: { min: 0, max: 1.2, tickSize: 1, ticksFormatter: STATE_TEXT },
    tooltipValueFormatter: STATE_TEXT,
  },
  config: {
    ...minute('NONE'),
    legendConfig: legendConfig(),
    datasources: [
      simulatedBy('Simulated device', [
        functionKey('Pump', SWITCHING, 0, { settings: { fillLines: true } }),
        functionKey('Door', 'return Math.cos(time / 6500) > 0.4 ? 1 : 0;', 1),
      ]),
    ],
  },
};

export const timeseriesBarChart: TypeDefinition = {
  alias: 'timeseries_bars_flot',
  name: 'Timeseries Bar Chart',
  description: 'Sums, averages or counts of equal stretches of time as bars, beside or on top of each other.',
  type: 'timeseries',
  size: [8, 5],
  controller: controllerOf('bar'),
  ...settingsOf('bar'),
  preset: { stack: true },
  config: {
    ...inTens,
    legendConfig: legendConfig({ showAvg: true }),
    datasources: [
      simulated([
        { label: 'Line 1', middle: 40, swing: 15, decimals: 0, period: 45 },
        { label: 'Line 2', middle: 30, swing: 12, decimals: 0, period: 70 },
      ]),
    ],
  },
};
