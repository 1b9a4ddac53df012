import { createHmac } from 'node:crypto';
import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { azureIotHub } from '@signalbox/contract/rule-nodes/external/azure-iot-hub';
import { implementRuleNode } from '../define-rule-node.ts';
import { compileTemplate } from '../template.ts';
import { callingOutside } from './call-outside.ts';
import { createMqttPublisher } from './mqtt-publisher.ts';

const API_VERSION = '2018-06-30';
/** How long a signature is valid, s; every connection has a new one. */
const SIGNATURE_LIFE = 365 * 24 * 3_600;

export const azureIotHubNode = implementRuleNode(azureIotHub, {
  start({ topicPattern, ...hub }, { addressGuard: guard }, place) {
    const { host, clientId, credentials } = hub;
    if (!host || !clientId) throw new Error('The hub and the device id must be set');
    const { sasKey } = credentials;
    if (credentials.type === 'sas' && !sasKey) throw new Error('The shared access key is not set');
    const topicOf = compileTemplate(topicPattern);
    const publisher = createMqttPublisher({
      ...hub,
      guard,
      signIn: () => ({
        username: `${host}/${clientId}/?api-version=${API_VERSION}`,
        ...(sasKey && credentials.type === 'sas' ? { password: sharedAccessSignature(host, sasKey) } : {}),
      }),
    });
    return callingOutside(place, {
      sends: (message) => ({ to: `${host} ${topicOf(message)}`, text: message.data }),
      async call(message, { signal }) {
        await publisher.publish(topicOf(message), message.data, signal);
        return SUCCESS;
      },
      stop: publisher.close,
    });
  },
});

/** What a device proves itself with: the name of the hub and an end, signed by its key (base64). */
function sharedAccessSignature(host: string, key: string): string {
  const resource = encodeURIComponent(host.toLowerCase());
  const expiry = Math.floor(Date.now() / 1000) + SIGNATURE_LIFE;
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(`${resource}\n${expiry}`).digest('base64');
  return `SharedAccessSignature sr=${resource}&sig=${encodeURIComponent(signature)}&se=${expiry}`;
}
