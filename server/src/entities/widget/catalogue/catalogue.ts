import { alarmWidgets } from './alarm-widgets/bundle.ts';
import { analogueGauges } from './analogue-gauges/bundle.ts';
import { cards } from './cards/bundle.ts';
import { charts } from './charts/bundle.ts';
import { controlWidgets } from './control-widgets/bundle.ts';
import { date } from './date/bundle.ts';
import { digitalGauges } from './digital-gauges/bundle.ts';
import { edgeWidgets } from './edge-widgets/bundle.ts';
import { entityAdminWidgets } from './entity-admin-widgets/bundle.ts';
import { gatewayWidgets } from './gateway-widgets/bundle.ts';
import { gpioWidgets } from './gpio-widgets/bundle.ts';
import { inputWidgets } from './input-widgets/bundle.ts';
import { maps } from './maps-v2/bundle.ts';
import { navigationWidgets } from './navigation-widgets/bundle.ts';
import type { BundleDefinition } from './type-definition.ts';

/** The bundles of the system: 14 with 94 types (widgets.md §4). */
export const CATALOGUE: readonly BundleDefinition[] = [
  ...[alarmWidgets, analogueGauges, cards, charts, controlWidgets, date, digitalGauges, edgeWidgets],
  ...[entityAdminWidgets, gatewayWidgets, gpioWidgets, inputWidgets, maps, navigationWidgets],
];
