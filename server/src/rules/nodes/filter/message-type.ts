import * as z from 'zod/mini';
import { textListSetting } from '../configuration.ts';
import { defineRuleNode } from '../define-rule-node.ts';

export const messageTypeNode = defineRuleNode({
  clazz: 'org.thingsboard.rule.engine.filter.TbMsgTypeFilterNode',
  kind: 'FILTER',
  name: 'message type',
  relations: ['True', 'False'],
  directive: 'tbFilterNodeMessageTypeConfig',
  configuration: z.object({ messageTypes: textListSetting }),
  defaultConfiguration: {
    messageTypes: ['POST_ATTRIBUTES_REQUEST', 'POST_TELEMETRY_REQUEST', 'TO_SERVER_RPC_REQUEST'],
  },
  description: 'Lets messages of some types through.',
  details: 'A message whose type is in the list goes along <b>True</b>, any other along <b>False</b>.',
  start({ messageTypes }) {
    const types = new Set(messageTypes);
    return { handle: (message) => (types.has(message.type) ? 'True' : 'False') };
  },
});
