/** Runs a work when it is its tenant's turn. `charge` says what it cost; a turn that charges nothing is free. */
export type InTenantTurn = <T>(tenantId: string, work: (charge: (cost: number) => void) => Promise<T>) => Promise<T>;

interface TenantQueue {
  /** What the tenant has used, in the unit of `charge`, beside what those used who were there before it. */
  used: number;
  running: number;
  waiting: (() => void)[];
}

/**
 * Lets some works run at the same time. When more wait, the next one belongs to the tenant that has used least, so that
 * each gets the same share however much the others ask for. Works of one tenant run in the order in which they came.
 * @param atOnce most that run at the same time
 */
export function createTenantTurns(atOnce: number): InTenantTurn {
  /** tenant id → its works that run and wait; a tenant without any is forgotten */
  const queues = new Map<string, TenantQueue>();
  let running = 0;
  /** What the tenant had used whose turn came last: who comes new starts there, and gets nothing for its absence. */
  let level = 0;

  function queueOf(tenantId: string): TenantQueue {
    let queue = queues.get(tenantId);
    if (!queue) {
      queue = { used: level, running: 0, waiting: [] };
      queues.set(tenantId, queue);
    }
    return queue;
  }

  function next(): void {
    let least: TenantQueue | undefined;
    for (const queue of queues.values()) {
      if (queue.waiting.length > 0 && (!least || queue.used < least.used)) least = queue;
    }
    if (!least) return;
    running++;
    level = Math.max(level, least.used);
    (least.waiting.shift() as () => void)();
  }

  return async function inTurn(tenantId, work) {
    const queue = queueOf(tenantId);
    if (running < atOnce) running++;
    else await new Promise<void>((resolve) => queue.waiting.push(resolve));
    queue.running++;
    try {
      return await work((cost) => {
        queue.used += cost;
      });
    } finally {
      queue.running--;
      running--;
      next();
      if (queue.running === 0 && queue.waiting.length === 0) queues.delete(tenantId);
    }
  };
}
