import * as z from 'zod/mini';
import { booleanSetting, textListSetting } from '../configuration.ts';
import { defineRuleNode } from '../define-rule-node.ts';

export const checkExistenceFieldsNode = defineRuleNode({
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
  description: 'Checks that fields are there, in the payload and in the metadata.',
  details:
    'With <b>check all</b> every listed field must be there, else one of them is enough. Fields of the payload are ' +
    'those of its first level.',
  start({ messageNames, metadataNames, checkAllKeys }) {
    return {
      handle(message) {
        const payload: unknown = messageNames.length > 0 ? JSON.parse(message.data) : {};
        const inPayload = (name: string): boolean =>
          typeof payload === 'object' && payload !== null && Object.hasOwn(payload, name);
        const inMetadata = (name: string): boolean => Object.hasOwn(message.metadata, name);
        const found = checkAllKeys
          ? messageNames.every(inPayload) && metadataNames.every(inMetadata)
          : messageNames.some(inPayload) || metadataNames.some(inMetadata);
        return found ? 'True' : 'False';
      },
    };
  },
});
