import type { RULE_ENGINE_QUEUES } from '@signalbox/contract/device-profile';
import type { Message } from './message.ts';

type QueueName = (typeof RULE_ENGINE_QUEUES)[number];

/** How a queue submits its messages to the rules, and what becomes of those that fail (rule-engine.md §6.1). */
export interface Queue {
  name: QueueName;
  /** Place among the queues; never changed, because it is in the numbers of partitions. */
  place: number;
  /** SEQUENTIAL_BY_ORIGINATOR: a message waits until the one before it of its originator has succeeded or is set aside. */
  submit: 'BURST' | 'SEQUENTIAL_BY_ORIGINATOR';
  /** How often a failed message is tried again from where it entered its chain; 0: SKIP_ALL_FAILURES. */
  retries: number;
  /** ms before the first retry, doubled for each further one up to `maxPause`. */
  pause: number;
  maxPause: number;
}

const MAIN: Queue = { name: 'Main', place: 0, submit: 'BURST', retries: 0, pause: 0, maxPause: 0 };

const QUEUES: Readonly<Record<QueueName, Queue>> = {
  Main: MAIN,
  // 3.3.2 retries for ever while everything behind the message waits: here nothing waits, and it ends after half an hour.
  HighPriority: {
    name: 'HighPriority',
    place: 1,
    submit: 'BURST',
    retries: 10,
    pause: 5_000,
    maxPause: 300_000,
  },
  SequentialByOriginator: {
    name: 'SequentialByOriginator',
    place: 2,
    submit: 'SEQUENTIAL_BY_ORIGINATOR',
    retries: 3,
    pause: 5_000,
    maxPause: 5_000,
  },
};

/** All queues, in the order of their places. */
export const ALL_QUEUES: readonly Queue[] = Object.values(QUEUES).sort((a, b) => a.place - b.place);

/** The queue of a message; unknown ones count as Main. */
export function queueOf({ queueName }: Pick<Message, 'queueName'>): Queue {
  if (queueName === null) return MAIN;
  return Object.hasOwn(QUEUES, queueName) ? QUEUES[queueName as QueueName] : MAIN;
}

/** ms before a message that has failed `attempts` times is tried again. */
export function pauseBefore({ pause, maxPause }: Queue, attempts: number): number {
  return Math.min(pause * 2 ** (attempts - 1), maxPause);
}
