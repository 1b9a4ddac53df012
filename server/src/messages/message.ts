import type { EntityId } from '@signalbox/contract/id';
import { randomUuid } from '../storage/ids.ts';
import type { KeyValue } from '../values/value.ts';

/** What walks through the rule chains (reference: rule-engine.md §1.1). */
export interface Message {
  id: string;
  tenantId: string;
  /** Creation time, epoch ms. */
  ts: number;
  /** POST_TELEMETRY_REQUEST and the like, or any text. */
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
  /** Set with ruleNodeId: go on from that node along this relation instead of running it. */
  relation?: string;
  /** Why, where the relation is Failure. */
  failure?: string;
  /** Nodes that have run so far. */
  ruleNodeExecCounter: number;
  /**
   * What `data` of telemetry and attributes holds, when whoever made the message has read it already; saves reading it
   * again. In memory only: a message that comes back from the log has none, and one with other `data` must not have it.
   */
  values?: KeyValue[];
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
