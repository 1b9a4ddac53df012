import { setTimeout as pause } from 'node:timers/promises';
import { type KafkaConnection, type KafkaConnectionOptions, openKafkaConnection } from './kafka-connection.ts';
import { type KafkaBrokerAddress as Broker, describeTopic, type KafkaTopic, PassingError } from './kafka-protocol.ts';

/** Most topics whose partitions are remembered. */
const MAX_TOPICS = 1_000;
/** Most brokers that are connected to at a time. */
const MAX_CONNECTIONS = 64;
/** How many brokers are remembered for the time when those that the node names are gone. */
const MAX_OTHERS = 16;
/** ms from a failed attempt to connect to the next one to the same broker */
const RECONNECT_PERIOD = 1_000;
/** ms between look-ups of a topic that brokers may be making */
const TOPIC_PERIOD = 250;

type Partition = KafkaTopic['partitions'][number];

interface Topic {
  partitions: readonly Partition[];
  /** By performance.now(). */
  readAt: number;
  /** How many batches were given a partition. */
  used: number;
}

/** The brokers behind the ones that a node names, and who of them takes what. */
export interface KafkaCluster {
  /**
   * Chooses a partition of a topic in turn, and connects to the broker that takes messages for it.
   * @throws Error saying why there is none; PassingError when another attempt makes sense
   */
  leaderOf(topic: string): Promise<{ partition: number; connection: KafkaConnection }>;
  /** Has the partitions of a topic looked up again, for its leader does not take messages any more. */
  forget(topic: string): void;
  close(): void;
}

export interface KafkaClusterOptions extends KafkaConnectionOptions {
  brokers: readonly Broker[];
  /** ms */
  metadataMaxAge: number;
  /** How long a topic is waited for that brokers may be making, ms. */
  topicPatience: number;
}

const STOPPED = new Error('The rule node has stopped');

/** Every address passes the guard when it is connected to: those that brokers name as well. */
export function createKafkaCluster(options: KafkaClusterOptions): KafkaCluster {
  const { metadataMaxAge, topicPatience } = options;
  const stopping = new AbortController();
  /** By host and port, the one used last at the end. */
  const connections = new Map<string, Promise<KafkaConnection>>();
  /** When the last attempt to connect failed, by host and port. */
  const failedAt = new Map<string, number>();
  /** The one looked up last at the end. */
  const topics = new Map<string, Topic>();
  const lookUps = new Map<string, Promise<Topic>>();
  /** Brokers that the last answer has named. */
  let others: readonly Broker[] = [];

  async function connectionTo(broker: Broker): Promise<KafkaConnection> {
    const key = keyOf(broker);
    const known = connections.get(key);
    if (known) {
      const connection = await known;
      if (connection.isUsable()) return connection;
      if (connections.get(key) === known) {
        connections.delete(key);
        connection.end(new PassingError('The session has run out'));
      }
      return connectionTo(broker);
    }
    const opening = open(broker, key);
    connections.set(key, opening);
    endOldest();
    return opening;
  }

  async function open(broker: Broker, key: string): Promise<KafkaConnection> {
    try {
      await pauseUntil((failedAt.get(key) ?? Number.NEGATIVE_INFINITY) + RECONNECT_PERIOD);
      const connection = await openKafkaConnection(broker, options);
      failedAt.delete(key);
      if (stopping.signal.aborted) connection.end(STOPPED);
      return connection;
    } catch (error) {
      connections.delete(key);
      failedAt.delete(key);
      failedAt.set(key, performance.now());
      if (failedAt.size > MAX_CONNECTIONS) failedAt.delete(failedAt.keys().next().value as string);
      throw error;
    }
  }

  function endOldest(): void {
    const [oldest] = connections;
    if (connections.size <= MAX_CONNECTIONS || !oldest) return;
    connections.delete(oldest[0]);
    endLater(oldest[1], new PassingError('Too many brokers'));
  }

  async function pauseUntil(time: number): Promise<void> {
    if (stopping.signal.aborted) throw STOPPED;
    const wait = time - performance.now();
    if (wait > 0) await pause(wait, undefined, { signal: stopping.signal });
  }

  /** Connects to the first broker that can be reached, of those that the node names first; lately failed ones come last. */
  async function anyConnection(): Promise<KafkaConnection> {
    const brokers = new Map([...options.brokers, ...others].map((broker) => [keyOf(broker), broker]));
    const lastFailure = (broker: Broker): number => failedAt.get(keyOf(broker)) ?? 0;
    const inTurn = [...brokers.values()].sort((a, b) => lastFailure(a) - lastFailure(b));
    let reason: unknown;
    for (const broker of inTurn) {
      try {
        return await connectionTo(broker);
      } catch (error) {
        reason ??= error;
      }
    }
    throw reason;
  }

  async function lookUp(topic: string): Promise<Topic> {
    const until = performance.now() + topicPatience;
    for (;;) {
      const partitions = await partitionsOf(topic);
      if (typeof partitions !== 'string') {
        const found = { partitions, readAt: performance.now(), used: topics.get(topic)?.used ?? 0 };
        topics.delete(topic);
        topics.set(topic, found);
        if (topics.size > MAX_TOPICS) topics.delete(topics.keys().next().value as string);
        return found;
      }
      if (performance.now() > until) throw new PassingError(partitions);
      await pauseUntil(performance.now() + TOPIC_PERIOD);
    }
  }

  /** Returns the partitions that have a leader, or why there is none yet. */
  async function partitionsOf(topic: string): Promise<Partition[] | string> {
    const connection = await anyConnection();
    const { refusal, brokers, partitions } = await connection.ask(describeTopic(topic));
    others = brokers.slice(0, MAX_OTHERS);
    if (refusal && !NOT_THERE_YET.has(refusal.reason)) throw refusal;
    if (partitions.length > 0) return partitions;
    return refusal?.reason === 'LEADER_NOT_AVAILABLE'
      ? `No broker leads a partition of topic '${topic}'`
      : `There is no topic '${topic}'`;
  }

  async function topicOf(name: string): Promise<Topic> {
    const known = topics.get(name);
    if (known && performance.now() - known.readAt < metadataMaxAge) return known;
    let found = lookUps.get(name);
    if (!found) {
      found = lookUp(name).finally(() => lookUps.delete(name));
      lookUps.set(name, found);
    }
    return found;
  }

  // The first message need not wait for it.
  void anyConnection().catch(() => undefined);
  return {
    async leaderOf(name) {
      const topic = await topicOf(name);
      const { index, leader } = topic.partitions[topic.used++ % topic.partitions.length] as Partition;
      return { partition: index, connection: await connectionTo(leader) };
    },
    forget: (topic) => void topics.delete(topic),
    close() {
      stopping.abort(STOPPED);
      for (const connection of connections.values()) endLater(connection, STOPPED);
      connections.clear();
    },
  };
}

/** Errors of a topic that brokers are making, or that changes its leaders. */
const NOT_THERE_YET: ReadonlySet<string> = new Set(['UNKNOWN_TOPIC_OR_PARTITION', 'LEADER_NOT_AVAILABLE']);

const keyOf = ({ host, port }: Broker): string => `${host}:${port}`;

function endLater(opening: Promise<KafkaConnection>, reason: Error): void {
  void opening.then(
    (connection) => connection.end(reason),
    () => undefined,
  );
}
