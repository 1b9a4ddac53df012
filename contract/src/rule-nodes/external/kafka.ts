import * as z from 'zod/mini';
import { describeRuleNode } from '../define-rule-node.ts';
import { booleanSetting, choiceSetting, integerSetting, textMapSetting, textSetting } from '../settings.ts';

const STRING_SERIALIZER = 'org.apache.kafka.common.serialization.StringSerializer';

const SERIALIZERS = [STRING_SERIALIZER];

/** Encodings of text in headers, by the names that configurations give them. */
const CHARSETS = ['UTF-8', 'US-ASCII', 'ISO-8859-1', 'UTF-16', 'UTF-16BE', 'UTF-16LE'] as const;
export type KafkaCharset = (typeof CHARSETS)[number];

const MAX_INTEGER = 2_147_483_647;

export const kafka = describeRuleNode({
  clazz: 'org.thingsboard.rule.engine.kafka.TbKafkaNode',
  kind: 'EXTERNAL',
  name: 'kafka',
  directive: 'tbActionNodeKafkaConfig',
  configuration: z.object({
    topicPattern: textSetting(''),
    bootstrapServers: textSetting(''),
    retries: integerSetting(0, 0, MAX_INTEGER),
    batchSize: integerSetting(16_384, 0, MAX_INTEGER),
    linger: integerSetting(0, 0, MAX_INTEGER),
    bufferMemory: integerSetting(33_554_432, 0),
    acks: choiceSetting(['-1', 'all', '1', '0'], '-1'),
    keySerializer: textSetting(STRING_SERIALIZER),
    valueSerializer: textSetting(STRING_SERIALIZER),
    otherProperties: textMapSetting,
    addMetadataKeyValuesAsKafkaHeaders: booleanSetting(false),
    kafkaHeadersCharset: choiceSetting(CHARSETS, 'UTF-8'),
  }),
  defaultConfiguration: {
    topicPattern: 'my-topic',
    bootstrapServers: 'localhost:9092',
    retries: 0,
    batchSize: 16_384,
    linger: 0,
    bufferMemory: 33_554_432,
    acks: '-1',
    keySerializer: STRING_SERIALIZER,
    valueSerializer: STRING_SERIALIZER,
    otherProperties: {},
    addMetadataKeyValuesAsKafkaHeaders: false,
    kafkaHeadersCharset: 'UTF-8',
  },
  fields: {
    topicPattern: { control: 'text', label: 'Topic', isRequired: true, isPattern: true },
    bootstrapServers: {
      control: 'text',
      label: 'Bootstrap servers',
      isRequired: true,
      help: 'Host and port of one or more brokers, with commas between them.',
    },
    retries: { control: 'number', label: 'Retries', min: 0, max: MAX_INTEGER, help: 'After failures that may pass.' },
    batchSize: { control: 'number', label: 'Size of a batch', unit: 'bytes', min: 0 },
    linger: { control: 'number', label: 'Wait for more messages', unit: 'ms', min: 0 },
    bufferMemory: { control: 'number', label: 'Memory for messages', unit: 'bytes', min: 0 },
    acks: {
      control: 'choice',
      label: 'Acknowledged by',
      options: {
        '-1': 'All replicas (-1)',
        all: 'All replicas (all)',
        '1': 'The leader',
        '0': 'Nobody',
      },
    },
    keySerializer: {
      control: 'text',
      label: 'Key serializer',
      isRequired: true,
      help: 'Messages have no key.',
      offers: SERIALIZERS,
    },
    valueSerializer: { control: 'text', label: 'Value serializer', isRequired: true, offers: SERIALIZERS },
    otherProperties: {
      control: 'pairs',
      label: 'Other properties',
      columns: ['Property', 'Value'],
      help:
        'Of a Kafka producer: security.protocol, sasl.mechanism, sasl.jaas.config, ssl.truststore.certificates, ' +
        'ssl.keystore.certificate.chain, ssl.keystore.key, ssl.key.password, compression.type, client.id and others.',
    },
    addMetadataKeyValuesAsKafkaHeaders: { control: 'switch', label: 'Metadata as headers' },
    kafkaHeadersCharset: {
      control: 'choice',
      label: 'Encoding of the headers',
      when: { addMetadataKeyValuesAsKafkaHeaders: true },
      options: {
        'UTF-8': 'UTF-8',
        'US-ASCII': 'US-ASCII',
        'ISO-8859-1': 'ISO-8859-1',
        'UTF-16': 'UTF-16',
        'UTF-16BE': 'UTF-16BE',
        'UTF-16LE': 'UTF-16LE',
      },
    },
  },
  description: 'Publishes the payload to a topic of Apache Kafka.',
  details:
    'The message leaves along <code>Success</code> once the brokers have acknowledged it, with <code>offset</code>, ' +
    '<code>partition</code> and <code>topic</code> in its metadata. The headers of a published message are named ' +
    '<code>tb_msg_md_</code> and the key of the metadata.',
});
