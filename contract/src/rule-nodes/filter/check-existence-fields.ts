import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { booleanSetting, textListSetting } from '../settings.ts';

export const checkExistenceFields = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.filter.TbCheckMessageNode',
  kind: 'FILTER',
  name: 'check existence fields',
  relations: ['True', 'False'],
  directive: 'tbFilterNodeCheckMessageConfig',
  configuration: z.object({
    messageNames: textListSetting,
    metadataNames: textListSetting,
    checkAllKeys: booleanSetting(false),
  }),
  defaultConfiguration: { messageNames: [], metadataNames: [], checkAllKeys: true },
  fields: {
    messageNames: { control: 'texts', label: 'Fields of the payload', isOpen: true },
    metadataNames: { control: 'texts', label: 'Fields of the metadata', isOpen: true },
    checkAllKeys: { control: 'switch', label: 'All of them must be present' },
  },
  description: 'Checks that fields are present in the payload and in the metadata.',
  details:
    'With <b>check all</b> every listed field must be present, otherwise one of them is enough. Only the first level ' +
    'of the payload is searched.',
});
