import { isUuid } from '@signalbox/contract/id';
import { rpcCallRequest } from '@signalbox/contract/rule-nodes/action/rpc-call-request';
import { type Message, newMessage } from '../../../messages/message.ts';
import { DEVICE_CALL, type DeviceRpcRequest } from '../../../rpc/device-rpc.ts';
import { randomUuid } from '../../../storage/ids.ts';
import { splitObject } from '../../../values/json-values.ts';
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
  const members = splitObject(message.data, { lenient: false });
  const method = members.get('method');
  const params = members.get('params');
  const additionalInfo = members.get('additionalInfo');
  if (method === undefined || method === 'null') throw new Error('Method is not present in the message!');
  if (params === undefined) throw new Error('Params are not present in the message!');
  const { metadata } = message;
  const expirationTime = Number(metadata.expirationTime);
  const retries = Number(metadata.retries);
  return {
    id: metadata.requestUUID && isUuid(metadata.requestUUID) ? metadata.requestUUID : randomUuid(),
    tenantId: message.tenantId,
    deviceId: message.originator.id,
    method: asText(method),
    params: asText(params),
    oneway: metadata.oneway === 'true',
    expirationTime:
      metadata.expirationTime && Number.isFinite(expirationTime)
        ? expirationTime
        : Date.now() + timeoutInSeconds * 1000,
    persisted: metadata.persistent === 'true',
    ...(metadata.retries && Number.isInteger(retries) && retries >= 0 ? { retries } : {}),
    additionalInfo: additionalInfo === undefined || additionalInfo === 'null' ? null : asText(additionalInfo),
  };
}

/** What a JSON string says; anything else as it is written. */
function asText(json: string): string {
  return json.startsWith('"') ? (JSON.parse(json) as string) : json;
}
