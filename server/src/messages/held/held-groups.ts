import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { isTransient } from '../../config/transient-error.ts';
import { inTransaction, type UnitOfWork } from '../../storage/transaction.ts';
import { createTurns } from '../../storage/turns.ts';
import { type BatchConsumer, BatchOutdated } from '../message-log.ts';
import { type FailedMessage, setAside } from '../set-aside.ts';
import type { HeldCounts } from './held-counts.ts';
import type { HeldMessage, HeldTable } from './held-table.ts';

export interface HeldGroupsParts {
  pool: pg.Pool;
  table: Pick<HeldTable, 'remove'>;
  counts: Pick<HeldCounts, 'change'>;
  log: Logger;
  /** Called for messages that could not be processed and were set aside. */
  onSetAside: (failed: FailedMessage) => void;
  isClosed: () => boolean;
}

/** Groups that are stored at the same time. */
const STORED_AT_ONCE = 2;
/** ms until the next attempt when the database cannot be reached. */
const RETRY_DELAY = 1_000;
/** How often in a row a group is computed again because what it was decided by has changed. */
const MAX_OUTDATED = 20;

/** Thrown when messages of a group were removed while it ran. */
class HeldGone extends Error {}

/** Has groups of held messages processed, which are removed in the transaction that stores what they do. */
export function createHeldGroups({ pool, table, counts, log, onSetAside, isClosed }: HeldGroupsParts) {
  const inStore = createTurns(STORED_AT_ONCE);

  /**
   * Runs messages together; when that fails only the first half, so that one which cannot be processed is set aside. The
   * others are read again: some may have to wait now for one of their originator that has failed.
   */
  async function runGroup(handler: BatchConsumer, group: readonly HeldMessage[]): Promise<void> {
    const [first] = group;
    if (!first || isClosed()) return;
    for (let outdated = 0; ; ) {
      try {
        await runTogether(handler, group);
        return;
      } catch (error) {
        if (isClosed() || error instanceof HeldGone) return;
        if (isTransient(error)) {
          await delay(RETRY_DELAY, undefined, { ref: false });
          if (isClosed()) return;
        } else if (error instanceof BatchOutdated && outdated < MAX_OUTDATED) outdated++;
        else if (group.length > 1) break;
        else {
          log.error({ err: error, messageId: first.message.id }, 'a message was set aside');
          await giveUp(first, error instanceof Error ? error.message : String(error));
          return;
        }
      }
    }
    await runGroup(handler, group.slice(0, group.length >> 1));
  }

  async function runTogether(handler: BatchConsumer, group: readonly HeldMessage[]): Promise<void> {
    const messages = group.map(({ message }) => message);
    const held = new Map(group.map((entry) => [entry.message, entry]));
    const store = await handler({ partition: 0, batch: 0, messages, held });
    await inStore(() =>
      inTransaction(
        pool,
        async (unit) => {
          await remove(unit, group);
          await store?.(unit);
        },
        isClosed,
      ),
    );
  }

  async function giveUp(held: HeldMessage, error: string): Promise<void> {
    const failed = { message: held.message, error };
    await inTransaction(
      pool,
      async (unit) => {
        await remove(unit, [held]);
        await setAside(unit.client, { partition: 0, batch: 0 }, [failed]);
        unit.afterCommit(() => onSetAside(failed));
      },
      isClosed,
    );
  }

  async function remove(unit: UnitOfWork, group: readonly HeldMessage[]): Promise<void> {
    const isRemoved = await table.remove(
      unit.client,
      group.map(({ id }) => id),
    );
    if (!isRemoved) throw new HeldGone('Messages that waited in a queue have gone');
    unit.afterCommit(() => {
      for (const held of group) counts.change(held, -1);
    });
  }

  return { run: runGroup };
}
