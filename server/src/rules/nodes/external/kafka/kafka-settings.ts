import type { ConnectionOptions } from 'node:tls';
import { timerDelay } from '../../../../config/timers.ts';
import { LastingError } from '../../define-rule-node.ts';
import { COMPRESSIONS, type Compression } from './record-batch.ts';

const MECHANISMS = ['PLAIN', 'SCRAM-SHA-256', 'SCRAM-SHA-512'] as const;

export interface KafkaSasl {
  mechanism: (typeof MECHANISMS)[number];
  username: string;
  password: string;
}

/** How connections to brokers are protected. */
export interface KafkaSecurity {
  tls?: Pick<ConnectionOptions, 'ca' | 'cert' | 'key' | 'passphrase' | 'checkServerIdentity'>;
  sasl?: KafkaSasl;
}

/** What a producer is set to, in its own terms. */
export interface KafkaSettings {
  brokers: { host: string; port: number }[];
  clientId: string;
  acks: -1 | 0 | 1;
  retries: number;
  /** bytes */
  batchSize: number;
  /** ms */
  linger: number;
  /** bytes */
  bufferMemory: number;
  /** Longest message, bytes. */
  maxRequestSize: number;
  compression: Compression;
  /** ms */
  requestTimeout: number;
  /** ms */
  retryBackoff: number;
  /** ms */
  metadataMaxAge: number;
  /** How long a topic is waited for that brokers may be making, ms. */
  topicPatience: number;
  security: KafkaSecurity;
}

/** What the form of the node has of its own, by the names that producers have for it. */
export interface KafkaNodeSettings {
  bootstrapServers: string;
  retries: number;
  batchSize: number;
  linger: number;
  bufferMemory: number;
  acks: string;
  valueSerializer: string;
  otherProperties: Readonly<Record<string, string>>;
}

const DEFAULT_PORT = 9_092;
/** ms; nobody waits for a message any longer */
const MAX_REQUEST_TIMEOUT = 120_000;
/** ms; messages of other topics wait behind those of a topic that is not there */
const MAX_TOPIC_PATIENCE = 5_000;
const STRING_SERIALIZER = 'org.apache.kafka.common.serialization.StringSerializer';

/** Properties that name files of the server, with those that have their content instead. */
const FILES: Readonly<Record<string, string>> = {
  'ssl.truststore.location': 'ssl.truststore.certificates',
  'ssl.keystore.location': 'ssl.keystore.certificate.chain and ssl.keystore.key',
};
/** Of the properties about security, those that are honoured or change nothing here. */
const KNOWN_SECURITY = new Set([
  'security.protocol',
  'sasl.mechanism',
  'sasl.jaas.config',
  'ssl.truststore.certificates',
  'ssl.truststore.type',
  'ssl.keystore.certificate.chain',
  'ssl.keystore.key',
  'ssl.keystore.type',
  'ssl.key.password',
  'ssl.endpoint.identification.algorithm',
  'ssl.protocol',
  'ssl.enabled.protocols',
]);
/** Properties that would change what is sent, and that a node of ours cannot honour. */
const UNSUPPORTED = new Set(['transactional.id', 'partitioner.class', 'interceptor.classes']);

/**
 * Reads the settings of a node; its other properties win, as in 3.3.2. Properties that tune what this producer does not
 * have are ignored, as Kafka ignores unknown ones.
 * @throws LastingError naming the property that is wrong or cannot be honoured
 */
export function readKafkaSettings(node: KafkaNodeSettings): KafkaSettings {
  const properties = new Map<string, string>(
    Object.entries({
      'bootstrap.servers': node.bootstrapServers,
      retries: String(node.retries),
      'batch.size': String(node.batchSize),
      'linger.ms': String(node.linger),
      'buffer.memory': String(node.bufferMemory),
      acks: node.acks,
      'value.serializer': node.valueSerializer,
      ...node.otherProperties,
    }),
  );
  requireHonoured(properties);
  const number = (name: string, absent: number): number => {
    const text = properties.get(name);
    if (text === undefined || text === '') return absent;
    if (!/^\d{1,15}$/.test(text)) throw new LastingError(`The property ${name} must be a whole number`);
    return Number(text);
  };
  const choice = <const T extends string>(name: string, choices: readonly T[], absent: T): T => {
    const text = properties.get(name) || absent;
    const found = choices.find((one) => one === text);
    if (found === undefined) throw new LastingError(`The property ${name} must be one of ${choices.join(', ')}`);
    return found;
  };
  const acks = choice('acks', ['all', '-1', '0', '1'], 'all');
  return {
    brokers: readBrokers(properties.get('bootstrap.servers') ?? ''),
    clientId: properties.get('client.id') ?? 'signalbox',
    acks: acks === 'all' ? -1 : (Number(acks) as -1 | 0 | 1),
    retries: number('retries', 0),
    batchSize: number('batch.size', 16_384),
    linger: timerDelay(number('linger.ms', 0)),
    bufferMemory: number('buffer.memory', 33_554_432),
    maxRequestSize: number('max.request.size', 1_048_576),
    compression: choice('compression.type', COMPRESSIONS, 'none'),
    requestTimeout: Math.min(Math.max(1, number('request.timeout.ms', 30_000)), MAX_REQUEST_TIMEOUT),
    retryBackoff: timerDelay(number('retry.backoff.ms', 100)),
    metadataMaxAge: number('metadata.max.age.ms', 300_000),
    topicPatience: Math.min(number('max.block.ms', MAX_TOPIC_PATIENCE), MAX_TOPIC_PATIENCE),
    security: readSecurity(properties, choice),
  };
}

function requireHonoured(properties: ReadonlyMap<string, string>): void {
  const serializer = properties.get('value.serializer');
  if (serializer && serializer !== STRING_SERIALIZER) {
    throw new LastingError(`Payloads are written by ${STRING_SERIALIZER} only, not by ${serializer}`);
  }
  if (properties.get('enable.idempotence') === 'true') {
    throw new LastingError('The property enable.idempotence cannot be true: messages are sent at least once');
  }
  for (const name of properties.keys()) {
    const instead = FILES[name];
    if (instead) throw new LastingError(`The property ${name} names a file of the server; use ${instead} (PEM)`);
    const isSecurity = /^(ssl|sasl|security)\./.test(name);
    if (UNSUPPORTED.has(name) || (isSecurity && !KNOWN_SECURITY.has(name))) {
      throw new LastingError(`The property ${name} is not supported`);
    }
  }
}

function readBrokers(text: string): KafkaSettings['brokers'] {
  const brokers = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      // HOST, HOST:PORT or [IPV6]:PORT, also with the name of a listener before it.
      const [, ipv6, host = ipv6 ?? '', port] =
        /^(?:[A-Za-z_]+:\/\/)?(?:\[([^\]]+)\]|([^:\s]+))(?::(\d{1,5}))?$/.exec(part) ?? [];
      const number = port === undefined ? DEFAULT_PORT : Number(port);
      if (!host || number < 1 || number > 65_535) throw new LastingError(`'${part}' is not the address of a broker`);
      return { host, port: number };
    });
  if (brokers.length === 0) throw new LastingError('The bootstrap servers are not set');
  return brokers;
}

type Choice = <const T extends string>(name: string, choices: readonly T[], absent: T) => T;

function readSecurity(properties: ReadonlyMap<string, string>, choice: Choice): KafkaSecurity {
  const protocol = choice('security.protocol', ['PLAINTEXT', 'SSL', 'SASL_PLAINTEXT', 'SASL_SSL'], 'PLAINTEXT');
  return {
    ...(protocol.endsWith('SSL') ? { tls: readTls(properties, choice) } : {}),
    ...(protocol.startsWith('SASL') ? { sasl: readSasl(properties, choice) } : {}),
  };
}

function readTls(properties: ReadonlyMap<string, string>, choice: Choice): NonNullable<KafkaSecurity['tls']> {
  choice('ssl.truststore.type', ['PEM'], 'PEM');
  choice('ssl.keystore.type', ['PEM'], 'PEM');
  const ca = properties.get('ssl.truststore.certificates');
  const cert = properties.get('ssl.keystore.certificate.chain');
  const key = properties.get('ssl.keystore.key');
  const passphrase = properties.get('ssl.key.password');
  const algorithm = properties.get('ssl.endpoint.identification.algorithm');
  return {
    ...(ca ? { ca } : {}),
    ...(cert && key ? { cert, key, ...(passphrase ? { passphrase } : {}) } : {}),
    // Empty: whoever has a certificate that is trusted may be the broker.
    ...(algorithm?.trim() === '' ? { checkServerIdentity: () => undefined } : {}),
  };
}

/** The credentials are in `sasl.jaas.config`, as Java has them: `LoginModule required username="…" password="…";` */
function readSasl(properties: ReadonlyMap<string, string>, choice: Choice): KafkaSasl {
  const mechanism = choice('sasl.mechanism', MECHANISMS, 'PLAIN');
  const config = properties.get('sasl.jaas.config') ?? '';
  const option = (name: string): string => {
    const [, quoted, bare] =
      new RegExp(`\\s${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s;"]+))`).exec(config) ?? [];
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? bare;
    if (value === undefined) throw new LastingError(`The property sasl.jaas.config has no ${name}`);
    return value;
  };
  return { mechanism, username: option('username'), password: option('password') };
}
