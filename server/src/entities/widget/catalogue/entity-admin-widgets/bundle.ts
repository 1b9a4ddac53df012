import { componentController } from '../controller.ts';
import { entitiesTableForm, entitiesTableKeyForm, entitiesTableRuntime } from '../entities-table-settings.ts';
import type { BundleDefinition, TypeDefinition } from '../type-definition.ts';
import { simulated } from '../widget-config.ts';
import { adminActions } from './admin-actions.ts';

/** A table like that of entities, with buttons that add, edit and delete (widgets.md §4.8). */
const adminTable = (
  noun: 'device' | 'asset',
  texts: Pick<TypeDefinition, 'alias' | 'name' | 'description' | 'title'>,
): TypeDefinition => ({
  ...texts,
  type: 'latest',
  size: [7.5, 6.5],
  controller: componentController('tb-entities-table-widget', 'entitiesTableWidget', entitiesTableRuntime),
  settings: entitiesTableForm,
  keySettings: entitiesTableKeyForm,
  config: {
    padding: '4px',
    enableFullscreen: false,
    datasources: [simulated([{ label: 'Temperature', middle: 22, swing: 5, units: '°C' }])],
    actions: adminActions({ noun }),
  },
});

export const entityAdminWidgets: BundleDefinition = {
  alias: 'entity_admin_widgets',
  title: 'Entity admin widgets',
  description: 'Tables in which devices and assets are added, changed and deleted.',
  types: [
    adminTable('device', {
      alias: 'device_admin_table',
      name: 'Device admin table',
      description: 'A table of devices in which people add, edit and delete them.',
      title: 'Devices',
    }),
    adminTable('asset', {
      alias: 'asset_admin_table',
      name: 'Asset admin table',
      description: 'A table of assets in which people add, edit and delete them.',
      title: 'Assets',
    }),
  ],
};
