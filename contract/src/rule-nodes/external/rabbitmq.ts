import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { booleanSetting, choiceSetting, integerSetting, textMapSetting, textSetting } from '../settings.ts';

/** Sets of properties that a message is published with, by the names that configurations give them. */
const MESSAGE_PROPERTIES = [
  'BASIC',
  'TEXT_PLAIN',
  'MINIMAL_BASIC',
  'MINIMAL_PERSISTENT_BASIC',
  'PERSISTENT_BASIC',
  'PERSISTENT_TEXT_PLAIN',
] as const;
export type RabbitMqMessageProperties = (typeof MESSAGE_PROPERTIES)[number];

export const rabbitmq = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.rabbitmq.TbRabbitMqNode',
  kind: 'EXTERNAL',
  name: 'rabbitmq',
  directive: 'tbActionNodeRabbitMqConfig',
  configuration: z.object({
    exchangeNamePattern: textSetting(''),
    routingKeyPattern: textSetting(''),
    messageProperties: choiceSetting(MESSAGE_PROPERTIES, null),
    host: textSetting(''),
    port: integerSetting(5_672, 1, 65_535),
    virtualHost: textSetting('/'),
    username: textSetting(''),
    password: textSetting(''),
    automaticRecoveryEnabled: booleanSetting(false),
    connectionTimeout: integerSetting(60_000, 0),
    handshakeTimeout: integerSetting(10_000, 0),
    clientProperties: textMapSetting,
  }),
  defaultConfiguration: {
    exchangeNamePattern: '',
    routingKeyPattern: '',
    messageProperties: null,
    host: 'localhost',
    port: 5_672,
    virtualHost: '/',
    username: 'guest',
    password: 'guest',
    automaticRecoveryEnabled: false,
    connectionTimeout: 60_000,
    handshakeTimeout: 10_000,
    clientProperties: {},
  },
  fields: {
    exchangeNamePattern: {
      control: 'text',
      label: 'Exchange',
      help: 'Empty: the default exchange.',
      isPattern: true,
    },
    routingKeyPattern: { control: 'text', label: 'Routing key', isPattern: true },
    messageProperties: {
      control: 'choice',
      label: 'Message properties',
      none: 'Not set',
      options: {
        BASIC: 'Bytes',
        TEXT_PLAIN: 'Text',
        MINIMAL_BASIC: 'None',
        MINIMAL_PERSISTENT_BASIC: 'Persistent',
        PERSISTENT_BASIC: 'Persistent bytes',
        PERSISTENT_TEXT_PLAIN: 'Persistent text',
      },
    },
    host: { control: 'text', label: 'Host', isRequired: true },
    port: { control: 'number', label: 'Port', min: 1, max: 65_535 },
    virtualHost: { control: 'text', label: 'Virtual host' },
    username: { control: 'text', label: 'User name' },
    password: { control: 'text', label: 'Password' },
    automaticRecoveryEnabled: {
      control: 'switch',
      label: 'Automatic recovery',
      help: 'Connects again as soon as the connection breaks, instead of with the next message.',
    },
    connectionTimeout: { control: 'number', label: 'Longest wait for a connection', unit: 'ms', min: 0 },
    handshakeTimeout: { control: 'number', label: 'Longest wait for the handshake', unit: 'ms', min: 0 },
    clientProperties: { control: 'pairs', label: 'Client properties', columns: ['Name', 'Value'] },
  },
  description: 'Publishes the payload to an exchange of a RabbitMQ broker (AMQP 0-9-1).',
  details:
    'The message leaves along <code>Success</code>, unchanged, once the broker has confirmed it. The broker also ' +
    'confirms a message that no queue is bound for.',
});
