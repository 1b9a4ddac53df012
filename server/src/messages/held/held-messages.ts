import type pg from 'pg';
import type { Logger } from 'pino';
import { createFairTurns } from '../../config/fair-turns.ts';
import { timerDelay } from '../../config/timers.ts';
import { newEntityId } from '../../storage/ids.ts';
import type { UnitOfWork } from '../../storage/transaction.ts';
import type { Message } from '../message.ts';
import type { BatchConsumer } from '../message-log.ts';
import { pauseBefore, type Queue, queueOf } from '../queues.ts';
import type { FailedMessage } from '../set-aside.ts';
import { createHeldCounts } from './held-counts.ts';
import { createHeldGroups } from './held-groups.ts';
import { createHeldTable, type HeldCount, type HeldMessage } from './held-table.ts';

/** A message that is to wait for its turn in its queue. */
export interface HoldRequest {
  message: Message;
  /** How often it has failed. */
  attempts: number;
  /** Its place when it was held before. */
  before: HeldMessage | undefined;
}

/**
 * Messages that wait for their turn in a queue, apart from the log: those that have failed and are tried again, in a
 * queue that keeps the order those behind them of the same originator, and those that were moved to another queue. They
 * are stored with the batch that holds them, so that its partition goes on, and run in groups of one tenant.
 */
export interface HeldMessages {
  /** Whether messages of an originator wait in a queue that keeps their order. */
  isWaiting(queue: Queue, originatorId: string): boolean;
  /** @throws Error when too many or too long messages of the tenant wait, counting `more` that are not stored yet */
  requireRoom(tenantId: string, more: number): void;
  /** Holds messages as part of the unit; they run after its commit, when they are due. */
  hold(unit: UnitOfWork, requests: readonly HoldRequest[]): Promise<void>;
  /** What waits of a tenant, by queue. */
  counts(tenantId: string): Promise<HeldCount[]>;
  /** Starts running what is due, also what earlier runs left. */
  open(consumer: BatchConsumer): Promise<void>;
  /** Waits for the groups that run; the rest runs after the next start. */
  close(): Promise<void>;
}

export interface HeldMessagesParts {
  pool: pg.Pool;
  log: Logger;
  /** Called for messages that could not be processed and were set aside. */
  onSetAside?: (failed: FailedMessage) => void;
  /** ms before a message that has failed `attempts` times is tried again. */
  pauseOf?: (queue: Queue, attempts: number) => number;
  /** Most messages of a tenant that wait. */
  maxWaiting?: number;
  /** Most characters of messages of a tenant that wait. */
  maxLength?: number;
}

const MAX_WAITING = 50_000;
const MAX_LENGTH = 256 * 1024 * 1024;
/** Messages that run in one transaction. */
const GROUP = 200;
/** Groups that run at the same time, each of another tenant. */
const AT_ONCE = 16;
/** ms: a tenant whose group took longer runs fewer messages at once, and one whose group was faster more. */
const LONG = 200;
const SHORT = 50;
/** ms until the next look when the database could not be asked. */
const RETRY_DELAY = 1_000;
/** ms between two comparisons of what is counted in memory with what is stored. */
const RECOUNT_PERIOD = 60_000;

export function createHeldMessages(parts: HeldMessagesParts): HeldMessages {
  const { pool, log, onSetAside = () => undefined, pauseOf = pauseBefore } = parts;
  const { maxWaiting = MAX_WAITING, maxLength = MAX_LENGTH } = parts;
  const table = createHeldTable(pool);
  const counts = createHeldCounts(table);
  const groups = createHeldGroups({ ...{ pool, table, counts, log, onSetAside }, isClosed: () => closed });
  let lastPlace = 0;
  let consumer: BatchConsumer | undefined;
  let closed = false;
  /** Tenant whose messages run → whether more of them may run since it was last looked. */
  const running = new Map<string, { mustLookAgain: boolean; ended: Promise<void> }>();
  let looking: Promise<void> | undefined;
  const inTurn = createFairTurns(AT_ONCE, undefined, 1);
  let timer: NodeJS.Timeout | undefined;
  /** When it fires, epoch ms. */
  let timerAt = Number.POSITIVE_INFINITY;
  let recounting: NodeJS.Timeout | undefined;

  /** Larger than that of every message before it. */
  function nextPlace(): number {
    lastPlace = Math.max(lastPlace + 1, Date.now() * 1_000);
    return lastPlace;
  }

  function toHeld({ message, attempts, before }: HoldRequest): HeldMessage {
    const queue = queueOf(message);
    const due = attempts === 0 || attempts === before?.attempts ? 0 : Date.now() + pauseOf(queue, attempts);
    if (before) return { ...before, message, attempts, due };
    const isInOrder = queue.submit === 'SEQUENTIAL_BY_ORIGINATOR';
    return { ...newEntityId(), place: nextPlace(), queueName: queue.name, isInOrder, attempts, due, message };
  }

  /** Lets messages of a tenant run that are due. */
  function start(tenantId: string): void {
    if (closed || !consumer) return;
    const known = running.get(tenantId);
    if (known) {
      known.mustLookAgain = true;
      return;
    }
    const entry = { mustLookAgain: false, ended: Promise.resolve() };
    running.set(tenantId, entry);
    entry.ended = runTenant(consumer, tenantId, entry)
      .catch((error: unknown) => {
        if (closed) return;
        log.warn({ err: error, tenantId }, 'messages that wait in their queues could not be run; trying again');
        wakeAt(Date.now() + RETRY_DELAY);
      })
      .finally(() => running.delete(tenantId));
  }

  /**
   * Runs what is due of a tenant, group by group. Tenants take turns by the time that their groups took, and those whose
   * messages are slow run few at once, so neither many nor slow ones hold up the others.
   */
  async function runTenant(handler: BatchConsumer, tenantId: string, entry: { mustLookAgain: boolean }): Promise<void> {
    for (let [size, count] = [GROUP, 1]; (count > 0 || entry.mustLookAgain) && !closed; ) {
      entry.mustLookAgain = false;
      count = await inTurn(tenantId, async (charge) => {
        if (closed) return 0;
        const group = await table.runnable(tenantId, Date.now(), size);
        const from = performance.now();
        await groups.run(handler, group);
        const took = performance.now() - from;
        charge(took);
        if (took > LONG) size = Math.max(1, size >> 1);
        else if (took < SHORT) size = Math.min(GROUP, size * 2);
        return group.length;
      });
    }
  }

  /** Starts the tenants with messages that are due, and sets the timer for what is due next. */
  function look(): void {
    if (closed || looking) return;
    timerAt = Number.POSITIVE_INFINITY;
    looking = (async () => {
      try {
        const now = Date.now();
        for (const tenantId of await table.tenantsDue(now)) start(tenantId);
        const due = await table.nextDue(now);
        if (due !== undefined) wakeAt(due);
      } catch (error) {
        if (closed) return;
        log.warn({ err: error }, 'messages that wait in their queues could not be read; trying again');
        wakeAt(Date.now() + RETRY_DELAY);
      } finally {
        looking = undefined;
      }
    })();
  }

  function wakeAt(at: number): void {
    if (closed || !consumer || at >= timerAt) return;
    timerAt = at;
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        timerAt = Number.POSITIVE_INFINITY;
        // What became due while somebody looks is not missed.
        if (looking) wakeAt(Date.now() + 10);
        else look();
      },
      timerDelay(at - Date.now()),
    );
    timer.unref();
  }

  return {
    isWaiting: (queue, originatorId) => counts.isWaiting(queue.name, originatorId),
    requireRoom(tenantId, more) {
      if (counts.ofTenant(tenantId) + more >= maxWaiting) {
        throw new Error(`${maxWaiting} messages wait in the queues of this tenant already`);
      }
      if (counts.lengthOfTenant(tenantId) > maxLength) {
        throw new Error(`Messages of more than ${maxLength} characters wait in the queues of this tenant already`);
      }
    },
    async hold(unit, requests) {
      const held = requests.map(toHeld);
      await table.insert(unit.client, held);
      unit.afterCommit(() => {
        for (const entry of held) {
          counts.change(entry, 1);
          if (entry.due <= Date.now()) start(entry.message.tenantId);
          else wakeAt(entry.due);
        }
      });
    },
    counts: (tenantId) => table.counts(tenantId),
    async open(handler) {
      lastPlace = await table.lastPlace();
      await counts.load();
      consumer = handler;
      recounting = setInterval(() => {
        counts.recount().catch((error: unknown) => log.warn({ err: error }, 'messages that wait could not be counted'));
      }, RECOUNT_PERIOD);
      recounting.unref();
      look();
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      clearInterval(recounting);
      await looking;
      await Promise.all([...running.values()].map(({ ended }) => ended));
    },
  };
}
