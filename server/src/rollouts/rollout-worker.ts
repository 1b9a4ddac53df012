import type pg from 'pg';
import type { Logger } from 'pino';
import { limitLines } from '../config/line-limit.ts';
import { createRounds } from '../storage/rounds.ts';
import { inTransaction } from '../storage/transaction.ts';
import type { RolloutStore } from './rollout-store.ts';

/** ms between two rounds in which there was nothing to do. */
const INTERVAL = 1_000;
/** Rounds after which paused roll-outs have a turn: nothing but their devices can change. */
const PAUSED_EVERY = 5;

export interface RolloutWorkerParts {
  pool: pg.Pool;
  store: Pick<RolloutStore, 'active' | 'endDrafts'>;
  /** @returns whether there is more to do at once */
  takeTurn: (id: string) => Promise<boolean>;
  log: Logger;
}

/** Items of several tenants so that each tenant has one before any has its next. */
export function inTurns<T extends { tenantId: string }>(items: readonly T[]): T[] {
  /** tenant id → its items so far */
  const counts = new Map<string, number>();
  const placed = items.map((item) => {
    const round = counts.get(item.tenantId) ?? 0;
    counts.set(item.tenantId, round + 1);
    return { item, round };
  });
  return placed.sort((a, b) => a.round - b.round).map(({ item }) => item);
}

/**
 * Lets roll-outs go on, a turn at a time, tenants one after the other. All that it knows is in the database: a killed
 * server goes on after its restart, and of two servers one has the turn.
 */
export function createRolloutWorker({ pool, store, takeTurn, log }: RolloutWorkerParts) {
  const logLimited = limitLines(log);
  let rounds = 0;

  /** A turn while no other server has one of the same roll-out. */
  function turn(id: string): Promise<boolean> {
    return inTransaction(
      pool,
      async ({ client }) => {
        // A lock of no row: people change the roll-out while it has its turn, and devices are deleted.
        const { rows } = await client.query<{ is_ours: boolean }>(
          'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 46)) AS is_ours',
          [id],
        );
        return rows[0]?.is_ours === true && (await takeTurn(id));
      },
      worker.isClosed,
    );
  }

  /** A turn of each roll-out. @returns whether there is more to do at once */
  async function round(): Promise<boolean> {
    if (rounds % PAUSED_EVERY === 0) await store.endDrafts(Date.now());
    const isForAll = rounds++ % PAUSED_EVERY === 0;
    const due = (await store.active()).filter(({ state }) => isForAll || state !== 'PAUSED');
    let isBusy = false;
    for (const { id } of inTurns(due)) {
      if (worker.isClosed()) return false;
      try {
        isBusy = (await turn(id)) || isBusy;
      } catch (error) {
        if (!worker.isClosed())
          logLimited('error', { err: error, rollout: id }, 'a roll-out could not go on, trying again');
      }
    }
    return isBusy;
  }

  const worker = createRounds({
    round,
    failed: (error) => logLimited('error', { err: error }, 'roll-outs could not be read, trying again'),
    interval: INTERVAL,
  });
  return {
    open: worker.open,
    /** A person has done something with a roll-out. */
    wake: (): void => worker.wake(),
    close: worker.close,
  };
}
