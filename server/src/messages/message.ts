import type { EntityId } from '@signalbox/contract/id';
import { randomUuid } from '../storage/ids.ts';
import type { KeyValue } from '../values/value.ts';

/** A message on its walk through the rule chains (reference: rule-engine.md §1.1). */
export interface Message {
  id: string;
  tenantId: string;
  /** Creation time, epoch ms. */
  ts: number;
  /** POST_TELEMETRY_REQUEST and the like, or any other text. */
  type: string;
  originator: EntityId;
  /** Customer of the originator, for usage statistics; null when none. */
  customerId: string | null;
  metadata: Record<string, string>;
  dataType: 'JSON' | 'TEXT' | 'BINARY';
  /** Payload text, normally a JSON object or array. */
  data: string;
  /** null: Main. */
  queueName: string | null;
  /** null: root chain of the tenant. */
  ruleChainId: string | null;
  /** null: first node of the chain. */
  ruleNodeId: string | null;
  /** Set with ruleNodeId: continue from that node along this relation instead of running it. */
  relation?: string;
  /** The reason, when the relation is Failure. */
  failure?: string;
  /** Nodes that have run so far. */
  ruleNodeExecCounter: number;
  /** Id of the message that it is a copy of, on another branch or in another queue. */
  sourceId?: string;
  /** Its failure from here on is reported, but not tried again. In memory only. */
  isAcknowledged?: boolean;
  /**
   * Values in `data` of telemetry and attributes, when the creator of the message has parsed them; saves parsing them
   * again. In memory only: messages read from the log have none, and a copy with other `data` must drop them.
   */
  values?: KeyValue[];
  /**
   * Whose first chain it starts in, when that is not the originator's: messages about an alarm begin where those of its
   * originator do. In memory only.
   */
  startsAs?: EntityId;
}

/** Builds a message with a new id and the current time. */
export function newMessage(
  parts: Pick<Message, 'tenantId' | 'type' | 'originator' | 'data'> & Partial<Message>,
): Message {
  return {
    id: randomUuid(),
    ts: Date.now(),
    customerId: null,
    metadata: {},
    dataType: 'JSON',
    queueName: null,
    ruleChainId: null,
    ruleNodeId: null,
    ruleNodeExecCounter: 0,
    ...parts,
  };
}
