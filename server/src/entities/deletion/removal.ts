import { NULL_UUID } from '@signalbox/contract/id';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveBus } from '../../bus/live-bus.ts';
import { createRounds } from '../../storage/rounds.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { findMissing } from './living-entities-store.ts';
import type { Remains } from './remains.ts';

/** Maximum number of entities whose remains are removed per transaction. */
const MAX_ENTITIES = 200;
/** Maximum number of entities that the sweep checks together. */
const SWEEP_PAGE = 1000;
/** The lowest id there is. */
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Delay of removals, in ms, so that entities deleted together are removed together. */
const DELAY = 50;
/** ms until remains are removed once more, for what was being written while the entity was deleted. */
const SECOND_ROUND_AFTER = 20_000;
/** ms between two checks for due removals. */
const INTERVAL = 5_000;
/** ms between two sweeps; the first one comes with the start. */
const SWEEP_INTERVAL = 24 * 3_600_000;

/** Removals of an entity's remains: one immediately, and one for writes that were in progress. */
const ROUNDS = 2;

export interface RemovalParts {
  pool: pg.Pool;
  liveBus: LiveBus;
  log: Logger;
  /** In the order in which they go. */
  remains: readonly Remains[];
}

/**
 * Removes data about deleted entities in the background. Pending removals are in the table
 * `deleted_entity`, which deletions write themselves, so it outlives the server. A sweep finds leftovers of entities
 * that no longer are there without such a row.
 */
export function createRemoval({ pool, liveBus, log, remains }: RemovalParts) {
  /** epoch ms of the next sweep */
  let nextSweep = 0;

  /** Removes remains of some entities that are due; false when none are. */
  async function removeSome(now: number): Promise<boolean> {
    return inTransaction(pool, async (unit) => {
      const due = await unit.client.query<{ entity_id: string }>(
        `SELECT entity_id FROM deleted_entity WHERE due_time <= $1 ORDER BY due_time LIMIT ${MAX_ENTITIES}
         FOR UPDATE SKIP LOCKED`,
        [now],
      );
      if (due.rows.length === 0) return false;
      const ids = due.rows.map((row) => row.entity_id);
      let isAll = true;
      for (const part of remains) isAll = (await part.remove(unit, ids)) && isAll;
      if (!isAll) return true;
      await unit.client.query('DELETE FROM deleted_entity WHERE entity_id = ANY($1::uuid[]) AND rounds >= $2', [
        ids,
        ROUNDS - 1,
      ]);
      await unit.client.query(
        'UPDATE deleted_entity SET rounds = rounds + 1, due_time = $2 WHERE entity_id = ANY($1::uuid[])',
        [ids, now + SECOND_ROUND_AFTER],
      );
      return true;
    });
  }

  /** Processes due removals, pausing as long as it worked, so that other work gets its turn. */
  async function removeDue(): Promise<void> {
    while (!worker.isClosed()) {
      const started = Date.now();
      if (!(await removeSome(started))) return;
      const rest = Date.now() - started;
      await new Promise((resolve) => setTimeout(resolve, rest));
    }
  }

  /** Notes entities of which something is left, though they are gone. */
  async function sweep(): Promise<void> {
    for (const part of remains) {
      let after = FIRST;
      for (;;) {
        const ids = await part.owners(after, SWEEP_PAGE);
        if (worker.isClosed() || ids.length === 0) break;
        after = ids[ids.length - 1] as string;
        // The system itself is no entity.
        const gone = (await findMissing(pool, ids)).filter((id) => id !== NULL_UUID);
        if (gone.length > 0) {
          log.info({ entities: gone.length }, 'removing leftovers of deleted entities');
          await pool.query(
            `INSERT INTO deleted_entity (entity_id, deleted_time, due_time)
             SELECT id, $2, $2 FROM unnest($1::uuid[]) AS id ON CONFLICT DO NOTHING`,
            [gone, Date.now()],
          );
        }
        if (ids.length < SWEEP_PAGE) break;
      }
    }
  }

  const worker = createRounds({
    async round() {
      await removeDue();
      if (Date.now() < nextSweep) return false;
      await sweep();
      nextSweep = Date.now() + SWEEP_INTERVAL;
      await removeDue();
      return false;
    },
    failed: (error) => log.error({ err: error }, 'leftovers of deleted entities could not be removed, trying again'),
    interval: INTERVAL,
  });

  const stopListening = liveBus.subscribeKinds(['entity', 'ruleChain'], (change) => {
    if (change.kind === 'entity' && change.action !== 'deleted') return;
    worker.wake(DELAY);
  });

  return {
    open: worker.open,
    close(): Promise<void> {
      stopListening();
      return worker.close();
    },
  };
}
