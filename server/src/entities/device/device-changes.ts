import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { followDeletedTenants } from '../../bus/deleted-tenants.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { createListPlaces, type FarPages, type ListPlaces } from '../../storage/list-places.ts';
import { createStoredPlaces } from '../../storage/stored-places.ts';
import { forgetOtherCluster, removeOldChanges, removeOldLists } from './device-changes-kept.ts';

/** ms between two rounds. */
const ROUND = 10_000;
/** What was corrected for a reader in that part of a round is not corrected again. */
const RECENT = 0.9;
/** How many times as long as a round took the next one waits at least. */
const REST = 10;
/** ms that a change is kept at least, in which the places of lists are corrected several times. */
const KEPT = 60_000;
/** Rounds after that in which places are corrected, so that none that is stored needs the change any more. */
const LAST_ROUNDS = 6;
/** ms after a start for which stored places are kept that nobody asks for: what they need has the names of deleted devices in it. */
const LEFT = 3_600_000;

export interface DeviceChangesParts {
  pool: pg.Pool;
  liveBus: LiveBus;
  log: Pick<Logger, 'warn'>;
  round?: number;
  kept?: number;
}

/**
 * Has places of device lists corrected by what has changed of devices, and stored; removes changes that have become old, and
 * has places found again in orders that reports change.
 */
export function createDeviceChanges({ pool, liveBus, log, round = ROUND, kept = KEPT }: DeviceChangesParts) {
  const closing = new AbortController();
  const deletedTenants = followDeletedTenants(liveBus);
  const all: Pick<ListPlaces<object>, 'keepCorrect' | 'renewOne' | 'store' | 'removeLeft'>[] = [];
  let working: Promise<void> | undefined;
  /** Changes may be there which are not removed yet; an earlier run may have left some. */
  let mayBeThere = true;
  /** When nothing has to be corrected any more that changed lately. */
  let correctsUntil = performance.now() + kept + round * LAST_ROUNDS;
  /** From which transaction on changes were still to come, and when that was; the oldest first. */
  const oldest: { xid: string; at: number }[] = [];
  liveBus.subscribeKinds(['entity'], ({ entityId: { entityType } }) => {
    if (entityType !== 'DEVICE' && entityType !== 'DEVICE_PROFILE' && entityType !== 'TENANT') return;
    mayBeThere = true;
    correctsUntil = performance.now() + kept + round * LAST_ROUNDS;
  });

  let claiming: Promise<void> | undefined;
  const ready = (): Promise<void> => {
    claiming ??= forgetOtherCluster(pool);
    return claiming;
  };

  /** Removes what all have seen for a while. @returns whether anything is left */
  async function removeOld(): Promise<boolean> {
    const { rows } = await pool.query<{ xid: string }>('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid');
    const now = performance.now();
    for (const { xid } of rows) oldest.push({ xid, at: now });
    let old: string | undefined;
    while (oldest[0] && now - oldest[0].at >= kept) old = oldest.shift()?.xid;
    if (old === undefined) return true;
    const { isAny, areTooMany } = await removeOldChanges(pool, old);
    if (areTooMany) {
      for (const places of all) await places.removeLeft();
      await removeOldLists(pool, old);
    }
    return isAny;
  }

  async function lookThrough(): Promise<void> {
    const isChanging = mayBeThere;
    mayBeThere = false;
    try {
      for (const places of all) {
        if (isChanging && performance.now() < correctsUntil) await places.keepCorrect(round * RECENT);
        await places.store();
      }
      if (isChanging && (await removeOld())) mayBeThere = true;
    } catch (error) {
      mayBeThere ||= isChanging;
      log.warn({ err: error }, 'changes of devices were not looked through');
    }
  }

  async function work(): Promise<void> {
    let renews = 0;
    let leftUntil = performance.now() + LEFT;
    for (let pause = round; ; ) {
      await delay(pause, undefined, { ref: false, signal: closing.signal });
      const started = performance.now();
      await lookThrough();
      const ended = performance.now();
      pause = Math.max(round, (ended - started) * REST);
      if (ended >= renews) {
        let took = 0;
        for (const places of all) took += await places.renewOne();
        renews = ended + took * REST;
      }
      if (ended >= leftUntil) {
        leftUntil = Number.POSITIVE_INFINITY;
        for (const places of all) await places.removeLeft();
      }
    }
  }

  return {
    /** Places of lists of devices, which are stored. @param owner another one for each */
    createPlaces<Place extends object>(owner: string, far?: FarPages): ListPlaces<Place> {
      // Half the time that changes are kept, so that none are kept for long because of what is stored.
      const stored = createStoredPlaces<Place>(pool, owner, log, ready, kept / 2);
      const places = createListPlaces<Place>({ pool, log, deletedTenants }, far, stored);
      all.push(places);
      return places;
    },

    open(): void {
      working = work().catch((error: unknown) => {
        if (!closing.signal.aborted) throw error;
      });
    },

    /** Stores what is not yet. */
    async close(): Promise<void> {
      closing.abort();
      await working;
      try {
        for (const places of all) await places.store();
      } catch (error) {
        log.warn({ err: error }, 'the places of lists were not stored');
      }
    },
  };
}
