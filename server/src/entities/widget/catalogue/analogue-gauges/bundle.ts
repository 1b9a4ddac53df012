import type { BundleDefinition } from '../type-definition.ts';
import { gauges } from './gauges.ts';

export const analogueGauges: BundleDefinition = {
  alias: 'analogue_gauges',
  title: 'Analogue gauges',
  description: 'Dials, a compass and a thermometer: one value each, to be read from across the room.',
  types: gauges,
};
