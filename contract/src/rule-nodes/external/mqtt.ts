import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { booleanSetting, credentialsSetting, integerSetting, textSetting } from '../settings.ts';

/** How nodes reach an MQTT broker. */
export const mqttMembers = {
  topicPattern: textSetting(''),
  host: textSetting(''),
  port: integerSetting(1883, 1, 65_535),
  connectTimeoutSec: integerSetting(10, 1, 200),
  clientId: textSetting(null),
  cleanSession: booleanSetting(true),
  ssl: booleanSetting(false),
  credentials: credentialsSetting,
};

export const mqttFields = {
  topicPattern: { control: 'text', label: 'Topic', isRequired: true, isPattern: true },
  host: { control: 'text', label: 'Host', isRequired: true },
  port: { control: 'number', label: 'Port', min: 1, max: 65_535 },
  connectTimeoutSec: { control: 'number', label: 'Longest wait for a connection', unit: 's', min: 1, max: 200 },
  clientId: { control: 'text', label: 'Client id', help: 'Empty: a new one for each connection.' },
  cleanSession: { control: 'switch', label: 'Clean session' },
  ssl: { control: 'switch', label: 'Encrypted (TLS)' },
} as const;

export const mqtt = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.mqtt.TbMqttNode',
  kind: 'EXTERNAL',
  name: 'mqtt',
  directive: 'tbActionNodeMqttConfig',
  icon: 'call_split',
  configuration: z.object(mqttMembers),
  defaultConfiguration: {
    topicPattern: 'my-topic',
    host: null,
    port: 1883,
    connectTimeoutSec: 10,
    clientId: null,
    cleanSession: true,
    ssl: false,
    credentials: { type: 'anonymous' },
  },
  fields: {
    ...mqttFields,
    credentials: { control: 'credentials', label: 'Credentials', types: ['anonymous', 'basic', 'cert.PEM'] },
  },
  description: 'Publishes the payload to a topic of an MQTT broker.',
  details:
    'With quality of service 1: the message leaves along <code>Success</code> once the broker has acknowledged it. A ' +
    'connection that breaks is made again.',
});
