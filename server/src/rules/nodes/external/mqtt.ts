import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { mqtt } from '@signalbox/contract/rule-nodes/external/mqtt';
import { implementRuleNode } from '../define-rule-node.ts';
import { compileTemplate } from '../template.ts';
import { callingOutside } from './call-outside.ts';
import { createMqttPublisher } from './mqtt-publisher.ts';

export const mqttNode = implementRuleNode(mqtt, {
  start({ topicPattern, ...broker }, { addressGuard: guard }, place) {
    if (!broker.host) throw new Error('The host of the broker is not set');
    const topicOf = compileTemplate(topicPattern);
    const publisher = createMqttPublisher({ ...broker, guard });
    return callingOutside(place, {
      sends: (message) => ({ to: `${broker.host}:${broker.port} ${topicOf(message)}`, text: message.data }),
      async call(message, { signal }) {
        await publisher.publish(topicOf(message), message.data, signal);
        return SUCCESS;
      },
      stop: publisher.close,
    });
  },
});
