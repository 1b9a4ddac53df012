import type { NewEvent } from '../events/event-store.ts';
import type { Message } from '../messages/message.ts';
import type { BatchEffects } from './batch-effects.ts';
import type { RunningNode } from './connect-rules.ts';

/** Maximum number of events per tenant and period. */
const MAX_EVENTS = 50_000;
/** ms */
const PERIOD = 3_600_000;
/** Longest payload of an event, and longest value in its metadata, in characters. */
const MAX_DATA = 4096;
/** Longest metadata of an event, in characters of JSON; what is beyond is left out. */
const MAX_METADATA = 16_384;

/** Writes what goes in and out of nodes in debug mode (rule-engine.md §6.4). */
export interface DebugEvents {
  record(
    effects: Pick<BatchEffects, 'addEvent'>,
    node: RunningNode,
    direction: 'IN' | 'OUT',
    message: Message,
    relation: string,
    error?: Error,
  ): void;
  /** Resets the limit of a tenant. */
  reset(tenantId: string): void;
}

export function createDebugEvents(serviceId: string): DebugEvents {
  /** tenant id → events of its current period, which ends at `until` (epoch ms) */
  const used = new Map<string, { count: number; until: number }>();

  /** Counts one event; the first one over the limit is replaced by an event that says so. */
  function allowed(effects: Pick<BatchEffects, 'addEvent'>, node: RunningNode, tenantId: string, now: number): boolean {
    let period = used.get(tenantId);
    if (!period || period.until <= now) {
      period = { count: 0, until: now + PERIOD };
      used.set(tenantId, period);
    }
    period.count++;
    if (period.count === MAX_EVENTS + 1) {
      effects.addEvent({
        tenantId,
        entityId: { entityType: 'RULE_CHAIN', id: node.ruleChainId },
        type: 'DEBUG_RULE_CHAIN',
        createdTime: now,
        body: { server: serviceId, message: 'Reached debug mode rate limit!' },
      });
    }
    return period.count <= MAX_EVENTS;
  }

  return {
    record(effects, node, direction, message, relation, error) {
      const now = Date.now();
      if (!allowed(effects, node, message.tenantId, now)) return;
      const event: NewEvent = {
        tenantId: message.tenantId,
        entityId: { entityType: 'RULE_NODE', id: node.id },
        type: 'DEBUG_RULE_NODE',
        createdTime: now,
        body: {
          type: direction,
          server: serviceId,
          entityId: message.originator.id,
          entityName: message.originator.entityType,
          msgId: message.id,
          msgType: message.type,
          dataType: message.dataType,
          relationType: relation,
          data: shortened(message.data),
          metadata: shortenedMetadata(message.metadata),
          ...(error ? { error: describeError(error) } : {}),
        },
      };
      effects.addEvent(event);
    },
    reset: (tenantId) => void used.delete(tenantId),
  };
}

/** Returns the text of an error in events: its message, or its class when the message is empty. */
export function describeError(error: Error): string {
  return error.message || error.name;
}

function shortened(data: string): string {
  if (data.length <= MAX_DATA) return data;
  return `${data.slice(0, MAX_DATA)}...[truncated ${data.length - MAX_DATA} symbols]`;
}

function shortenedMetadata(metadata: Readonly<Record<string, string>>): string {
  const whole = JSON.stringify(metadata);
  if (whole.length <= MAX_METADATA) return whole;
  let left = MAX_METADATA;
  const kept: [string, string][] = [];
  for (const [key, value] of Object.entries(metadata)) {
    const short = shortened(value);
    left -= key.length + short.length;
    if (left < 0) break;
    kept.push([key, short]);
  }
  return JSON.stringify(Object.fromEntries(kept));
}
