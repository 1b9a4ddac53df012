import type { Message } from './message.ts';
import type { TenantAccount } from './message-pressure.ts';
import type { PartitionWindow } from './partition-window.ts';

/** Messages of one tenant in one partition that wait for a commit together. */
export interface WaitingPart {
  partition: number;
  account: TenantAccount;
  messages: Message[];
  /** ids of parked messages that end with these */
  ended?: readonly string[] | undefined;
  bytes: number;
  /** See costOf. */
  cost: number;
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Messages that wait for their commit, by partition and tenant. */
export interface WaitingMessages {
  /** Number of waiting parts. */
  readonly size: number;
  add(part: WaitingPart): void;
  /**
   * Takes the parts to commit next, in order within each tenant and partition: tenants of a partition take turns by the
   * cost of their messages. Empty when no waiting part fits into its partition.
   * @param isLast takes parts whether there is room for them or not
   */
  take(maxMessages: number, isLast: boolean): WaitingPart[];
}

/** Cost of the messages in one turn of a tenant. */
const TURN = 64;
/** Lanes that are looked through for one that passes a full window */
const MAX_PASSING = 64;

/** Waiting parts of one tenant in one partition. */
interface Lane {
  tenantId: string;
  /** Oldest first; those before `next` are taken. */
  parts: WaitingPart[];
  next: number;
  /** Remaining cost of its turn; negative when its last part exceeded it. */
  credit: number;
}

interface Partition {
  window: PartitionWindow;
  /** tenant id → its lane; only lanes with something in them */
  lanes: Map<string, Lane>;
  /** The same lanes; it is the first one's turn. */
  ring: Lane[];
}

/** @param windows partition → its window */
export function createWaitingMessages(windows: ReadonlyMap<number, PartitionWindow>): WaitingMessages {
  const partitions = new Map<number, Partition>();
  for (const [number, window] of windows) partitions.set(number, { window, lanes: new Map(), ring: [] });
  const all = [...partitions.values()];
  /** Index of the partition to take from first. */
  let first = 0;
  let size = 0;
  /** Tenant of the last added part. */
  let lastTenant: string | undefined;
  /** Whether parts of several tenants were added since the last take. All partitions share one processor. */
  let isMixed = false;

  /** Rotates to the next lane with credit, and returns it. */
  function laneInTurn(ring: Lane[]): Lane {
    for (;;) {
      const lane = ring[0] as Lane;
      if (lane.credit > 0) return lane;
      lane.credit = ring.length === 1 ? TURN : lane.credit + TURN;
      if (ring.length === 1) return lane;
      ring.push(ring.shift() as Lane);
    }
  }

  const nextOf = (lane: Lane): WaitingPart => lane.parts[lane.next] as WaitingPart;

  /**
   * The lane to take from: the one in turn or, without room for it, one of a tenant that has nothing under way and that
   * need not wait for a large message of another.
   */
  function nextLane({ ring, window }: Partition, isLast: boolean): Lane | undefined {
    if (ring.length === 0) return undefined;
    if (isLast || window.hasRoom()) return laneInTurn(ring);
    if (!window.hasRoom(true)) return undefined;
    for (let i = 0; i < ring.length && i < MAX_PASSING; i++) {
      const lane = ring[i] as Lane;
      const { cost, account } = nextOf(lane);
      if (cost <= TURN && account.underWay === 0) return lane;
    }
    return undefined;
  }

  function takeNext(partition: Partition, lane: Lane): WaitingPart {
    const part = nextOf(lane);
    lane.next++;
    lane.credit -= part.cost;
    if (lane.next === lane.parts.length) {
      partition.lanes.delete(lane.tenantId);
      partition.ring.splice(partition.ring.indexOf(lane), 1);
    } else if (lane.next >= 1_024) {
      lane.parts = lane.parts.slice(lane.next);
      lane.next = 0;
    }
    partition.window.add(part.cost);
    part.account.underWay++;
    size--;
    return part;
  }

  return {
    get size() {
      return size;
    },
    add(part) {
      const partition = partitions.get(part.partition) as Partition;
      const { tenantId } = part.account;
      if (tenantId !== lastTenant) {
        isMixed = lastTenant !== undefined;
        lastTenant = tenantId;
      }
      const lane = partition.lanes.get(tenantId);
      if (lane) lane.parts.push(part);
      else {
        const fresh: Lane = { tenantId, parts: [part], next: 0, credit: TURN };
        partition.lanes.set(tenantId, fresh);
        partition.ring.push(fresh);
      }
      size++;
    },
    take(maxMessages, isLast) {
      if (isMixed) for (const { window } of all) window.share();
      isMixed = false;
      const taken: WaitingPart[] = [];
      let count = 0;
      for (let i = 0; i < all.length && count < maxMessages; i++) {
        const partition = all[(first + i) % all.length] as Partition;
        const before = taken.length;
        while (count < maxMessages) {
          const lane = nextLane(partition, isLast);
          if (!lane) break;
          // What is expensive goes alone: what is processed together waits for each other.
          if (taken.length > before && (nextOf(lane).cost > TURN || (taken.at(-1)?.cost ?? 0) > TURN)) break;
          const part = takeNext(partition, lane);
          count += part.messages.length;
          taken.push(part);
        }
      }
      first = (first + 1) % all.length;
      return taken;
    },
  };
}
