import type { Message } from './message.ts';
import { ALL_QUEUES, queueOf } from './queues.ts';

/** Numbers of partitions that belong to one queue; more than the setting allows. */
const PER_QUEUE = 1_000;

/** The numbers of all partitions, of which each queue has as many. */
export function allPartitions(partitions: number): number[] {
  return ALL_QUEUES.flatMap(({ place }) => Array.from({ length: partitions }, (_, at) => place * PER_QUEUE + at));
}

/** Whether a partition is one of them; an earlier run may have had more. */
export function isPartitionOf(partition: number, partitions: number): boolean {
  return partition % PER_QUEUE < partitions;
}

/** The partition of an originator in a queue: evenly spread and stable. */
export function partitionOf(message: Pick<Message, 'originator' | 'queueName'>, partitions: number): number {
  return queueOf(message).place * PER_QUEUE + spread(message.originator.id, partitions);
}

/** The partitions of an originator, one of each queue. */
export function partitionsOf(originatorId: string, partitions: number): number[] {
  return ALL_QUEUES.map(({ place }) => place * PER_QUEUE + spread(originatorId, partitions));
}

/** FNV-1a over the id. */
function spread(id: string, partitions: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < id.length; i++) hash = Math.imul(hash ^ id.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return (hash >>> 0) % partitions;
}
