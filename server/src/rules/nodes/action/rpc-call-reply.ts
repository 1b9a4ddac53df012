import { rpcCallReply } from '@signalbox/contract/rule-nodes/action/rpc-call-reply';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { implementRuleNode } from '../define-rule-node.ts';

export const rpcCallReplyNode = implementRuleNode(rpcCallReply, {
  start(configuration, { deviceRpc }) {
    const serviceIdName = configuration.serviceIdMetaDataAttribute || 'serviceId';
    const sessionIdName = configuration.sessionIdMetaDataAttribute || 'sessionId';
    const requestIdName = configuration.requestIdMetaDataAttribute || 'requestId';
    return {
      handle(message, effects) {
        if (message.originator.entityType !== 'DEVICE') throw new Error('Message originator is not a device entity!');
        const required = (name: string, what: string): string => {
          const value = Object.hasOwn(message.metadata, name) ? message.metadata[name] : undefined;
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
