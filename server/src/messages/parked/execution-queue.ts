import type { WaitExecutor } from './executor.ts';
import type { ParkedMessage } from './parked-table.ts';

/** Messages of one node that wait for one executor. */
export interface NodeQueue {
  tenantId: string;
  nodeId: string;
  /** Loaded but not started; oldest first. */
  ready: ParkedMessage[];
  /** Characters of their payloads. */
  readyLength: number;
  /** ids of all messages in memory: ready, running or waiting for a retry */
  held: Set<string>;
  running: number;
  /** Whether the table has more messages than are held. */
  hasMore: boolean;
  isReading: boolean;
}

/** Adds a message that may start. */
export function makeReady(queue: NodeQueue, message: ParkedMessage): void {
  queue.ready.push(message);
  queue.readyLength += message.next.data.length;
}

/** Characters of the messages that run at a time, of a tenant and in all; one that is longer runs alone. */
const MAX_LENGTH = { tenant: 32 * 1024 * 1024, all: 512 * 1024 * 1024 };

interface TenantQueues {
  running: number;
  /** Characters of the messages that run. */
  length: number;
  /** node id → its messages; the node whose turn is next comes first */
  nodes: Map<string, NodeQueue>;
}

/** The messages that wait for one executor, in the order of turns. */
export interface ExecutionQueue {
  readonly executor: WaitExecutor;
  node(tenantId: string, nodeId: string): NodeQueue;
  nodes(): NodeQueue[];
  /** Takes a slot and returns the message to start; undefined when none may start. */
  begin(): { queue: NodeQueue; message: ParkedMessage } | undefined;
  /** Releases the slot of a message. */
  end(queue: NodeQueue, message: ParkedMessage): void;
  /** Drops the queue when it is empty. */
  forgetIfEmpty(queue: NodeQueue): void;
}

export function createExecutionQueue(executor: WaitExecutor): ExecutionQueue {
  const { atOnce } = executor;
  /** So many messages of a tenant start although those of others, which may hang, have all slots; up to as many again. */
  const few = Math.floor(atOnce.all / 100);
  /** tenant id → its messages; the tenant whose turn is next comes first */
  const tenants = new Map<string, TenantQueues>();
  let running = 0;
  let runningLength = 0;

  /** The node of a tenant whose turn it is; moves it behind the others. */
  function nextNode(tenant: TenantQueues): NodeQueue | undefined {
    for (const [nodeId, queue] of tenant.nodes) {
      if (queue.ready.length === 0 || queue.running >= atOnce.node) continue;
      tenant.nodes.delete(nodeId);
      tenant.nodes.set(nodeId, queue);
      return queue;
    }
    return undefined;
  }

  return {
    executor,
    node(tenantId, nodeId) {
      let tenant = tenants.get(tenantId);
      if (!tenant) {
        tenant = { running: 0, length: 0, nodes: new Map() };
        tenants.set(tenantId, tenant);
      }
      let queue = tenant.nodes.get(nodeId);
      if (!queue) {
        queue = {
          tenantId,
          nodeId,
          ready: [],
          readyLength: 0,
          held: new Set(),
          running: 0,
          hasMore: false,
          isReading: false,
        };
        tenant.nodes.set(nodeId, queue);
      }
      return queue;
    },
    nodes: () => [...tenants.values()].flatMap(({ nodes }) => [...nodes.values()]),
    begin() {
      const isFull = running >= atOnce.all || runningLength >= MAX_LENGTH.all;
      if (isFull && (few === 0 || running >= atOnce.all * 2)) return undefined;
      const most = isFull ? few : atOnce.tenant;
      for (const [tenantId, tenant] of tenants) {
        if (tenant.running >= most || tenant.length >= MAX_LENGTH.tenant) continue;
        const queue = nextNode(tenant);
        if (!queue) continue;
        tenants.delete(tenantId);
        tenants.set(tenantId, tenant);
        running++;
        tenant.running++;
        queue.running++;
        const message = queue.ready.shift() as ParkedMessage;
        const { length } = message.next.data;
        queue.readyLength -= length;
        tenant.length += length;
        runningLength += length;
        return { queue, message };
      }
      return undefined;
    },
    end(queue, { next: { data } }) {
      running--;
      runningLength -= data.length;
      queue.running--;
      const tenant = tenants.get(queue.tenantId);
      if (!tenant) return;
      tenant.running--;
      tenant.length -= data.length;
    },
    forgetIfEmpty({ tenantId, nodeId, held, hasMore, isReading }) {
      if (held.size > 0 || hasMore || isReading) return;
      const tenant = tenants.get(tenantId);
      tenant?.nodes.delete(nodeId);
      if (tenant?.nodes.size === 0) tenants.delete(tenantId);
    },
  };
}
