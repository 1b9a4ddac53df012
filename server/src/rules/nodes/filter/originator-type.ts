import * as z from 'zod/mini';
import { textListSetting } from '../configuration.ts';
import { defineRuleNode } from '../define-rule-node.ts';

export const originatorTypeNode = defineRuleNode({
  clazz: 'org.thingsboard.rule.engine.filter.TbOriginatorTypeFilterNode',
  kind: 'FILTER',
  name: 'originator type',
  relations: ['True', 'False'],
  directive: 'tbFilterNodeOriginatorTypeConfig',
  configuration: z.object({ originatorTypes: textListSetting }),
  defaultConfiguration: { originatorTypes: ['DEVICE'] },
  description: 'Lets messages of some kinds of entity through.',
  details: 'A message that comes from a listed kind of entity goes along <b>True</b>, any other along <b>False</b>.',
  start({ originatorTypes }) {
    const types = new Set(originatorTypes);
    return { handle: (message) => (types.has(message.originator.entityType) ? 'True' : 'False') };
  },
});
