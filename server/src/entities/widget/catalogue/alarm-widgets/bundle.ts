import type { BundleDefinition } from '../type-definition.ts';
import { alarmsTable } from './alarms-table.ts';

export const alarmWidgets: BundleDefinition = {
  alias: 'alarm_widgets',
  title: 'Alarm widgets',
  description: 'Alarms of devices, assets and other entities, to be looked into, acknowledged and cleared.',
  types: [alarmsTable],
};
