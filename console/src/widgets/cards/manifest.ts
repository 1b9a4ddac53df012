import { latestEntities, latestValues, trendValues, valuesOverTime } from '../follows.ts';
import { defineWidget, type WidgetBundle } from '../widget-type.ts';
import { entitiesTable, tableHasFunctions } from './entities-table-type.ts';
import { hasNodeFunctions } from './hierarchy/node-functions.ts';

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
  entities_table: entitiesTable,
  entities_hierarchy: defineWidget({
    data: latestEntities,
    shape: 'list',
    fullBleed: true,
    headerButtons: () => 1,
    hasScripts: ({ settings }) => hasNodeFunctions(settings ?? {}),
    load: async () => (await import('./hierarchy/entities-hierarchy.tsx')).EntitiesHierarchy,
  }),
  timeseries_table: defineWidget({
    data: valuesOverTime(),
    shape: 'table',
    fullBleed: true,
    headerButtons: ({ settings }) => Number(settings?.enableSearch !== false),
    hasScripts: tableHasFunctions,
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
