import type { BundleDefinition } from '../type-definition.ts';
import { gauges } from './gauges.ts';

export const digitalGauges: BundleDefinition = {
  alias: 'digital_gauges',
  title: 'Digital gauges',
  description: 'Arcs, rings and bars for one value each, plain, glowing or as on a display.',
  types: gauges,
};
