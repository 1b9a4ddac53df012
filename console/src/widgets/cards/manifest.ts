import { latestValues, trendValues, valuesOverTime } from '../follows.ts';
import type { WidgetConfig } from '../model.ts';
import { defineWidget, type WidgetBundle } from '../widget-type.ts';
import { tablePage } from './table-page.ts';

function keysHaveFunctions(config: WidgetConfig): boolean {
  return (config.datasources ?? []).some((datasource) =>
    datasource.dataKeys.some(
      (key) => key.settings?.useCellContentFunction === true || key.settings?.useCellStyleFunction === true,
    ),
  );
}

export const bundle: WidgetBundle = {
  attributes_card: defineWidget({
    data: latestValues,
    shape: 'list',
    load: async () => (await import('./attributes-card.tsx')).AttributesCard,
  }),
  simple_card: defineWidget({
    data: latestValues,
    also: { trend: trendValues },
    shape: 'value',
    singleEntity: true,
    load: async () => (await import('./simple-card.tsx')).SimpleCard,
  }),
  label_widget: defineWidget({
    data: latestValues,
    shape: 'chart',
    singleEntity: true,
    load: async () => (await import('./label-card.tsx')).LabelCard,
  }),
  entities_table: defineWidget({
    data: latestValues,
    shape: 'table',
    fullBleed: true,
    dataOptional: true,
    firstPage: (widget) => tablePage(widget),
    headerButtons: ({ settings }) =>
      Number(settings?.enableSearch !== false) + Number(settings?.enableSelectColumnDisplay !== false),
    hasScripts: (config) => keysHaveFunctions(config) || config.settings?.useRowStyleFunction === true,
    load: async () => (await import('./entities-table.tsx')).EntitiesTable,
  }),
  timeseries_table: defineWidget({
    data: valuesOverTime(),
    shape: 'table',
    fullBleed: true,
    headerButtons: ({ settings }) => Number(settings?.enableSearch !== false),
    hasScripts: keysHaveFunctions,
    load: async () => (await import('./timeseries-table.tsx')).TimeseriesTable,
  }),
  html_card: defineWidget({
    data: null,
    shape: 'text',
    load: async () => (await import('./html-cards.tsx')).HtmlCard,
  }),
  html_value_card: defineWidget({
    data: latestValues,
    shape: 'text',
    singleEntity: true,
    dataOptional: true,
    load: async () => (await import('./html-cards.tsx')).HtmlValueCard,
  }),
  markdown_card: defineWidget({
    data: latestValues,
    shape: 'text',
    dataOptional: true,
    hasScripts: (config) => config.settings?.useMarkdownTextFunction === true,
    load: async () => (await import('./markdown-card.tsx')).MarkdownCard,
  }),
  qr_code: defineWidget({
    data: latestValues,
    shape: 'pie',
    dataOptional: true,
    hasScripts: (config) => config.settings?.useQrCodeTextFunction === true,
    load: async () => (await import('./qr-code.tsx')).QrCode,
  }),
};
