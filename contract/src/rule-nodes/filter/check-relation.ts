import * as z from 'zod/mini';
import { RELATION_DIRECTIONS } from '../../relation.ts';
import { describeRuleNode } from '../define-rule-node.ts';
import { ENTITY_TYPE_OPTIONS, entityTypeSetting, RELATION_DIRECTION_OPTIONS } from '../entity-settings.ts';
import { booleanSetting, choiceSetting, textSetting } from '../settings.ts';

export const checkRelation = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.filter.TbCheckRelationNode',
  kind: 'FILTER',
  name: 'check relation',
  relations: ['True', 'False'],
  directive: 'tbFilterNodeCheckRelationConfig',
  configuration: z.object({
    checkForSingleEntity: booleanSetting(false),
    direction: choiceSetting(RELATION_DIRECTIONS, 'FROM'),
    entityType: entityTypeSetting,
    entityId: textSetting(null),
    relationType: textSetting(''),
  }),
  defaultConfiguration: {
    checkForSingleEntity: true,
    direction: 'FROM',
    entityType: null,
    entityId: null,
    relationType: 'Contains',
  },
  fields: {
    checkForSingleEntity: {
      control: 'switch',
      label: 'Check for one entity',
      help: 'Otherwise a relation of the type with any entity will do.',
    },
    direction: { control: 'choice', label: 'Direction', options: RELATION_DIRECTION_OPTIONS },
    relationType: { control: 'text', label: 'Type of the relation', isRequired: true, offers: 'relationTypes' },
    entityType: {
      control: 'choice',
      label: 'Kind of the entity',
      options: ENTITY_TYPE_OPTIONS,
      isRequired: true,
      when: { checkForSingleEntity: true },
    },
    entityId: {
      control: 'entity',
      label: 'Entity',
      kindMember: 'entityType',
      isRequired: true,
      when: { checkForSingleEntity: true },
    },
  },
  description: 'Checks whether the originator has a relation to one entity, or to any.',
  details:
    'With the direction <b>From</b> the relation leads from the entity to the originator, with <b>To</b> from the ' +
    'originator to the entity. <code>True</code> if there is one, else <code>False</code>.',
});
