import * as z from 'zod/mini';
import { ENTITY_TYPES } from '../../id.ts';
import { describeRuleNode } from '../define-rule-node.ts';
import { ENTITY_TYPE_OPTIONS } from '../entity-settings.ts';
import { textListSetting } from '../settings.ts';

export const originatorType = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.filter.TbOriginatorTypeFilterNode',
  kind: 'FILTER',
  name: 'originator type',
  relations: ['True', 'False'],
  directive: 'tbFilterNodeOriginatorTypeConfig',
  configuration: z.object({ originatorTypes: textListSetting }),
  defaultConfiguration: { originatorTypes: ['DEVICE'] },
  fields: {
    originatorTypes: {
      control: 'texts',
      label: 'Kinds of entity',
      options: ENTITY_TYPES,
      labels: ENTITY_TYPE_OPTIONS,
      isOpen: false,
      isRequired: true,
    },
  },
  description: 'Separates messages of the listed kinds of entity from all others.',
  details: 'A message from a listed kind of entity goes along <b>True</b>, any other along <b>False</b>.',
});
