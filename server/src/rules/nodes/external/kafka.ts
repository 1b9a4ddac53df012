import { type KafkaCharset, kafka } from '@signalbox/contract/rule-nodes/external/kafka';
import { implementRuleNode, withMetadata } from '../define-rule-node.ts';
import { compileTemplate } from '../template.ts';
import { callingOutside } from './call-outside.ts';
import { createKafkaProducer } from './kafka/kafka-producer.ts';
import { readKafkaSettings } from './kafka/kafka-settings.ts';
import { encodeText } from './kafka/text-encoding.ts';
import { unlessAborted } from './unless-aborted.ts';

const HEADER_PREFIX = 'tb_msg_md_';

export const kafkaNode = implementRuleNode(kafka, {
  start({ topicPattern, addMetadataKeyValuesAsKafkaHeaders, kafkaHeadersCharset, ...node }, { addressGuard }, place) {
    const topicOf = compileTemplate(topicPattern);
    const producer = createKafkaProducer(readKafkaSettings(node), addressGuard);
    return callingOutside(place, {
      sends: (message) => ({ to: `${node.bootstrapServers} ${topicOf(message)}`, text: message.data }),
      async call(message, { signal }) {
        const { topic, partition, offset } = await unlessAborted(
          producer.send({
            topic: topicOf(message),
            value: Buffer.from(message.data),
            signal,
            ...(addMetadataKeyValuesAsKafkaHeaders
              ? { headers: headersOf(message.metadata, kafkaHeadersCharset) }
              : {}),
          }),
          signal,
          'The brokers did not acknowledge in time',
        );
        return withMetadata(message, { offset: String(offset), partition: String(partition), topic });
      },
      stop: producer.close,
    });
  },
});

function headersOf(metadata: Readonly<Record<string, string>>, charset: KafkaCharset): Map<Buffer, Buffer> {
  return new Map(
    Object.entries(metadata).map(([key, value]) => [Buffer.from(HEADER_PREFIX + key), encodeText(value, charset)]),
  );
}
