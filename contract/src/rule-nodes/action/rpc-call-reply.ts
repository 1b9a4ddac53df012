import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { textSetting } from '../settings.ts';

export const rpcCallReply = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.rpc.TbSendRPCReplyNode',
  kind: 'ACTION',
  name: 'rpc call reply',
  directive: 'tbActionNodeRpcReplyConfig',
  icon: 'call_merge',
  configuration: z.object({
    serviceIdMetaDataAttribute: textSetting(''),
    sessionIdMetaDataAttribute: textSetting(''),
    requestIdMetaDataAttribute: textSetting(''),
  }),
  defaultConfiguration: {
    serviceIdMetaDataAttribute: 'serviceId',
    sessionIdMetaDataAttribute: 'sessionId',
    requestIdMetaDataAttribute: 'requestId',
  },
  fields: {
    serviceIdMetaDataAttribute: { control: 'text', label: 'Metadata key of the service id', help: 'Empty: serviceId.' },
    sessionIdMetaDataAttribute: { control: 'text', label: 'Metadata key of the session id', help: 'Empty: sessionId.' },
    requestIdMetaDataAttribute: { control: 'text', label: 'Metadata key of the request id', help: 'Empty: requestId.' },
  },
  description: 'Answers a call that a device made.',
  details:
    'The payload is sent to the device as the answer. The metadata identify the call that it answers, under the keys ' +
    'set here.',
});
