/** What waits for its turn, by tenant. */
export interface TenantTurns<T> {
  /** How many wait. */
  readonly size: number;
  /** Cost of all that wait. */
  readonly cost: number;
  add(tenantId: string, item: T, cost: number): void;
  /** Takes the next item: those of a tenant come in their order, and tenants take turns by what their items cost. */
  take(): { item: T; cost: number } | undefined;
  /** Takes the newest item of the tenant of which most waits, by cost. */
  dropLast(): T | undefined;
}

/** Cost of the items that a tenant may have taken in one turn. */
const TURN = 64;

interface Lane<T> {
  tenantId: string;
  /** Oldest first. */
  waiting: { item: T; cost: number }[];
  cost: number;
  /** Cost that is left of its turn; negative when its last item was more than that. */
  credit: number;
}

export function createTenantTurns<T>(): TenantTurns<T> {
  /** tenant id → its lane; only lanes with something in them */
  const lanes = new Map<string, Lane<T>>();
  /** The same lanes; the first has its turn. */
  const ring: Lane<T>[] = [];
  let size = 0;
  let total = 0;

  function laneInTurn(): Lane<T> {
    for (;;) {
      const lane = ring[0] as Lane<T>;
      if (ring.length === 1) lane.credit = Math.max(lane.credit, 1);
      if (lane.credit > 0) return lane;
      lane.credit += TURN;
      ring.push(ring.shift() as Lane<T>);
    }
  }

  function removed(lane: Lane<T>, entry: { item: T; cost: number }): void {
    size--;
    total -= entry.cost;
    lane.cost -= entry.cost;
    if (lane.waiting.length > 0) return;
    lanes.delete(lane.tenantId);
    ring.splice(ring.indexOf(lane), 1);
  }

  return {
    get size() {
      return size;
    },
    get cost() {
      return total;
    },
    add(tenantId, item, cost) {
      let lane = lanes.get(tenantId);
      if (!lane) {
        lane = { tenantId, waiting: [], cost: 0, credit: TURN };
        lanes.set(tenantId, lane);
        ring.push(lane);
      }
      lane.waiting.push({ item, cost });
      lane.cost += cost;
      size++;
      total += cost;
    },
    take() {
      if (size === 0) return undefined;
      const lane = laneInTurn();
      const next = lane.waiting.shift() as { item: T; cost: number };
      lane.credit -= next.cost;
      removed(lane, next);
      return next;
    },
    dropLast() {
      let largest: Lane<T> | undefined;
      for (const lane of ring) if (!largest || lane.cost > largest.cost) largest = lane;
      const last = largest?.waiting.pop();
      if (!largest || !last) return undefined;
      removed(largest, last);
      return last.item;
    },
  };
}
