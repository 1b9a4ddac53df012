import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { choiceSetting, integerSetting, textMapSetting, textSetting } from '../settings.ts';
import { awsFields, awsMembers } from './aws-members.ts';

export const awsSqs = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.aws.sqs.TbSqsNode',
  kind: 'EXTERNAL',
  name: 'aws sqs',
  directive: 'tbActionNodeSqsConfig',
  configuration: z.object({
    queueType: choiceSetting(['STANDARD', 'FIFO'], 'STANDARD'),
    queueUrlPattern: textSetting(''),
    delaySeconds: integerSetting(0, 0, 900),
    messageAttributes: textMapSetting,
    ...awsMembers,
  }),
  defaultConfiguration: {
    queueType: 'STANDARD',
    queueUrlPattern: 'https://sqs.us-east-1.amazonaws.com/123456789012/my-queue-name',
    delaySeconds: 0,
    messageAttributes: {},
    accessKeyId: null,
    secretAccessKey: null,
    region: 'us-east-1',
  },
  fields: {
    queueType: {
      control: 'choice',
      label: 'Kind of queue',
      options: { STANDARD: 'Standard', FIFO: 'In order (FIFO)' },
    },
    queueUrlPattern: {
      control: 'text',
      label: 'Address of the queue',
      isRequired: true,
      isPattern: true,
    },
    delaySeconds: { control: 'number', label: 'Delay', unit: 's', min: 0, max: 900, when: { queueType: 'STANDARD' } },
    messageAttributes: {
      control: 'pairs',
      label: 'Attributes of the message',
      columns: ['Name', 'Value'],
      isPattern: true,
    },
    ...awsFields,
  },
  description: 'Sends the payload to a queue of Amazon SQS.',
  details:
    'In queues that keep an order the messages of each originator stay in order, and one that is sent again is dropped ' +
    'by the queue. The ids and checksums that the queue answers with are added to the metadata.',
});
