import { setTimeout as delay } from 'node:timers/promises';
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
const SWEEP_PAGE = 250;
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
/** How many times as long as each step of a sweep took it rests: of a large fleet it takes an hour or two of its day. */
const SWEEP_REST = 15;

/** Removals of an entity's remains: one immediately, and one for writes that were in progress. */
const ROUNDS = 2;

export interface RemovalParts {
  pool: pg.Pool;
  liveBus: LiveBus;
  log: Logger;
  /** In the order in which they go. */
  remains: readonly Remains[];
  /** For tests: waits for so many ms. */
  rest?: (ms: number) => Promise<void>;
}

/**
 * Removes data about deleted entities in the background. Pending removals are in the table
 * `deleted_entity`, which deletions write themselves, so it outlives the server. A sweep finds leftovers of entities
 * that no longer are there without such a row.
 */
export function createRemoval({ pool, liveBus, log, remains, rest }: RemovalParts) {
  /** epoch ms of the next sweep */
  let nextSweep = 0;
  const closing = new AbortController();
  const restFor = rest ?? ((ms: number) => delay(ms, undefined, { ref: false, signal: closing.signal }));

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
      await restFor(Date.now() - started);
    }
  }

  /** Notes those of some entities of which something is left, though they are gone. */
  async function noteGone(ids: readonly string[]): Promise<void> {
    // The system itself is no entity.
    const gone = (await findMissing(pool, ids)).filter((id) => id !== NULL_UUID);
    if (gone.length === 0) return;
    log.info({ entities: gone.length }, 'removing leftovers of deleted entities');
    await pool.query(
      `INSERT INTO deleted_entity (entity_id, deleted_time, due_time)
       SELECT id, $2, $2 FROM unnest($1::uuid[]) AS id ON CONFLICT DO NOTHING`,
      [gone, Date.now()],
    );
  }

  /**
   * Looks for entities of which something is left, though they are gone. It rests after each step, so that others have most of
   * the database; what is deleted meanwhile does not wait for its end.
   */
  async function sweep(): Promise<void> {
    for (const part of remains) {
      let after: string | undefined = FIRST;
      while (after !== undefined && !worker.isClosed()) {
        const started = performance.now();
        const ids = await part.owners(after, SWEEP_PAGE);
        await noteGone(ids);
        after = ids.length < SWEEP_PAGE ? undefined : ids.at(-1);
        await restFor((performance.now() - started) * SWEEP_REST);
        await removeDue();
      }
    }
  }

  const worker = createRounds({
    async round() {
      await removeDue();
      if (Date.now() < nextSweep) return false;
      await sweep();
      nextSweep = Date.now() + SWEEP_INTERVAL;
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
      const closed = worker.close();
      closing.abort();
      return closed;
    },
  };
}
