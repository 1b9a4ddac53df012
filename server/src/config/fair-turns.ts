/**
 * Runs a task when it is its owner's turn. `charge` reports its cost; a turn that charges nothing is free. A task that
 * still waits when its signal is aborted gives up its place, and is refused with the reason of the signal.
 */
export type InFairTurn = <T>(
  owner: string,
  work: (charge: (cost: number) => void) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>;

/** Maximum number of waiting tasks, and the error for further ones. */
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
  /** What the owner has used, in the unit of `charge`, on top of what present owners had used when it came. */
  used: number;
  running: number;
  waiting: Waiting[];
}

/**
 * Limits how many tasks run at the same time. When more wait, the next one belongs to the owner (a tenant, an address)
 * that has used least, so that each gets the same share however much the others demand. Tasks of one owner run in the
 * order in which they came. When too many wait, the last task of the owner with the most waiting tasks is refused.
 * @param atOnce maximum number of tasks that run at the same time
 * @param room absent: any number waits
 * @param ofOwner maximum number of tasks of one owner that run at the same time; absent: as many as of all
 */
export function createFairTurns(atOnce: number, room?: FairWait, ofOwner = atOnce): InFairTurn {
  /** owner → its running and waiting tasks; owners without any are dropped */
  const queues = new Map<string, OwnerQueue>();
  let running = 0;
  let waitingCount = 0;
  /** Usage of the owner whose turn came last: a new owner starts there, so absence earns nothing. */
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
      const isNext = queue.waiting.length > 0 && queue.running < ofOwner;
      if (isNext && (!least || queue.used < least.used)) least = queue;
    }
    if (!least) return;
    running++;
    least.running++;
    waitingCount--;
    level = Math.max(level, least.used);
    (least.waiting.shift() as Waiting).start();
  }

  /** Makes room for one more task of the queue. @throws the refusal of `room` when there is no room */
  function makeRoom(queue: OwnerQueue, { perOwner, total, refusal }: FairWait): void {
    if (queue.waiting.length >= perOwner) throw refusal();
    if (waitingCount < total) return;
    const longest = [...queues.entries()].reduce((a, b) => (b[1].waiting.length > a[1].waiting.length ? b : a));
    if (longest[1].waiting.length <= queue.waiting.length + 1) throw refusal();
    (longest[1].waiting.pop() as Waiting).refuse(refusal());
    waitingCount--;
    forgetIdle(...longest);
  }

  /** @returns when it is the turn of the task */
  function wait(owner: string, queue: OwnerQueue, signal: AbortSignal | undefined): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        start() {
          signal?.removeEventListener('abort', leave);
          resolve();
        },
        refuse(error) {
          signal?.removeEventListener('abort', leave);
          reject(error);
        },
      };
      function leave(): void {
        queue.waiting.splice(queue.waiting.indexOf(waiting), 1);
        waitingCount--;
        forgetIdle(owner, queue);
        reject(signal?.reason);
      }
      signal?.addEventListener('abort', leave, { once: true });
      queue.waiting.push(waiting);
      waitingCount++;
    });
  }

  return async function inTurn(owner, work, signal) {
    signal?.throwIfAborted();
    const queue = queueOf(owner);
    if (running < atOnce && queue.running < ofOwner) {
      running++;
      queue.running++;
    } else {
      try {
        if (room) makeRoom(queue, room);
      } catch (error) {
        forgetIdle(owner, queue);
        throw error;
      }
      await wait(owner, queue, signal);
    }
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
