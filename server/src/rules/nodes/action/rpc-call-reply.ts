import * as z from 'zod/mini';
import { textSetting } from '../configuration.ts';
import { defineRuleNode, SUCCESS } from '../define-rule-node.ts';

export const rpcCallReplyNode = defineRuleNode({
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
  description: 'Answers a call that a device made.',
  details:
    'The payload is sent to the device as the answer. Which call it answers stands in the metadata, under the names ' +
    'that are set here.',
  start(configuration, { deviceRpc }) {
    const serviceIdName = configuration.serviceIdMetaDataAttribute || 'serviceId';
    const sessionIdName = configuration.sessionIdMetaDataAttribute || 'sessionId';
    const requestIdName = configuration.requestIdMetaDataAttribute || 'requestId';
    return {
      handle(message, effects) {
        if (message.originator.entityType !== 'DEVICE') throw new Error('Message originator is not a device entity!');
        const required = (name: string, what: string): string => {
          const value = message.metadata[name];
          if (!value) throw new Error(`${what} is not present in the metadata!`);
          return value;
        };
        const target = {
          requestId: required(requestIdName, 'Request id'),
          serviceId: required(serviceIdName, 'Service id'),
          sessionId: required(sessionIdName, 'Session id'),
          deviceId: message.originator.id,
        };
        if (message.data === '') throw new Error('Request body is empty!');
        effects.afterCommit(() => deviceRpc.reply(target, message.data));
        return SUCCESS;
      },
    };
  },
});
