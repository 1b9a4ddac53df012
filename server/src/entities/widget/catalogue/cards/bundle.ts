import type { BundleDefinition } from '../type-definition.ts';
import { attributesCard } from './attributes-card.ts';
import { entitiesHierarchy } from './entities-hierarchy.ts';
import { entitiesTable } from './entities-table.ts';
import { htmlCard, htmlValueCard } from './html-cards.ts';
import { labelWidget } from './label-widget.ts';
import { simpleCard } from './simple-card.ts';
import { markdownCard, qrCode } from './text-cards.ts';
import { timeseriesTable } from './timeseries-table.ts';

export const cards: BundleDefinition = {
  alias: 'cards',
  title: 'Cards',
  description: 'Tables, lists, texts and single values, of one entity or of many.',
  types: [
    ...[attributesCard, htmlCard, timeseriesTable, htmlValueCard, simpleCard, labelWidget],
    ...[entitiesTable, entitiesHierarchy, qrCode, markdownCard],
  ],
};
