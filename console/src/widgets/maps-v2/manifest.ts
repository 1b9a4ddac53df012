import type { WidgetBundle } from '../widget-type.ts';
import { mapEntries, tripEntry } from './map-entries.ts';
import { MAP_TYPES } from './map-types.ts';

export const bundle: WidgetBundle = { ...mapEntries(MAP_TYPES), test: tripEntry };
