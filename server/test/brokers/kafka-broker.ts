import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { type KafkaRecord, Reader, readRecordsBatch, Writer } from '@platformatic/kafka';

/** A message that a broker got. */
export interface Received {
  topic: string;
  partition: number;
  record: KafkaRecord;
  /** Compression and others. */
  attributes: number;
  acks: number;
}

/** What a broker of a test does. */
export interface KafkaBrokerOptions {
  /** Partitions of each topic; others are not there. */
  topics: Record<string, number>;
  /** Where it says that the leader of all partitions is, port 0: its own one; absent: itself. */
  leader?: { host: string; port: number };
  /** Makes it demand a sign-in. */
  user?: { mechanism: string; name: string; password: string; rounds?: number };
  tls?: tls.TlsOptions;
}

/** A broker on loopback that speaks as much of Kafka's protocol as a producer needs. */
export interface KafkaBroker {
  port: number;
  received: Received[];
  /** How many batches came. */
  batches: number;
  /** How many are connected. */
  open: number;
  opened: number;
  /** Error codes for the next batches. */
  refusals: number[];
  /** Error codes for the next questions about topics. */
  metadataRefusals: number[];
  /** Does not answer batches any more. */
  isSilent: boolean;
  /** Ends all connections. */
  disconnect(): void;
  close(): void;
}

const NONE = 0;
const UNKNOWN_TOPIC = 3;
const UNSUPPORTED_MECHANISM = 33;
const SIGN_IN_FAILED = 58;

export async function startKafkaBroker(options: KafkaBrokerOptions): Promise<KafkaBroker> {
  const sockets = new Set<net.Socket>();
  const accept = (socket: net.Socket): void => {
    broker.open++;
    broker.opened++;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      broker.open--;
      sockets.delete(socket);
    });
    const reply = createConversation(broker, options);
    let rest: Buffer = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      while (rest.length >= 4 && rest.length >= 4 + rest.readInt32BE(0)) {
        const end = 4 + rest.readInt32BE(0);
        const answer = reply(Reader.from(rest.subarray(4, end)));
        rest = rest.subarray(end);
        if (answer) socket.write(answer.prependLength().buffer);
      }
    });
  };
  const server = options.tls ? tls.createServer(options.tls, accept) : net.createServer(accept);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const broker: KafkaBroker = {
    port: (server.address() as AddressInfo).port,
    received: [],
    batches: 0,
    open: 0,
    opened: 0,
    refusals: [],
    metadataRefusals: [],
    isSilent: false,
    disconnect() {
      for (const socket of sockets) socket.destroy();
    },
    close() {
      broker.disconnect();
      server.close();
    },
  };
  return broker;
}

/** Answers the requests of one connection; undefined: not at all. */
function createConversation(broker: KafkaBroker, options: KafkaBrokerOptions): (reader: Reader) => Writer | undefined {
  const signIn = options.user ? createSignIn(options.user) : undefined;
  let isKnown = !signIn;
  return (reader) => {
    const key = reader.readInt16();
    reader.readInt16();
    const writer = Writer.create().appendInt32(reader.readInt32());
    reader.readNullableString(false);
    if (key === 17) {
      const isRight = reader.readString(false) === options.user?.mechanism;
      return writer
        .appendInt16(isRight ? NONE : UNSUPPORTED_MECHANISM)
        .appendArray([options.user?.mechanism ?? ''], (w, name) => w.appendString(name, false), false, false);
    }
    if (key === 36) {
      const answer = signIn?.(reader.readBytes(false).toString());
      if (answer?.isDone) isKnown = true;
      return writer
        .appendInt16(answer ? NONE : SIGN_IN_FAILED)
        .appendString(answer ? null : 'Authentication failed', false)
        .appendBytes(Buffer.from(answer?.text ?? ''), false)
        .appendInt64(0n);
    }
    if (!isKnown) return undefined;
    return key === 3 ? describeTopics(reader, writer, broker, options) : takeBatches(reader, writer, broker);
  };
}

function describeTopics(reader: Reader, writer: Writer, broker: KafkaBroker, options: KafkaBrokerOptions): Writer {
  const names = reader.readArray((r) => r.readString(false), false, false);
  const { host = '127.0.0.1', port = 0 } = options.leader ?? {};
  const refusal = broker.metadataRefusals.shift();
  return writer
    .appendInt32(0)
    .appendArray(
      [7],
      (w, id) =>
        w
          .appendInt32(id)
          .appendString(host, false)
          .appendInt32(port || broker.port)
          .appendString(null, false),
      false,
      false,
    )
    .appendString('cluster', false)
    .appendInt32(7)
    .appendArray(
      names,
      (w, name) => {
        const partitions = refusal === undefined ? (options.topics[name] ?? 0) : 0;
        w.appendInt16(refusal ?? (partitions > 0 ? NONE : UNKNOWN_TOPIC))
          .appendString(name, false)
          .appendBoolean(false)
          .appendArray(
            Array.from({ length: partitions }, (_, at) => at),
            (w, at) =>
              w
                .appendInt16(NONE)
                .appendInt32(at)
                .appendInt32(7)
                .appendArray([7], (w, id) => w.appendInt32(id), false, false)
                .appendArray([7], (w, id) => w.appendInt32(id), false, false),
            false,
            false,
          );
      },
      false,
      false,
    );
}

function takeBatches(reader: Reader, writer: Writer, broker: KafkaBroker): Writer | undefined {
  reader.readNullableString(false);
  const acks = reader.readInt16();
  reader.readInt32();
  const topics = reader.readArray(
    (r) => ({
      topic: r.readString(false),
      partitions: r.readArray((r) => ({ index: r.readInt32(), records: r.readBytes(false) }), false, false),
    }),
    false,
    false,
  );
  const refusal = broker.refusals.shift() ?? NONE;
  writer.appendArray(
    topics,
    (w, { topic, partitions }) =>
      w.appendString(topic, false).appendArray(
        partitions,
        (w, { index, records }) => {
          const offset = broker.received.filter((one) => one.topic === topic && one.partition === index).length;
          if (refusal === NONE && !broker.isSilent) {
            broker.batches++;
            const batch = readRecordsBatch(Reader.from(records));
            const { attributes } = batch;
            for (const record of batch.records)
              broker.received.push({ topic, partition: index, record, attributes, acks });
          }
          w.appendInt32(index).appendInt16(refusal).appendInt64(BigInt(offset)).appendInt64(-1n);
        },
        false,
        false,
      ),
    false,
    false,
  );
  return acks === 0 || broker.isSilent ? undefined : writer.appendInt32(0);
}

type SignIn = (text: string) => { text: string; isDone: boolean } | undefined;

/** The server's side of PLAIN, and of SCRAM (RFC 5802). */
function createSignIn({ mechanism, name, password, rounds = 4_096 }: NonNullable<KafkaBrokerOptions['user']>): SignIn {
  if (mechanism === 'PLAIN') {
    return (text) => (text === `\0${name}\0${password}` ? { text: '', isDone: true } : undefined);
  }
  const hash = mechanism === 'SCRAM-SHA-256' ? 'sha256' : 'sha512';
  const hmac = (key: Buffer, text: string): Buffer => createHmac(hash, key).update(text).digest();
  const salt = randomBytes(12);
  let [first, challenge] = ['', ''];
  return (text) => {
    if (!first) {
      first = text.slice('n,,'.length);
      if (!first.startsWith(`n=${name.replaceAll('=', '=3D').replaceAll(',', '=2C')},`)) return undefined;
      challenge = `r=${first.split(',r=')[1]}-server,s=${salt.toString('base64')},i=${rounds}`;
      return { text: challenge, isDone: false };
    }
    const salted = pbkdf2Sync(password, salt, rounds, hash === 'sha256' ? 32 : 64, hash);
    const [withoutProof = '', proof = ''] = text.split(',p=');
    const signed = `${first},${challenge},${withoutProof}`;
    const stored = createHash(hash).update(hmac(salted, 'Client Key')).digest();
    const signature = hmac(stored, signed);
    const clientKey = Buffer.from(proof, 'base64').map((byte, at) => byte ^ (signature[at] as number));
    if (!createHash(hash).update(clientKey).digest().equals(stored)) return undefined;
    return { text: `v=${hmac(hmac(salted, 'Server Key'), signed).toString('base64')}`, isDone: true };
  };
}
