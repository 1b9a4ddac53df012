import { componentController } from '../controller.ts';
import { entitiesTableForm, entitiesTableKeyForm, entitiesTableRuntime } from '../entities-table-settings.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { simulated } from '../widget-config.ts';

/** widgets.md §4.4 */
export const entitiesTable: TypeDefinition = {
  alias: 'entities_table',
  name: 'Entities table',
  description:
    'A row for each entity with its attributes and latest values, with search, sorting and buttons of your own.',
  type: 'latest',
  size: [7.5, 6.5],
  controller: componentController('tb-entities-table-widget', 'entitiesTableWidget', entitiesTableRuntime),
  settings: entitiesTableForm,
  keySettings: entitiesTableKeyForm,
  title: 'Entities',
  config: {
    padding: '4px',
    enableFullscreen: false,
    datasources: [
      simulated([
        { label: 'Temperature', middle: 22, swing: 5, units: '°C' },
        { label: 'Humidity', middle: 55, swing: 20, decimals: 0, units: '%' },
      ]),
    ],
  },
};
