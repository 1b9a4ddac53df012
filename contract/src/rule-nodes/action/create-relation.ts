import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { RELATION_TARGET_DEFAULT, relationTarget, relationTargetFields } from '../relation-target.ts';
import { booleanSetting } from '../settings.ts';

export const createRelation = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.action.TbCreateRelationNode',
  kind: 'ACTION',
  name: 'create relation',
  directive: 'tbActionNodeCreateRelationConfig',
  icon: 'add_circle',
  configuration: z.extend(relationTarget, {
    createEntityIfNotExists: booleanSetting(false),
    changeOriginatorToRelatedEntity: booleanSetting(false),
    removeCurrentRelations: booleanSetting(false),
  }),
  defaultConfiguration: {
    ...RELATION_TARGET_DEFAULT,
    createEntityIfNotExists: false,
    changeOriginatorToRelatedEntity: false,
    removeCurrentRelations: false,
  },
  fields: {
    direction: relationTargetFields.direction,
    relationType: relationTargetFields.relationType,
    entityType: relationTargetFields.entityType,
    entityNamePattern: relationTargetFields.entityNamePattern,
    createEntityIfNotExists: {
      control: 'switch',
      label: 'Create an entity that does not exist',
      when: { entityType: ['DEVICE', 'ASSET', 'CUSTOMER'] },
    },
    entityTypePattern: {
      control: 'text',
      label: 'Type of a new entity',
      isPattern: true,
      when: { createEntityIfNotExists: true, entityType: ['DEVICE', 'ASSET'] },
    },
    removeCurrentRelations: {
      control: 'switch',
      label: 'Delete other relations of this type first',
      help: 'Those of the originator in this direction.',
    },
    changeOriginatorToRelatedEntity: { control: 'switch', label: 'Make the entity the originator' },
    entityCacheExpiration: relationTargetFields.entityCacheExpiration,
  },
  description: 'Creates a relation between the originator and the entity with a name.',
  details:
    'Devices, assets, entity views and edges are found by their names, customers and dashboards by their titles, users ' +
    'by their e-mail addresses; a tenant is the own one. Unknown devices, assets and customers are created where that is ' +
    'switched on, else the message leaves along <code>Failure</code>.',
});
