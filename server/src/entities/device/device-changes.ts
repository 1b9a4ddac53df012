import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveBus } from '../../bus/live-bus.ts';
import type { ListPlaces } from '../../storage/list-places.ts';
import type { Place } from './device-list-order.ts';

/** ms between two rounds. */
const ROUND = 10_000;
/** How many times as long as a round took the next one waits at least. */
const REST = 10;
/** ms that a change is kept at least, in which the places of lists are corrected several times. */
const KEPT = 60_000;

export interface DeviceChangesParts {
  pool: pg.Pool;
  liveBus: LiveBus;
  log: Pick<Logger, 'warn'>;
  places: Pick<ListPlaces<Place>, 'keepCorrect' | 'renewOne'>;
  round?: number;
  kept?: number;
}

/**
 * Has places of device lists corrected by what has changed of devices, removes changes that have become old, and has places
 * found again in orders that reports change.
 */
export function createDeviceChanges({ pool, liveBus, log, places, round = ROUND, kept = KEPT }: DeviceChangesParts) {
  const closing = new AbortController();
  let working: Promise<void> | undefined;
  /** Changes may be there which are not removed yet; an earlier run may have left some. */
  let mayBeThere = true;
  /** From which transaction on changes were still to come, and when that was; the oldest first. */
  const oldest: { xid: string; at: number }[] = [];
  liveBus.subscribeKinds(['entity'], ({ entityId: { entityType } }) => {
    if (entityType === 'DEVICE' || entityType === 'TENANT') mayBeThere = true;
  });

  /** Removes what all have seen for a while. @returns whether anything is left */
  async function removeOld(): Promise<boolean> {
    const { rows } = await pool.query<{ xid: string }>('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid');
    const now = performance.now();
    for (const { xid } of rows) oldest.push({ xid, at: now });
    let old: string | undefined;
    while (oldest[0] && now - oldest[0].at >= kept) old = oldest.shift()?.xid;
    if (old === undefined) return true;
    await pool.query(
      `WITH removed AS (DELETE FROM device_change WHERE xid < $1::xid8 RETURNING 1)
       UPDATE device_change_start SET xid = $1::xid8 WHERE xid < $1::xid8 AND EXISTS (SELECT FROM removed)`,
      [old],
    );
    return (await pool.query('SELECT FROM device_change LIMIT 1')).rowCount !== 0;
  }

  async function lookThrough(): Promise<void> {
    if (!mayBeThere) return;
    mayBeThere = false;
    try {
      await places.keepCorrect();
      if (await removeOld()) mayBeThere = true;
    } catch (error) {
      mayBeThere = true;
      log.warn({ err: error }, 'changes of devices were not looked through');
    }
  }

  async function work(): Promise<void> {
    let renews = 0;
    for (let pause = round; ; ) {
      await delay(pause, undefined, { ref: false, signal: closing.signal });
      const started = performance.now();
      await lookThrough();
      const ended = performance.now();
      pause = Math.max(round, (ended - started) * REST);
      if (ended >= renews) renews = ended + (await places.renewOne()) * REST;
    }
  }

  return {
    open(): void {
      working = work().catch((error: unknown) => {
        if (!closing.signal.aborted) throw error;
      });
    },

    async close(): Promise<void> {
      closing.abort();
      await working;
    },
  };
}
