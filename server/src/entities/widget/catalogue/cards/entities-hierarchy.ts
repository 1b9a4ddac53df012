import { componentController } from '../controller.ts';
import { script } from '../setting.ts';
import { settingsForm } from '../settings-form.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { simulated } from '../widget-config.ts';

const perNode = (name: string, title: string) => script(name, title, ['nodeCtx'], '');

/** widgets.md §4.4 */
export const entitiesHierarchy: TypeDefinition = {
  alias: 'entities_hierarchy',
  name: 'Entities hierarchy',
  description: 'Entities as a tree along their relations: a site, its buildings, their rooms and what is in them.',
  type: 'latest',
  size: [7.5, 3.5],
  controller: componentController('tb-entities-hierarchy-widget', 'entitiesHierarchyWidget', {
    parameters: { dataKeysOptional: true },
    actionSources: { nodeSelected: { name: 'widget-action.node-selected', multiple: false } },
  }),
  settings: settingsForm('Tree', [
    perNode('nodeRelationQueryFunction', 'Which relations lead to what is below a node'),
    perNode('nodeHasChildrenFunction', 'Whether anything is below a node'),
    perNode('nodeOpenedFunction', 'Whether a node is open at first'),
    perNode('nodeDisabledFunction', 'Whether a node cannot be chosen'),
    perNode('nodeIconFunction', 'Icon of a node'),
    perNode('nodeTextFunction', 'Text of a node'),
    script('nodesSortFunction', 'Which of two nodes comes first', ['nodeCtx1', 'nodeCtx2'], ''),
  ]),
  config: { datasources: [simulated([{ label: 'Temperature', middle: 22, swing: 5 }])] },
};
