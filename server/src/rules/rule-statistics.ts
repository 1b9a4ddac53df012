import type { EntityId } from '@signalbox/contract/id';
import type { EventStore, NewEvent } from '../events/event-store.ts';

/** What a node or chain has processed since its last STATS event. */
export interface RuleCounter {
  messagesProcessed: number;
  errorsOccurred: number;
}

/** Counts what nodes and chains process and writes it as STATS events (rule-engine.md §6.4). */
export interface RuleStatistics {
  /** The counter of a node or chain; the same object also after a reload. */
  counter(tenantId: string, entityId: EntityId<'RULE_CHAIN' | 'RULE_NODE'>): RuleCounter;
  /** Drops the counter of a node or chain that is gone. */
  forget(id: string): void;
  /** Writes the remaining counts and stops. */
  close(): void;
}

/** @param period ms between two events of a node */
export function createRuleStatistics(
  events: Pick<EventStore, 'append'>,
  serviceId: string,
  period: number,
): RuleStatistics {
  /** id of a node or chain → its counter */
  const counters = new Map<string, { tenantId: string; entityId: EntityId; counter: RuleCounter }>();

  function write(): void {
    const written: NewEvent[] = [];
    for (const { tenantId, entityId, counter } of counters.values()) {
      const { messagesProcessed, errorsOccurred } = counter;
      if (messagesProcessed === 0 && errorsOccurred === 0) continue;
      written.push({
        tenantId,
        entityId,
        type: 'STATS',
        body: { server: serviceId, messagesProcessed, errorsOccurred },
      });
      counter.messagesProcessed = 0;
      counter.errorsOccurred = 0;
    }
    if (written.length > 0) events.append(written);
  }

  const timer = setInterval(write, period);
  timer.unref();

  return {
    counter(tenantId, entityId) {
      const found = counters.get(entityId.id);
      if (found) return found.counter;
      const counter: RuleCounter = { messagesProcessed: 0, errorsOccurred: 0 };
      counters.set(entityId.id, { tenantId, entityId, counter });
      return counter;
    },
    forget: (id) => void counters.delete(id),
    close() {
      clearInterval(timer);
      write();
    },
  };
}
