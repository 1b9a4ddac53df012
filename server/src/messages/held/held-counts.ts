import type { HeldMessage, HeldTable } from './held-table.ts';

/** How many messages are held, in memory, so that nobody has to ask the database for each message. */
export function createHeldCounts(table: Pick<HeldTable, 'tenants' | 'originators'>) {
  /** tenant id → number of messages */
  const ofTenant = new Map<string, number>();
  /** tenant id → characters of their payloads, about: compared with what is stored from time to time */
  const lengths = new Map<string, number>();
  /** queue and originator → number of messages, in queues that keep their order */
  const ofOriginator = new Map<string, number>();

  const keyOf = (queueName: string, originatorId: string): string => `${queueName} ${originatorId}`;

  function add(counts: Map<string, number>, key: string, by: number): void {
    const now = (counts.get(key) ?? 0) + by;
    if (now > 0) counts.set(key, now);
    else counts.delete(key);
  }

  return {
    ofTenant: (tenantId: string): number => ofTenant.get(tenantId) ?? 0,
    lengthOfTenant: (tenantId: string): number => lengths.get(tenantId) ?? 0,

    /** Whether messages of an originator wait in a queue that keeps their order. */
    isWaiting: (queueName: string, originatorId: string): boolean =>
      ofOriginator.size > 0 && ofOriginator.has(keyOf(queueName, originatorId)),

    change({ message, queueName, isInOrder }: HeldMessage, by: 1 | -1): void {
      add(ofTenant, message.tenantId, by);
      add(lengths, message.tenantId, by * message.data.length);
      if (isInOrder) add(ofOriginator, keyOf(queueName, message.originator.id), by);
    },

    /** Counts what is stored. */
    async load(): Promise<void> {
      for (const { tenantId, waiting, length } of await table.tenants()) {
        ofTenant.set(tenantId, waiting);
        lengths.set(tenantId, length);
      }
      for (const { queueName, originatorId, waiting } of await table.originators()) {
        ofOriginator.set(keyOf(queueName, originatorId), waiting);
      }
    },

    /** Forgets what was removed with a deleted originator or tenant. */
    async recount(): Promise<void> {
      const before = new Map(ofOriginator);
      if (before.size > 0) {
        const stored = await table.originators([...before.keys()].map((key) => key.slice(key.indexOf(' ') + 1)));
        const there = new Set(stored.map(({ queueName, originatorId }) => keyOf(queueName, originatorId)));
        for (const [key, number] of before) {
          if (!there.has(key) && ofOriginator.get(key) === number) ofOriginator.delete(key);
        }
      }
      if (ofTenant.size === 0) return;
      const tenants = new Map((await table.tenants()).map((stored) => [stored.tenantId, stored]));
      for (const tenantId of [...ofTenant.keys()]) {
        const stored = tenants.get(tenantId);
        if (stored) {
          ofTenant.set(tenantId, stored.waiting);
          lengths.set(tenantId, stored.length);
        } else {
          ofTenant.delete(tenantId);
          lengths.delete(tenantId);
        }
      }
    },
  };
}
export type HeldCounts = ReturnType<typeof createHeldCounts>;
