import { originatorAttributes } from '@signalbox/contract/rule-nodes/enrichment/originator-attributes';
import { implementRuleNode } from '../define-rule-node.ts';
import { fetchValues } from './fetch-values.ts';

export const originatorAttributesNode = implementRuleNode(originatorAttributes, {
  start(configuration, { reads }) {
    const fetch = fetchValues(configuration, reads);
    return { handle: (message, effects) => fetch(message, effects, message.originator) };
  },
});
