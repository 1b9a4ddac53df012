import { checkExistenceFields } from '@signalbox/contract/rule-nodes/filter/check-existence-fields';
import { implementRuleNode } from '../define-rule-node.ts';

export const checkExistenceFieldsNode = implementRuleNode(checkExistenceFields, {
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
