// biome-ignore-all lint/suspicious/noTemplateCurlyInString: settings of nodes are written this way
import { afterEach, beforeEach, expect } from 'vitest';
import { kafkaNode } from '../../src/rules/nodes/external/kafka.ts';
import { callOutside, startOutsideNode } from '../outside-node.ts';
import { type KafkaBroker, type KafkaBrokerOptions, startKafkaBroker } from './kafka-broker.ts';

export const message = { data: '{"t":"21 °C"}', metadata: { topic: 'readings', place: 'Küche' } };
/** Networks that the node may call. */
const allowed = '127.0.0.0/8,::1';

/** A broker for each test, and Kafka nodes that publish to it. */
export function useKafkaNode() {
  const opened: { close(): void }[] = [];
  const kafka = {
    /** The broker of the nodes: tests may put another one in its place. */
    broker: undefined as unknown as KafkaBroker,

    async startBroker(options: Partial<KafkaBrokerOptions> = {}): Promise<KafkaBroker> {
      const broker = await startKafkaBroker({ topics: { readings: 1, many: 3 }, ...options });
      return kafka.closed(broker);
    },

    /** Closes it after the test. */
    closed<T extends { close(): void }>(server: T): T {
      opened.push(server);
      return server;
    },

    settings: (more: object = {}) => ({
      topicPattern: '${topic}',
      bootstrapServers: `127.0.0.1:${kafka.broker.port}`,
      acks: '-1',
      ...more,
    }),
    publish: (more: object = {}, times = 1) =>
      callOutside(kafkaNode, kafka.settings(more), { message, allowed, times }),
    start: (more: object = {}) => startOutsideNode(kafkaNode, kafka.settings(more), { allowed }),

    /** Publishes, which must fail, and returns the reason. */
    async failureOf(more: object): Promise<string> {
      const [output] = await kafka.publish(more);
      expect(output?.relation).toBe('Failure');
      return output?.message.metadata.error ?? '';
    },
  };
  beforeEach(async () => {
    kafka.broker = await kafka.startBroker();
  });
  afterEach(() => {
    for (const server of opened.splice(0)) server.close();
  });
  return kafka;
}
