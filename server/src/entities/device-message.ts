import { entityId, NULL_UUID } from '@signalbox/contract/id';
import { type Message, newMessage } from '../messages/message.ts';
import type { DeviceContext } from './device-directory.ts';

/** A message whose originator is a device, addressed to the queue and the rule chain of its profile. */
export function newDeviceMessage(
  { device, profile }: DeviceContext,
  type: string,
  data: string,
  metadata: Record<string, string>,
): Message {
  return newMessage({
    tenantId: device.tenantId,
    type,
    originator: entityId('DEVICE', device.id),
    customerId: device.customerId === NULL_UUID ? null : device.customerId,
    data,
    metadata,
    queueName: profile.queueName,
    ruleChainId: profile.ruleChainId,
  });
}
