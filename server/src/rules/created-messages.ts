import type { Message } from '../messages/message.ts';

/** How often nodes may answer messages of nodes with further ones: chains that feed each other end. */
const MAX_GENERATIONS = 100;
/** Messages that nodes may create for a tenant in one batch: so many, or so many for each message that came. */
const MAX_CREATED = 10_000;
const MAX_CREATED_EACH = 100;

function addTo(counts: Map<string, number>, { tenantId }: Message): number {
  const count = (counts.get(tenantId) ?? 0) + 1;
  counts.set(tenantId, count);
  return count;
}

/**
 * Bounds what nodes create in a batch, for each of its tenants.
 * @param came messages of the batch
 * @returns why a message must not run; undefined when it may. `generation`: 1 for those that nodes created for messages
 * that came, 2 for those that they created for these, and so on
 */
export function boundCreatedMessages(
  came: readonly Message[],
): (message: Message, generation: number) => string | undefined {
  /** tenant id → messages that came, and that were created */
  const cameOf = new Map<string, number>();
  const createdOf = new Map<string, number>();
  for (const message of came) addTo(cameOf, message);
  return (message, generation) => {
    if (generation > MAX_GENERATIONS) {
      return `Rule nodes answered messages of rule nodes ${MAX_GENERATIONS} times after each other: they may go in a circle`;
    }
    const most = Math.max(MAX_CREATED, MAX_CREATED_EACH * (cameOf.get(message.tenantId) ?? 0));
    if (addTo(createdOf, message) > most) return `Rule nodes created more than ${most} messages at once`;
    return undefined;
  };
}
