import { isUuid } from '@signalbox/contract/id';
import { rpcCallRequest } from '@signalbox/contract/rule-nodes/action/rpc-call-request';
import { type Message, newMessage } from '../../../messages/message.ts';
import { DEVICE_CALL, type DeviceRpcRequest } from '../../../rpc/device-rpc.ts';
import { randomUuid } from '../../../storage/ids.ts';
import { ACKNOWLEDGED, implementRuleNode } from '../define-rule-node.ts';

export const rpcCallRequestNode = implementRuleNode(rpcCallRequest, {
  start: ({ timeoutInSeconds }, _services, { nodeId, ruleChainId }) => ({
    handle(message, effects) {
      effects.continueLater(
        DEVICE_CALL,
        requestOf(message, timeoutInSeconds),
        newMessage({
          tenantId: message.tenantId,
          type: message.type,
          originator: message.originator,
          customerId: message.customerId,
          metadata: message.metadata,
          queueName: message.queueName,
          data: '{}',
          ruleChainId,
          ruleNodeId: nodeId,
          ruleNodeExecCounter: message.ruleNodeExecCounter,
        }),
      );
      // The message ends here; the answer is a new one.
      return ACKNOWLEDGED;
    },
  }),
});

/** @throws Error naming what the message lacks */
function requestOf(message: Message, timeoutInSeconds: number): DeviceRpcRequest {
  if (message.originator.entityType !== 'DEVICE') throw new Error('Message originator is not a device entity!');
  const payload: unknown = JSON.parse(message.data);
  const call = (typeof payload === 'object' && payload !== null ? payload : {}) as Record<string, unknown>;
  if (call.method === undefined || call.method === null) throw new Error('Method is not present in the message!');
  if (call.params === undefined) throw new Error('Params are not present in the message!');
  const { metadata } = message;
  const expirationTime = Number(metadata.expirationTime);
  const retries = Number(metadata.retries);
  return {
    id: metadata.requestUUID && isUuid(metadata.requestUUID) ? metadata.requestUUID : randomUuid(),
    tenantId: message.tenantId,
    deviceId: message.originator.id,
    method: asText(call.method),
    params: asText(call.params),
    oneway: metadata.oneway === 'true',
    expirationTime:
      metadata.expirationTime && Number.isFinite(expirationTime)
        ? expirationTime
        : Date.now() + timeoutInSeconds * 1000,
    persisted: metadata.persistent === 'true',
    ...(metadata.retries && Number.isInteger(retries) && retries >= 0 ? { retries } : {}),
    additionalInfo:
      call.additionalInfo === undefined || call.additionalInfo === null ? null : asText(call.additionalInfo),
  };
}

/** A string as it is, anything else as JSON. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
