import type { RULE_ENGINE_QUEUES } from '@signalbox/contract/device-profile';
import type { Message } from '../messages/message.ts';

/** What is done about messages of a queue that fail (rule-engine.md §6.1). */
export interface QueuePolicy {
  /** How often a failed message is tried again, from where it entered its chain. */
  retries: number;
  /** ms before the first of them; doubled for each further one. */
  pause: number;
}

const POLICIES: Record<(typeof RULE_ENGINE_QUEUES)[number], QueuePolicy> = {
  // Failures are skipped.
  Main: { retries: 0, pause: 0 },
  // 3.3.2 tries for ever, and everything behind the message waits; here it is set aside after a while.
  HighPriority: { retries: 3, pause: 100 },
  SequentialByOriginator: { retries: 3, pause: 100 },
};

/** The policy of the queue a message is in; a queue that is not known is Main. */
export function policyOf({ queueName }: Pick<Message, 'queueName'>): QueuePolicy {
  if (queueName === null) return POLICIES.Main;
  return POLICIES[queueName as keyof typeof POLICIES] ?? POLICIES.Main;
}
