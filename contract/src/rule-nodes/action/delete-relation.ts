import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import {
  NAMED_ENTITY_TYPES,
  RELATION_TARGET_DEFAULT,
  relationTarget,
  relationTargetFields,
} from '../relation-target.ts';
import { booleanSetting } from '../settings.ts';

export const deleteRelation = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.action.TbDeleteRelationNode',
  kind: 'ACTION',
  name: 'delete relation',
  directive: 'tbActionNodeDeleteRelationConfig',
  icon: 'remove_circle',
  configuration: z.extend(relationTarget, {
    deleteForSingleEntity: booleanSetting(false),
  }),
  defaultConfiguration: {
    deleteForSingleEntity: true,
    ...RELATION_TARGET_DEFAULT,
  },
  fields: {
    deleteForSingleEntity: {
      control: 'switch',
      label: 'Only the relation with one entity',
      help: 'Otherwise all relations of the type in the direction.',
    },
    ...relationTargetFields,
    entityType: { ...relationTargetFields.entityType, when: { deleteForSingleEntity: true } },
    entityNamePattern: {
      ...relationTargetFields.entityNamePattern,
      when: { deleteForSingleEntity: true, entityType: NAMED_ENTITY_TYPES.filter((type) => type !== 'TENANT') },
    },
    entityCacheExpiration: { ...relationTargetFields.entityCacheExpiration, when: { deleteForSingleEntity: true } },
  },
  description: 'Deletes relations of the originator: with the entity with a name, or all of a type.',
  details: 'A relation that does not exist counts as deleted. An unknown entity leaves along <code>Failure</code>.',
});
