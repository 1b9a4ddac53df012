import { componentController } from '../controller.ts';
import { toggle } from '../setting.ts';
import { settingsForm } from '../settings-form.ts';
import type { BundleDefinition, TypeDefinition } from '../type-definition.ts';
import { simulated } from '../widget-config.ts';

/** widgets.md §4.9 */
const edgesOverview: TypeDefinition = {
  alias: 'edges_overview',
  name: 'Edge Quick Overview',
  description: 'What an edge has been assigned: assets, devices, entity views, dashboards and rule chains, as a tree.',
  type: 'latest',
  size: [7.5, 5],
  controller: componentController('tb-edges-overview-widget', null, {
    parameters: { maxDatasources: 1, dataKeysOptional: true },
  }),
  settings: settingsForm('Overview', [toggle('enableDefaultTitle', 'Title with the name of the edge', true)]),
  config: { datasources: [simulated([], 'Edge')] },
};

export const edgeWidgets: BundleDefinition = {
  alias: 'edge_widgets',
  title: 'Edge widgets',
  description: 'What runs on edges.',
  types: [edgesOverview],
};
