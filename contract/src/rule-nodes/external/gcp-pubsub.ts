import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { textMapSetting, textSetting } from '../settings.ts';

export const gcpPubsub = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.gcp.pubsub.TbPubSubNode',
  kind: 'EXTERNAL',
  name: 'gcp pubsub',
  directive: 'tbActionNodePubSubConfig',
  configuration: z.object({
    projectId: textSetting(''),
    topicName: textSetting(''),
    messageAttributes: textMapSetting,
    serviceAccountKey: textSetting(null),
    serviceAccountKeyFileName: textSetting(null),
  }),
  defaultConfiguration: {
    projectId: 'my-google-cloud-project-id',
    topicName: 'my-pubsub-topic-name',
    messageAttributes: {},
    serviceAccountKey: null,
    serviceAccountKeyFileName: null,
  },
  fields: {
    projectId: { control: 'text', label: 'Project', isRequired: true },
    topicName: { control: 'text', label: 'Topic', isRequired: true },
    messageAttributes: {
      control: 'pairs',
      label: 'Attributes of the message',
      columns: ['Name', 'Value'],
      isPattern: true,
    },
    serviceAccountKey: {
      control: 'text',
      label: 'Key of the service account',
      isRequired: true,
      help: 'The content of its JSON file.',
      isLong: true,
      isSecret: true,
      file: { accept: '.json,application/json', nameMember: 'serviceAccountKeyFileName' },
    },
    serviceAccountKeyFileName: { control: 'kept', label: 'Name of the key file' },
  },
  description: 'Publishes the payload to a topic of Google Pub/Sub.',
  details: 'The id of the published message is added to the metadata. Attributes may hold placeholders.',
});
