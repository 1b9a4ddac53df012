import type { EntityId } from '@signalbox/contract/id';
import type { Logger } from 'pino';
import type { Message } from '../messages/message.ts';
import type { BatchEffects } from './batch-effects.ts';
import type { RunningNode } from './connect-rules.ts';

/** ms; a node, or a tenant without a chain, writes at most one ERROR event in this time. */
const EVENT_PERIOD = 3_000;
/** Nodes whose last event is remembered. */
const MAX_REMEMBERED = 10_000;

/** A message that failed in its chain without a connection to take the failure. */
export interface RuleFailure {
  message: Message;
  /** The message as it came to the rules. */
  entered: Message;
  reason: string;
  node: RunningNode | undefined;
}

/** Reports failures to administrators: as ERROR events of the node, and by setting messages aside. */
export interface RuleFailures {
  /** @param always keep every message, however many of the tenant have failed */
  report(effects: BatchEffects, failure: RuleFailure, always: boolean): void;
}

/** Longest payload in an event, in characters; the whole message is set aside. */
const MAX_DATA = 1_000;

/** Failed messages of a tenant that are set aside at once, and how many more each second; of a flood, a sample is. */
const KEPT_AT_ONCE = 1_000;
const KEPT_A_SECOND = 10;
/** Characters for which a message counts once more. */
const LENGTH_OF_KEPT = 16_384;

/** Identifies a message to people. */
function describe({ id, type, originator, data }: Message): string {
  return `Message ${id} (${type}) of ${originator.entityType} ${originator.id}: ${data.slice(0, MAX_DATA)}`;
}

export function createRuleFailures(serviceId: string, log: Logger): RuleFailures {
  /** id of a node or tenant → when its last event was written, epoch ms */
  const last = new Map<string, number>();

  /** Whether this is the first failure of a node or tenant in the period. */
  function isDue(id: string, now: number): boolean {
    const before = last.get(id);
    if (before !== undefined && now - before < EVENT_PERIOD) return false;
    if (last.size >= MAX_REMEMBERED) last.clear();
    last.set(id, now);
    return true;
  }

  /** tenant id → how many more may be set aside, as of a time in epoch ms */
  const room = new Map<string, { left: number; at: number }>();

  function mayKeep({ tenantId, data }: Message, now: number): boolean {
    let own = room.get(tenantId);
    if (!own) {
      if (room.size >= MAX_REMEMBERED) room.clear();
      own = { left: KEPT_AT_ONCE, at: now };
      room.set(tenantId, own);
    }
    own.left = Math.min(KEPT_AT_ONCE, own.left + (Math.max(now - own.at, 0) / 1_000) * KEPT_A_SECOND);
    own.at = now;
    if (own.left < 1) return false;
    own.left -= 1 + Math.floor(data.length / LENGTH_OF_KEPT);
    return true;
  }

  return {
    report(effects, { message, entered, reason, node }, always) {
      const { tenantId, id, type } = message;
      log.debug({ tenantId, messageId: id, type, node: node?.id, reason }, 'a message failed in its rule chain');
      const now = Date.now();
      const isNew = isDue(node?.id ?? tenantId, now);
      if (always || mayKeep(message, now)) {
        const where = node ? ` in rule node '${node.name}' of rule chain '${node.ruleChainName}'` : '';
        effects.setAside({ message, error: `${reason}${where}`, node, entered });
      }
      if (!isNew) return;
      const addEvent = (entityId: EntityId, error: string): void =>
        effects.addEvent({
          tenantId,
          entityId,
          type: 'ERROR',
          createdTime: Date.now(),
          body: { server: serviceId, method: 'onRuleMsg', error: `${error}\n${describe(message)}` },
        });
      if (!node) {
        addEvent(message.originator, reason);
        return;
      }
      addEvent({ entityType: 'RULE_NODE', id: node.id }, reason);
      addEvent({ entityType: 'RULE_CHAIN', id: node.ruleChainId }, `${node.name}: ${reason}`);
    },
  };
}
