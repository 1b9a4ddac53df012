import type pg from 'pg';
import type { Logger } from 'pino';
import { deleteWhere } from '../storage/delete-rows.ts';
import { createRounds } from '../storage/rounds.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const IS_OLD = 'created_time < $1';

/**
 * Deletes lines of the audit log, and what entities were before their changes, when they are older than `days`.
 * @returns how many
 */
export async function deleteOldHistory(
  pool: pg.Pool,
  now: number,
  days: number,
  isClosed?: () => boolean,
): Promise<number> {
  const before = now - days * DAY;
  const lines = await deleteWhere(pool, 'audit_log', IS_OLD, before, isClosed);
  return lines + (await deleteWhere(pool, 'entity_version', IS_OLD, before, isClosed));
}

/** Runs `deleteOldHistory` at the start and every hour. @param onDeleted told when something was deleted */
export function createAuditRetention(pool: pg.Pool, log: Logger, days: number, onDeleted: () => void) {
  const worker = createRounds({
    async round() {
      if ((await deleteOldHistory(pool, Date.now(), days, worker.isClosed)) > 0) onDeleted();
      return false;
    },
    failed: (error) => log.error({ err: error }, 'old lines of the audit log could not be deleted'),
    interval: HOUR,
  });
  return worker;
}
