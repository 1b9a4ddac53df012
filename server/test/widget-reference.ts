import { CHARTS } from './widget-reference/charts.ts';
import type { BundleReferences } from './widget-reference/common.ts';
import { CONTROLS } from './widget-reference/controls.ts';
import { GAUGES } from './widget-reference/gauges.ts';
import { INPUT_FORMS } from './widget-reference/inputs.ts';
import { MAPS } from './widget-reference/maps.ts';
import { TABLES_AND_CARDS } from './widget-reference/tables-and-cards.ts';

/** What widgets.md §4 says of all types of the system. */
export const WIDGET_REFERENCE: BundleReferences = {
  ...TABLES_AND_CARDS,
  ...GAUGES,
  ...CHARTS,
  ...CONTROLS,
  ...INPUT_FORMS,
  ...MAPS,
};
