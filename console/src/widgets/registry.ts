import type { ComponentType } from 'react';
import { actionsHaveScripts } from './actions.ts';
import { tablePage } from './cards/table-page.ts';
import { chartHasScripts } from './charts/chart-functions.ts';
import type { Widget, WidgetConfig } from './model.ts';
import type { DataPageLink } from './runtime/entity-query.ts';
import type { WidgetProps } from './widget-props.ts';

/** What the runtime must know of a widget type before it draws it. */
export interface WidgetTypeEntry {
  /** What its subscription follows; 'none' for widgets without data. */
  data: 'latest' | 'timeseries' | 'none';
  load: () => Promise<ComponentType<WidgetProps>>;
  /** Values hold until the next one. */
  stateData?: boolean;
  /** Only the first datasource and its first entity are used. */
  singleEntity?: boolean;
  /** May be drawn without any datasource or data. */
  dataOptional?: boolean;
  /** The widget pages on the server, beginning with this page. */
  firstPage?: (widget: Widget) => DataPageLink;
  /** Content reaches the edges of the widget (tables). */
  fullBleed?: boolean;
  /** Settings that hold functions. */
  hasScripts?: (config: WidgetConfig) => boolean;
}

const lineChart = async () => (await import('./charts/time-series-chart.tsx')).LineChart;
const gauge: WidgetTypeEntry = {
  data: 'latest',
  singleEntity: true,
  load: async () => (await import('./gauges/gauge.tsx')).Gauge,
};

const DIGITAL_GAUGES = [
  'gauge_justgage',
  'digital_thermometer',
  'digital_speedometer',
  'neon_gauge_justgage',
  'lcd_gauge',
  'lcd_bar_gauge',
  'simple_neon_gauge_justgage',
  'vertical_bar_justgage',
  'simple_gauge_justgage',
  'digital_bar',
  'mini_gauge_justgage',
  'horizontal_bar_justgage',
  'digital_vertical_bar',
];
const ANALOGUE_GAUGES = [
  'temperature_gauge_canvas_gauges',
  'temperature_radial_gauge_canvas_gauges',
  'speed_gauge_canvas_gauges',
  'radial_gauge_canvas_gauges',
];

function keysHaveFunctions(config: WidgetConfig): boolean {
  return (config.datasources ?? []).some((datasource) =>
    datasource.dataKeys.some(
      (key) => key.settings?.useCellContentFunction === true || key.settings?.useCellStyleFunction === true,
    ),
  );
}

/** By bundle alias, then type alias: the same names that exported dashboards carry. */
const WIDGET_TYPES: Readonly<Record<string, Readonly<Record<string, WidgetTypeEntry>>>> = {
  charts: {
    basic_timeseries: { data: 'timeseries', hasScripts: chartHasScripts, load: lineChart },
    timeseries: { data: 'timeseries', hasScripts: chartHasScripts, load: lineChart },
    timeseries_bars_flot: {
      data: 'timeseries',
      hasScripts: chartHasScripts,
      load: async () => (await import('./charts/time-series-chart.tsx')).TimeBarChart,
    },
    state_chart: {
      data: 'timeseries',
      stateData: true,
      hasScripts: chartHasScripts,
      load: async () => (await import('./charts/time-series-chart.tsx')).StateChart,
    },
    pie: { data: 'latest', load: async () => (await import('./charts/pie.tsx')).Pie },
    pie_chart_js: { data: 'latest', load: async () => (await import('./charts/pie.tsx')).Pie },
    doughnut_chart_js: { data: 'latest', load: async () => (await import('./charts/pie.tsx')).Doughnut },
    bars: { data: 'latest', load: async () => (await import('./charts/latest-bars.tsx')).LatestBars },
  },
  cards: {
    attributes_card: { data: 'latest', load: async () => (await import('./cards/attributes-card.tsx')).AttributesCard },
    simple_card: {
      data: 'latest',
      singleEntity: true,
      load: async () => (await import('./cards/simple-card.tsx')).SimpleCard,
    },
    label_widget: {
      data: 'latest',
      singleEntity: true,
      load: async () => (await import('./cards/label-card.tsx')).LabelCard,
    },
    entities_table: {
      data: 'latest',
      fullBleed: true,
      dataOptional: true,
      firstPage: (widget) => tablePage(widget),
      hasScripts: (config) => keysHaveFunctions(config) || config.settings?.useRowStyleFunction === true,
      load: async () => (await import('./cards/entities-table.tsx')).EntitiesTable,
    },
    timeseries_table: {
      data: 'timeseries',
      fullBleed: true,
      hasScripts: keysHaveFunctions,
      load: async () => (await import('./cards/timeseries-table.tsx')).TimeseriesTable,
    },
    html_card: { data: 'none', load: async () => (await import('./cards/html-cards.tsx')).HtmlCard },
    html_value_card: {
      data: 'latest',
      singleEntity: true,
      dataOptional: true,
      load: async () => (await import('./cards/html-cards.tsx')).HtmlValueCard,
    },
    markdown_card: {
      data: 'latest',
      dataOptional: true,
      hasScripts: (config) => config.settings?.useMarkdownTextFunction === true,
      load: async () => (await import('./cards/markdown-card.tsx')).MarkdownCard,
    },
  },
  gateway_widgets: {
    attributes_card: { data: 'latest', load: async () => (await import('./cards/attributes-card.tsx')).AttributesCard },
  },
  digital_gauges: Object.fromEntries(DIGITAL_GAUGES.map((alias) => [alias, gauge])),
  analogue_gauges: Object.fromEntries(ANALOGUE_GAUGES.map((alias) => [alias, gauge])),
};

/** The entry of a widget's type, or undefined when this console does not have it. */
export function widgetType(widget: Pick<Widget, 'bundleAlias' | 'typeAlias'>): WidgetTypeEntry | undefined {
  const bundle = Object.hasOwn(WIDGET_TYPES, widget.bundleAlias) ? WIDGET_TYPES[widget.bundleAlias] : undefined;
  return bundle && Object.hasOwn(bundle, widget.typeAlias) ? bundle[widget.typeAlias] : undefined;
}

/** Whether drawing the widget runs functions that people wrote. */
export function needsScripts(widget: Widget, entry: WidgetTypeEntry): boolean {
  const inKeys = (widget.config.datasources ?? []).some((datasource) =>
    datasource.dataKeys.some((key) => key.type === 'function' || Boolean(key.postFuncBody)),
  );
  return inKeys || entry.hasScripts?.(widget.config) === true || actionsHaveScripts(widget.config);
}
