import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { textSetting } from '../settings.ts';
import { awsFields, awsMembers } from './aws-members.ts';

export const awsSns = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.aws.sns.TbSnsNode',
  kind: 'EXTERNAL',
  name: 'aws sns',
  directive: 'tbActionNodeSnsConfig',
  configuration: z.object({ topicArnPattern: textSetting(''), ...awsMembers }),
  defaultConfiguration: {
    topicArnPattern: 'arn:aws:sns:us-east-1:123456789012:MyNewTopic',
    accessKeyId: null,
    secretAccessKey: null,
    region: 'us-east-1',
  },
  fields: {
    topicArnPattern: { control: 'text', label: 'ARN of the topic', isRequired: true, isPattern: true },
    ...awsFields,
  },
  description: 'Publishes the payload to a topic of Amazon SNS.',
  details:
    'The ids of the published message and of the request are added to the metadata. The message is published after it ' +
    'is stored, and again when the server was killed meanwhile.',
});
