import { awsSns } from '@signalbox/contract/rule-nodes/external/aws-sns';
import { implementRuleNode, withMetadata } from '../define-rule-node.ts';
import { compileTemplate } from '../template.ts';
import { createAwsService } from './aws-calls.ts';
import { callingOutside } from './call-outside.ts';

export const awsSnsNode = implementRuleNode(awsSns, {
  start({ topicArnPattern, ...credentials }, { addressGuard, cloud }, place) {
    const topicOf = compileTemplate(topicArnPattern);
    const sns = createAwsService('sns', credentials, addressGuard);
    return callingOutside(place, {
      sends: (message) => ({ to: topicOf(message), text: message.data }),
      async call(message, { signal }) {
        const published = await sns.call(
          cloud.sns(credentials.region),
          { Action: 'Publish', Version: '2010-03-31', TopicArn: topicOf(message), Message: message.data },
          ['MessageId', 'RequestId'],
          signal,
        );
        return withMetadata(message, {
          messageId: published.get('MessageId') ?? '',
          requestId: published.get('RequestId') ?? '',
        });
      },
      stop: sns.close,
    });
  },
});
