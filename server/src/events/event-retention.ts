import type pg from 'pg';
import type { Logger } from 'pino';

const HOUR = 3_600_000;
/** Debug events are kept a week; the others stay. */
export const DEBUG_EVENT_LIFETIME = 7 * 24 * HOUR;
/** Rows a statement deletes at most, so that none holds locks for long. */
const BATCH_SIZE = 5000;

/** Deletes debug events that are older than a week. */
export async function deleteOldEvents(pool: pg.Pool, now: number): Promise<number> {
  let deleted = 0;
  for (;;) {
    const result = await pool.query(
      `DELETE FROM event WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM event WHERE created_time < $1 AND type IN ('DEBUG_RULE_NODE', 'DEBUG_RULE_CHAIN') LIMIT $2))`,
      [now - DEBUG_EVENT_LIFETIME, BATCH_SIZE],
    );
    const rows = result.rowCount ?? 0;
    deleted += rows;
    if (rows < BATCH_SIZE) return deleted;
  }
}

/** Runs `deleteOldEvents` every hour. Returns the way to stop. */
export function startEventRetention(pool: pg.Pool, log: Logger): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    running = deleteOldEvents(pool, Date.now()).catch((error: unknown) => {
      log.error({ err: error }, 'old events could not be deleted');
    });
  }, HOUR);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
