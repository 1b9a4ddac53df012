import type { RULE_ENGINE_QUEUES } from '@signalbox/contract/device-profile';
import type { Message } from '../messages/message.ts';

/** How failed messages of a queue are handled (rule-engine.md §6.1). */
export interface QueuePolicy {
  /** How often a failed message is retried from where it entered its chain. */
  retries: number;
  /** ms before the first retry; doubled for each further one. */
  pause: number;
}

const POLICIES: Record<(typeof RULE_ENGINE_QUEUES)[number], QueuePolicy> = {
  // Failures are skipped.
  Main: { retries: 0, pause: 0 },
  // 3.3.2 retries forever while everything behind the message waits; here it is finally set aside.
  HighPriority: { retries: 3, pause: 100 },
  SequentialByOriginator: { retries: 3, pause: 100 },
};

/** The policy of a message's queue; unknown queues count as Main. */
export function policyOf({ queueName }: Pick<Message, 'queueName'>): QueuePolicy {
  if (queueName === null) return POLICIES.Main;
  return POLICIES[queueName as keyof typeof POLICIES] ?? POLICIES.Main;
}
