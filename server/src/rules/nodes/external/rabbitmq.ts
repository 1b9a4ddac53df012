import { SUCCESS } from '@signalbox/contract/rule-nodes/define-rule-node';
import { type RabbitMqMessageProperties, rabbitmq } from '@signalbox/contract/rule-nodes/external/rabbitmq';
import { implementRuleNode } from '../define-rule-node.ts';
import { compileTemplate } from '../template.ts';
import { callingOutside } from './call-outside.ts';
import type { MessageProperties } from './rabbitmq-connection.ts';
import { createRabbitMqPublisher } from './rabbitmq-publisher.ts';

const BYTES = { contentType: 'application/octet-stream', priority: 0 };
const TEXT = { contentType: 'text/plain', priority: 0 };

const PROPERTIES: Readonly<Record<RabbitMqMessageProperties, MessageProperties>> = {
  BASIC: { ...BYTES, deliveryMode: 1 },
  TEXT_PLAIN: { ...TEXT, deliveryMode: 1 },
  MINIMAL_BASIC: {},
  MINIMAL_PERSISTENT_BASIC: { deliveryMode: 2 },
  PERSISTENT_BASIC: { ...BYTES, deliveryMode: 2 },
  PERSISTENT_TEXT_PLAIN: { ...TEXT, deliveryMode: 2 },
};

export const rabbitMqNode = implementRuleNode(rabbitmq, {
  start({ exchangeNamePattern, routingKeyPattern, messageProperties, ...broker }, { addressGuard: guard }, place) {
    if (!broker.host) throw new Error('The host of the broker is not set');
    const exchangeOf = compileTemplate(exchangeNamePattern);
    const routingKeyOf = compileTemplate(routingKeyPattern);
    const properties = messageProperties ? PROPERTIES[messageProperties] : {};
    const publisher = createRabbitMqPublisher({ ...broker, guard });
    return callingOutside(place, {
      sends: (message) => ({
        to: `${broker.host}:${broker.port} ${exchangeOf(message)}`.trim(),
        details: { routingKey: routingKeyOf(message) },
        text: message.data,
      }),
      async call(message, { signal }) {
        await publisher.publish(
          { exchange: exchangeOf(message), routingKey: routingKeyOf(message), payload: message.data, properties },
          signal,
        );
        return SUCCESS;
      },
      stop: publisher.close,
    });
  },
});
