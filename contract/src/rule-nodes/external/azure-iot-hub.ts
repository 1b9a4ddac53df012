import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { mqttFields, mqttMembers } from './mqtt.ts';

export const azureIotHub = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.mqtt.azure.TbAzureIotHubNode',
  kind: 'EXTERNAL',
  name: 'azure iot hub',
  directive: 'tbActionNodeAzureIotHubConfig',
  configuration: z.object(mqttMembers),
  defaultConfiguration: {
    topicPattern: 'devices/<device_id>/messages/events/',
    host: '<iot-hub-name>.azure-devices.net',
    port: 8883,
    connectTimeoutSec: 10,
    clientId: null,
    cleanSession: true,
    ssl: true,
    credentials: { type: 'sas', sasKey: null, caCert: null, cert: null, privateKey: null, password: null },
  },
  fields: {
    ...mqttFields,
    clientId: { control: 'text', label: 'Device id', isRequired: true },
    credentials: { control: 'credentials', label: 'Credentials', types: ['sas', 'cert.PEM'] },
  },
  description: 'Publishes the payload as a device of an Azure IoT Hub.',
  details:
    'The device signs in with its shared access key or its certificate. The message leaves along <code>Success</code> ' +
    'once the hub has acknowledged it.',
});
