import { awsSqs } from '@signalbox/contract/rule-nodes/external/aws-sqs';
import { implementRuleNode, withMetadata } from '../define-rule-node.ts';
import { compileTemplate } from '../template.ts';
import { createAwsService } from './aws-calls.ts';
import { callingOutside } from './call-outside.ts';

/** Element of the answer → key in the metadata. */
const ANSWERS = {
  MessageId: 'messageId',
  RequestId: 'requestId',
  MD5OfMessageBody: 'messageBodyMd5',
  MD5OfMessageAttributes: 'messageAttributesMd5',
  SequenceNumber: 'sequenceNumber',
} as const;

export const awsSqsNode = implementRuleNode(awsSqs, {
  start({ queueType, queueUrlPattern, delaySeconds, messageAttributes, ...credentials }, { addressGuard }, place) {
    const queueOf = compileTemplate(queueUrlPattern);
    const attributes = Object.entries(messageAttributes).map(
      ([name, value]) => [compileTemplate(name), compileTemplate(value)] as const,
    );
    const sqs = createAwsService('sqs', credentials, addressGuard);
    return callingOutside(place, {
      sends: (message) => ({
        to: queueOf(message),
        details: Object.fromEntries(attributes.map(([name, value]) => [name(message), value(message)])),
        text: message.data,
      }),
      async call(message, { signal }) {
        const parameters: Record<string, string> = {
          Action: 'SendMessage',
          Version: '2012-11-05',
          MessageBody: message.data,
        };
        if (queueType === 'STANDARD') parameters.DelaySeconds = String(delaySeconds);
        else {
          // The same when it is sent again.
          parameters.MessageDeduplicationId = message.id;
          parameters.MessageGroupId = message.originator.id;
        }
        for (const [at, [name, value]] of attributes.entries()) {
          parameters[`MessageAttribute.${at + 1}.Name`] = name(message);
          parameters[`MessageAttribute.${at + 1}.Value.DataType`] = 'String';
          parameters[`MessageAttribute.${at + 1}.Value.StringValue`] = value(message);
        }
        const sent = await sqs.call(queueOf(message), parameters, Object.keys(ANSWERS), signal);
        const added = Object.entries(ANSWERS).flatMap(([element, key]) => {
          const text = sent.get(element);
          return text === undefined ? [] : [[key, text] as const];
        });
        return withMetadata(message, Object.fromEntries(added));
      },
      stop: sqs.close,
    });
  },
});
