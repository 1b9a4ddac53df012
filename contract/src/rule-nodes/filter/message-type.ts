import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { textListSetting } from '../settings.ts';
import { RELATION_OF_TYPE } from './message-type-switch.ts';

export const messageType = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.filter.TbMsgTypeFilterNode',
  kind: 'FILTER',
  name: 'message type',
  relations: ['True', 'False'],
  directive: 'tbFilterNodeMessageTypeConfig',
  configuration: z.object({ messageTypes: textListSetting }),
  defaultConfiguration: {
    messageTypes: ['POST_ATTRIBUTES_REQUEST', 'POST_TELEMETRY_REQUEST', 'TO_SERVER_RPC_REQUEST'],
  },
  fields: {
    messageTypes: {
      control: 'texts',
      label: 'Message types',
      help: 'Those of your own may be written too.',
      options: RELATION_OF_TYPE.flatMap(([type]) => type ?? []),
      isOpen: true,
      isRequired: true,
    },
  },
  description: 'Separates messages of the listed types from all others.',
  details: 'A message whose type is in the list goes along <b>True</b>, any other along <b>False</b>.',
});
