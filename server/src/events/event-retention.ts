import type pg from 'pg';
import type { Logger } from 'pino';
import { MAX_SET_ASIDE, trimSetAside } from '../messages/set-aside.ts';
import { deleteWhere } from '../storage/delete-rows.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Debug events are kept a week. */
export const DEBUG_EVENT_LIFETIME = 7 * DAY;
/** What edges are told is kept a month. */
const EDGE_EVENT_LIFETIME = 2_628_000_000;

/** Told when old events have been deleted. */
export interface RetentionListeners {
  onDeleted?: () => void;
  /** Those for edges. */
  onEdgeEventsDeleted?: () => void;
}

/**
 * Deletes debug events that are older than a week, events for edges that are older than a month, and other events and
 * messages that were set aside when they are older than `days`.
 */
export async function deleteOldEvents(
  pool: pg.Pool,
  now: number,
  days: number,
  { onDeleted, onEdgeEventsDeleted }: RetentionListeners = {},
): Promise<number> {
  const isOld = 'created_time < $1';
  const isDebug = `type IN ('DEBUG_RULE_NODE', 'DEBUG_RULE_CHAIN')`;
  const forEdges = await deleteWhere(pool, 'edge_event', isOld, now - EDGE_EVENT_LIFETIME);
  if (forEdges > 0) onEdgeEventsDeleted?.();
  const events =
    (await deleteWhere(pool, 'event', `${isOld} AND ${isDebug}`, now - DEBUG_EVENT_LIFETIME)) +
    (await deleteWhere(pool, 'event', `${isOld} AND NOT ${isDebug}`, now - days * DAY));
  if (events > 0) onDeleted?.();
  return forEdges + events + (await deleteWhere(pool, 'message_set_aside', isOld, now - days * DAY));
}

/** Removes the oldest of the messages that were set aside of tenants that have too many. */
async function trimAllSetAside(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ tenant_id: string }>(
    'SELECT tenant_id FROM message_set_aside GROUP BY tenant_id HAVING count(*) > $1',
    [MAX_SET_ASIDE],
  );
  await trimSetAside(
    pool,
    rows.map((row) => row.tenant_id),
  );
}

/** Runs `deleteOldEvents` immediately and every hour. Returns a function that stops it. */
export function startEventRetention(
  pool: pg.Pool,
  log: Logger,
  days: number,
  listeners: RetentionListeners,
): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve();
  const run = (): void => {
    running = Promise.all([deleteOldEvents(pool, Date.now(), days, listeners), trimAllSetAside(pool)]).catch(
      (error: unknown) => {
        log.error({ err: error }, 'old events could not be deleted');
      },
    );
  };
  // A server that is restarted every day must do so, too.
  run();
  const timer = setInterval(run, HOUR);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
