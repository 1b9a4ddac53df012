import { setTimeout as pause } from 'node:timers/promises';
import type { AddressGuard } from '../../../../outbound/address-guard.ts';
import { createKafkaCluster } from './kafka-cluster.ts';
import type { KafkaConnection } from './kafka-connection.ts';
import { KafkaRefusal, PassingError, produce } from './kafka-protocol.ts';
import type { KafkaSettings } from './kafka-settings.ts';
import { encodeRecordBatch, type KafkaRecord } from './record-batch.ts';

/** Bytes of a message beside its content and headers, at most. */
const OVERHEAD = 64;

export interface KafkaMessage extends KafkaRecord {
  topic: string;
  /** Aborted when nobody waits for it any more: it is not tried again. */
  signal: AbortSignal;
}

/** Where a message is. */
export interface KafkaPlace {
  topic: string;
  partition: number;
  /** -1 when nobody acknowledges. */
  offset: bigint;
}

/** Publishes messages in batches. */
export interface KafkaProducer {
  /** Resolves once the brokers have acknowledged it. @throws Error saying why they have not */
  send(message: KafkaMessage): Promise<KafkaPlace>;
  close(): void;
}

interface Waiting extends KafkaMessage {
  bytes: number;
  sent(place: KafkaPlace): void;
  failed(error: unknown): void;
}

/** Messages of a topic that wait for their batch. */
interface Queue {
  waiting: Waiting[];
  bytes: number;
  flush: () => void;
}

export function createKafkaProducer(settings: KafkaSettings, guard: AddressGuard): KafkaProducer {
  const { acks, retries, batchSize, linger, bufferMemory, maxRequestSize, compression, requestTimeout, retryBackoff } =
    settings;
  const cluster = createKafkaCluster({ ...settings, guard });
  const stopping = new AbortController();
  /** By topic; a topic is there while messages of it wait. */
  const queues = new Map<string, Queue>();
  /** Bytes of the messages that are not acknowledged. */
  let buffered = 0;

  function queueOf(topic: string): Queue {
    const known = queues.get(topic);
    if (known) return known;
    const flush = (): void => {
      clearTimeout(timer);
      clearImmediate(turn);
      queues.delete(topic);
      for (const batch of batchesOf(queue.waiting, batchSize)) void deliver(topic, batch);
    };
    const queue: Queue = { waiting: [], bytes: 0, flush };
    // Without a wait too, what comes at the same time is sent together.
    const turn = linger > 0 ? undefined : setImmediate(flush);
    const timer = linger > 0 ? setTimeout(flush, linger) : undefined;
    queues.set(topic, queue);
    return queue;
  }

  async function deliver(topic: string, batch: readonly Waiting[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        const { partition, connection } = await cluster.leaderOf(topic);
        const first = await write(connection, topic, partition, batch);
        for (const [at, { sent }] of batch.entries()) {
          sent({ topic, partition, offset: first < 0n ? first : first + BigInt(at) });
        }
        return;
      } catch (error) {
        cluster.forget(topic);
        const isLast = attempt >= retries || !mayPass(error);
        if (!isLast) await pause(retryBackoff, undefined, { signal: stopping.signal }).catch(ignore);
        if (isLast || stopping.signal.aborted || batch.every(({ signal }) => signal.aborted)) {
          for (const { failed } of batch) failed(error);
          return;
        }
      }
    }
  }

  /** Returns the offset of the first message of the batch. */
  async function write(
    connection: KafkaConnection,
    topic: string,
    partition: number,
    records: readonly KafkaRecord[],
  ): Promise<bigint> {
    const batch = await encodeRecordBatch(records, compression, Date.now());
    const isZstd = compression === 'zstd';
    const request = produce({ topic, partition, acks, timeout: requestTimeout, batch, isZstd });
    if (acks !== 0) return connection.ask(request);
    await connection.tell(request);
    return -1n;
  }

  return {
    async send(message) {
      if (stopping.signal.aborted) throw new Error('The rule node has stopped');
      const bytes = sizeOf(message);
      if (bytes > maxRequestSize) throw new Error(`The message has ${bytes} bytes; ${maxRequestSize} may be sent`);
      if (buffered + bytes > bufferMemory) throw new Error(`More than ${bufferMemory} bytes wait to be sent`);
      buffered += bytes;
      try {
        const { promise, resolve, reject } = Promise.withResolvers<KafkaPlace>();
        const queue = queueOf(message.topic);
        queue.waiting.push({ ...message, bytes, sent: resolve, failed: reject });
        queue.bytes += bytes;
        if (queue.bytes >= batchSize) queue.flush();
        return await promise;
      } finally {
        buffered -= bytes;
      }
    },
    close() {
      stopping.abort();
      cluster.close();
    },
  };
}

function mayPass(error: unknown): boolean {
  return error instanceof PassingError || (error instanceof KafkaRefusal && error.passes);
}

function sizeOf({ value, headers }: KafkaMessage): number {
  let bytes = OVERHEAD + value.length;
  for (const [key, content] of headers ?? []) bytes += key.length + content.length;
  return bytes;
}

/** Splits messages into batches of so many bytes, or of one message that has more. */
function batchesOf(waiting: readonly Waiting[], batchSize: number): Waiting[][] {
  const batches: Waiting[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const message of waiting) {
    if (bytes + message.bytes > batchSize) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(message);
    bytes += message.bytes;
  }
  return batches;
}

/** It is looked at by itself why a pause has ended. */
const ignore = (): void => undefined;
