import type { EntityId } from '@signalbox/contract/id';
import type { EventStore, NewEvent } from '../events/event-store.ts';

/** What a node, chain or link has processed since its rules were started. It only grows. */
export interface RuleCounter {
  messagesProcessed: number;
  errorsOccurred: number;
}

export const newRuleCounter = (): RuleCounter => ({ messagesProcessed: 0, errorsOccurred: 0 });

interface Counted {
  tenantId: string;
  entityId: EntityId;
  counter: RuleCounter;
  /** What its STATS events have told. */
  reported: RuleCounter;
}

/** Counts what nodes and chains process and writes it as STATS events (rule-engine.md §6.4). */
export interface RuleStatistics {
  /** The counter of a node or chain; the same object also after a reload. */
  counter(tenantId: string, entityId: EntityId<'RULE_CHAIN' | 'RULE_NODE'>): RuleCounter;
  /** Lets a node or chain that was stopped count from 0, in another counter. */
  restart(id: string): void;
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
  const counters = new Map<string, Counted>();

  function write(): void {
    const written: NewEvent[] = [];
    for (const { tenantId, entityId, counter, reported } of counters.values()) {
      const messagesProcessed = counter.messagesProcessed - reported.messagesProcessed;
      const errorsOccurred = counter.errorsOccurred - reported.errorsOccurred;
      if (messagesProcessed === 0 && errorsOccurred === 0) continue;
      written.push({
        tenantId,
        entityId,
        type: 'STATS',
        body: { server: serviceId, messagesProcessed, errorsOccurred },
      });
      Object.assign(reported, counter);
    }
    if (written.length > 0) events.append(written);
  }

  const timer = setInterval(write, period);
  timer.unref();

  return {
    counter(tenantId, entityId) {
      const found = counters.get(entityId.id);
      if (found) return found.counter;
      const counter = newRuleCounter();
      counters.set(entityId.id, { tenantId, entityId, counter, reported: newRuleCounter() });
      return counter;
    },
    restart(id) {
      const found = counters.get(id);
      if (!found) return;
      const { counter, reported } = found;
      // What no event has told yet is still told.
      reported.messagesProcessed -= counter.messagesProcessed;
      reported.errorsOccurred -= counter.errorsOccurred;
      found.counter = newRuleCounter();
    },
    forget: (id) => void counters.delete(id),
    close() {
      clearInterval(timer);
      write();
    },
  };
}
