import type { BundleDefinition } from '../type-definition.ts';
import { controls } from './controls.ts';

export const controlWidgets: BundleDefinition = {
  alias: 'control_widgets',
  title: 'Control widgets',
  description: 'Switches, knobs, buttons and terminals that make calls to devices, and lamps that show their state.',
  types: controls,
};
