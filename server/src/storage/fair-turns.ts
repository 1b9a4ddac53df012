/** Runs a work when it is its owner's turn. `charge` says what it cost; a turn that charges nothing is free. */
export type InFairTurn = <T>(owner: string, work: (charge: (cost: number) => void) => Promise<T>) => Promise<T>;

/** Most works that wait, and what those get that are too many. */
export interface FairWait {
  perOwner: number;
  total: number;
  refusal: () => Error;
}

interface Waiting {
  start: () => void;
  refuse: (error: Error) => void;
}

interface OwnerQueue {
  /** What the owner has used, in the unit of `charge`, beside what those used who were there before it. */
  used: number;
  running: number;
  waiting: Waiting[];
}

/**
 * Lets some works run at the same time. When more wait, the next one belongs to the owner (a tenant, an address) that has
 * used least, so that each gets the same share however much the others ask for. Works of one owner run in the order in
 * which they came. When too many wait, the last one of whom most wait for is refused.
 * @param atOnce most that run at the same time
 * @param wait absent: any number waits
 */
export function createFairTurns(atOnce: number, wait?: FairWait): InFairTurn {
  /** owner → its works that run and wait; an owner without any is forgotten */
  const queues = new Map<string, OwnerQueue>();
  let running = 0;
  let waitingCount = 0;
  /** What the owner had used whose turn came last: who comes new starts there, and gets nothing for its absence. */
  let level = 0;

  function queueOf(owner: string): OwnerQueue {
    let queue = queues.get(owner);
    if (!queue) {
      queue = { used: level, running: 0, waiting: [] };
      queues.set(owner, queue);
    }
    return queue;
  }

  function forgetIdle(owner: string, queue: OwnerQueue): void {
    if (queue.running === 0 && queue.waiting.length === 0) queues.delete(owner);
  }

  function next(): void {
    let least: OwnerQueue | undefined;
    for (const queue of queues.values()) {
      if (queue.waiting.length > 0 && (!least || queue.used < least.used)) least = queue;
    }
    if (!least) return;
    running++;
    waitingCount--;
    level = Math.max(level, least.used);
    (least.waiting.shift() as Waiting).start();
  }

  /** Makes room for one more work of the queue. @throws what `wait` says when there is none */
  function makeRoom(queue: OwnerQueue, { perOwner, total, refusal }: FairWait): void {
    if (queue.waiting.length >= perOwner) throw refusal();
    if (waitingCount < total) return;
    const longest = [...queues.entries()].reduce((a, b) => (b[1].waiting.length > a[1].waiting.length ? b : a));
    if (longest[1].waiting.length <= queue.waiting.length + 1) throw refusal();
    (longest[1].waiting.pop() as Waiting).refuse(refusal());
    waitingCount--;
    forgetIdle(...longest);
  }

  return async function inTurn(owner, work) {
    const queue = queueOf(owner);
    if (running < atOnce) running++;
    else {
      try {
        if (wait) makeRoom(queue, wait);
      } catch (error) {
        forgetIdle(owner, queue);
        throw error;
      }
      waitingCount++;
      await new Promise<void>((start, refuse) => queue.waiting.push({ start, refuse }));
    }
    queue.running++;
    try {
      return await work((cost) => {
        queue.used += cost;
      });
    } finally {
      queue.running--;
      running--;
      next();
      forgetIdle(owner, queue);
    }
  };
}
