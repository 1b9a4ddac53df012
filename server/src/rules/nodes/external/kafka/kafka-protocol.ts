import { bytes, int8, int16, int32, list, text, type WireReader } from './wire-format.ts';

/*
 * What a producer asks of brokers, each in the oldest version that brokers of today know: they go back to Kafka 0.11.
 */

/** Something that is sent to a broker. */
export interface KafkaRequest<Reply> {
  key: number;
  version: number;
  body: Buffer;
  /** @throws KafkaRefusal with what the broker answers instead */
  read(reader: WireReader): Reply;
}

/** A failure of a connection: another attempt makes sense. */
export class PassingError extends Error {}

/** Errors by their codes, and whether they may pass. */
const ERRORS: Readonly<Record<number, readonly [name: string, passes?: 'passes']>> = {
  [-1]: ['UNKNOWN_SERVER_ERROR'],
  2: ['CORRUPT_MESSAGE', 'passes'],
  3: ['UNKNOWN_TOPIC_OR_PARTITION', 'passes'],
  5: ['LEADER_NOT_AVAILABLE', 'passes'],
  6: ['NOT_LEADER_OR_FOLLOWER', 'passes'],
  7: ['REQUEST_TIMED_OUT', 'passes'],
  8: ['BROKER_NOT_AVAILABLE'],
  9: ['REPLICA_NOT_AVAILABLE', 'passes'],
  10: ['MESSAGE_TOO_LARGE'],
  13: ['NETWORK_EXCEPTION', 'passes'],
  17: ['INVALID_TOPIC_EXCEPTION'],
  18: ['RECORD_LIST_TOO_LARGE'],
  19: ['NOT_ENOUGH_REPLICAS', 'passes'],
  20: ['NOT_ENOUGH_REPLICAS_AFTER_APPEND', 'passes'],
  21: ['INVALID_REQUIRED_ACKS'],
  29: ['TOPIC_AUTHORIZATION_FAILED'],
  31: ['CLUSTER_AUTHORIZATION_FAILED'],
  32: ['INVALID_TIMESTAMP'],
  33: ['UNSUPPORTED_SASL_MECHANISM'],
  34: ['ILLEGAL_SASL_STATE'],
  35: ['UNSUPPORTED_VERSION'],
  42: ['INVALID_REQUEST'],
  43: ['UNSUPPORTED_FOR_MESSAGE_FORMAT'],
  44: ['POLICY_VIOLATION'],
  54: ['SECURITY_DISABLED'],
  56: ['KAFKA_STORAGE_ERROR', 'passes'],
  58: ['SASL_AUTHENTICATION_FAILED'],
  74: ['FENCED_LEADER_EPOCH', 'passes'],
  76: ['UNSUPPORTED_COMPRESSION_TYPE'],
  87: ['INVALID_RECORD'],
  89: ['THROTTLING_QUOTA_EXCEEDED', 'passes'],
};

/** What a broker refuses, by the name that the protocol has for it. */
export class KafkaRefusal extends Error {
  readonly reason: string;
  /** Whether it may pass, so that another attempt makes sense. */
  readonly passes: boolean;

  constructor(reason: string, passes: boolean, words: string | null) {
    super(words ? `${reason}: ${words}` : reason);
    this.reason = reason;
    this.passes = passes;
  }
}

function refusalOf(code: number, words: string | null = null): KafkaRefusal | undefined {
  if (code === 0) return undefined;
  const [name, passes] = ERRORS[code] ?? [`Error ${code}`];
  return new KafkaRefusal(name, passes === 'passes', words);
}

function requireAccepted(code: number, words?: string | null): void {
  const refusal = refusalOf(code, words);
  if (refusal) throw refusal;
}

export interface KafkaBrokerAddress {
  host: string;
  port: number;
}

/** A topic as a broker describes it. */
export interface KafkaTopic {
  refusal: KafkaRefusal | undefined;
  /** All brokers that there are. */
  brokers: KafkaBrokerAddress[];
  /** Those that somebody leads. */
  partitions: { index: number; leader: KafkaBrokerAddress }[];
}

/** Metadata; a topic that is not there is made, where brokers do that. */
export function describeTopic(topic: string): KafkaRequest<KafkaTopic> {
  return {
    key: 3,
    version: 4,
    body: Buffer.concat([list([text(topic)]), int8(1)]),
    read(reader) {
      reader.int32();
      const brokers = new Map(
        reader.list(() => {
          const id = reader.int32();
          const address = { host: reader.text() ?? '', port: reader.int32() };
          reader.text();
          return [id, address] as const;
        }),
      );
      reader.text();
      reader.int32();
      const topics = reader.list(() => {
        const refusal = refusalOf(reader.int16());
        const name = reader.text();
        reader.boolean();
        const partitions = reader.list(() => {
          reader.int16();
          const [index, leaderId] = [reader.int32(), reader.int32()];
          reader.list(reader.int32);
          reader.list(reader.int32);
          return { index, leader: brokers.get(leaderId) };
        });
        return { name, refusal, partitions };
      });
      const found = topics.find(({ name }) => name === topic);
      return {
        refusal: found?.refusal,
        brokers: [...brokers.values()],
        partitions: (found?.partitions ?? []).flatMap(({ index, leader }) => (leader ? [{ index, leader }] : [])),
      };
    },
  };
}

export interface Produced {
  topic: string;
  partition: number;
  acks: -1 | 0 | 1;
  /** Of the broker for its replicas, ms */
  timeout: number;
  batch: Buffer;
  /** Brokers before 2.1 do not know it. */
  isZstd: boolean;
}

/** Resolves with the offset of the first record. */
export function produce({ topic, partition, acks, timeout, batch, isZstd }: Produced): KafkaRequest<bigint> {
  return {
    key: 0,
    version: isZstd ? 7 : 3,
    body: Buffer.concat([
      text(null),
      int16(acks),
      int32(timeout),
      list([Buffer.concat([text(topic), list([Buffer.concat([int32(partition), bytes(batch)])])])]),
    ]),
    read(reader) {
      const places = reader.list(() => {
        const name = reader.text();
        return reader.list(() => {
          const [index, code, offset] = [reader.int32(), reader.int16(), reader.int64()];
          reader.int64();
          if (isZstd) reader.int64();
          return { name, index, code, offset };
        });
      });
      const place = places.flat().find(({ name, index }) => name === topic && index === partition);
      if (!place) throw new RangeError('The place is missing');
      requireAccepted(place.code);
      return place.offset;
    },
  };
}

/** Chooses the mechanism of the sign-in. */
export function beginSignIn(mechanism: string): KafkaRequest<void> {
  return {
    key: 17,
    version: 1,
    body: text(mechanism),
    read: (reader) => requireAccepted(reader.int16()),
  };
}

/** One message of a sign-in, and what the broker answers; `lifetime` of the session in ms, 0: without limit. */
export function continueSignIn(content: Buffer): KafkaRequest<{ content: Buffer; lifetime: number }> {
  return {
    key: 36,
    version: 1,
    body: bytes(content),
    read(reader) {
      requireAccepted(reader.int16(), reader.text());
      return { content: reader.bytes(), lifetime: Number(reader.int64()) };
    },
  };
}
