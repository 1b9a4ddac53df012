import { USAGE_COUNTERS } from '@signalbox/contract/api-usage';
import { type EntityId, entityId } from '@signalbox/contract/id';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveBus } from '../bus/live-bus.ts';
import { inTransaction, type UnitOfWork } from '../storage/transaction.ts';
import type { TimedValues } from '../values/value.ts';
import type { OpenUsageMeter, TakenUsage } from './usage-meter.ts';
import { hourOf, monthOf, reckon, type StateChange } from './usage-reckoning.ts';
import { lockUsage, stoppedTenants, tenantsBehind, tenantsOfProfiles, writeUsage } from './usage-store.ts';

/** What changed for a tenant. */
export interface UsageNotice {
  tenantId: string;
  tenantName: string;
  stateId: string;
  changes: readonly StateChange[];
}

export interface UsageServiceParts {
  pool: pg.Pool;
  meter: OpenUsageMeter;
  liveBus: LiveBus;
  log: Pick<Logger, 'error'>;
  /** Stores points of the states of tenants. */
  saveTimeseries: (
    unit: UnitOfWork,
    writes: readonly { tenantId: string; entityId: EntityId; points: TimedValues[]; ttlSeconds: number }[],
  ) => Promise<void>;
  /** Tells people of changes, after the commit. */
  tell: (notice: UsageNotice) => void;
  /** ms between two writes of counts */
  period: number;
  now?: () => number;
}

/** ms until counts are written that should be written soon */
const SOON = 100;
const HOUR = 3_600_000;
/** Tenants per transaction. */
const MAX_AT_ONCE = 500;
/** Usage is kept for ten years, whatever the tenant's own points. */
const RETENTION = 10 * 365 * 86_400;
const NONE = USAGE_COUNTERS.map(() => 0);

/**
 * Writes what the meter counts, a few times a minute and as soon as a limit is reached: counts are added in the
 * database, and what changed is published as points of the tenant's state. A killed server loses the counts since the
 * last write.
 */
export function createUsageService(parts: UsageServiceParts) {
  const { pool, meter, liveBus, log, period } = parts;
  const now = parts.now ?? Date.now;
  /** When the counting of what the meter has began. */
  let since = now();
  /** Month that all tenants have begun. */
  let month = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let writing: Promise<void> | undefined;
  /** Tenants and profiles whose limits may have changed. */
  let changedTenants = new Set<string>();
  let changedProfiles = new Set<string>();

  /** The next write: after a period, or when an hour ends, so that its counts are its own. */
  function schedule(within = period): void {
    clearTimeout(timer);
    if (closed) return;
    const time = now();
    const due = Math.max(1, Math.min(within, hourOf(time) + HOUR - time));
    timer = setTimeout(() => void flush(), due);
    timer.unref();
  }

  let isSoon = false;
  function soon(): void {
    if (isSoon || closed) return;
    isSoon = true;
    schedule(Math.min(SOON, period));
  }

  /** @param taken counts of at most MAX_AT_ONCE tenants, or of none: their limits and states are checked */
  async function write(taken: readonly Pick<TakenUsage, 'tenantId' | 'counts'>[], counted: number): Promise<void> {
    const countsOf = new Map(taken.map(({ tenantId, counts }) => [tenantId, counts]));
    await inTransaction(
      pool,
      async (unit) => {
        const rows = await lockUsage(unit.client, [...countsOf.keys()]);
        const reckoned = rows.map((row) => ({
          row,
          ...reckon(row, countsOf.get(row.tenantId) ?? NONE, counted, row.configuration, now()),
        }));
        const changed = reckoned.filter(({ isChanged }) => isChanged);
        if (changed.length > 0) {
          await writeUsage(
            unit.client,
            changed.map(({ row, usage }) => ({ id: row.id, usage })),
          );
          await parts.saveTimeseries(
            unit,
            changed.flatMap(({ row, points }) =>
              points.length === 0
                ? []
                : [
                    {
                      tenantId: row.tenantId,
                      entityId: entityId('API_USAGE_STATE', row.id),
                      points,
                      ttlSeconds: RETENTION,
                    },
                  ],
            ),
          );
        }
        unit.afterCommit(() => {
          const found = new Set<string>();
          for (const { row, left, changes } of reckoned) {
            const { tenantId, tenantName, id } = row;
            found.add(tenantId);
            meter.allow(tenantId, left);
            if (changes.length === 0) continue;
            liveBus.publish({ kind: 'apiUsage', tenantId, entityId: entityId('API_USAGE_STATE', id) });
            parts.tell({ tenantId, tenantName, stateId: id, changes });
          }
          for (const tenantId of countsOf.keys()) if (!found.has(tenantId)) meter.forget(tenantId);
        });
      },
      () => closed,
    );
  }

  /** Checks limits and states of tenants that may have used nothing. */
  async function check(tenantIds: readonly string[]): Promise<void> {
    for (let at = 0; at < tenantIds.length; at += MAX_AT_ONCE) {
      await write(
        tenantIds.slice(at, at + MAX_AT_ONCE).map((tenantId) => ({ tenantId, counts: NONE })),
        now(),
      );
    }
  }

  async function writeCounts(): Promise<void> {
    const counted = since;
    since = now();
    const taken = meter.take();
    for (let at = 0; at < taken.length; at += MAX_AT_ONCE) {
      const some = taken.slice(at, at + MAX_AT_ONCE);
      try {
        await write(some, counted);
      } catch (error) {
        meter.restore(taken.slice(at));
        throw error;
      }
    }
  }

  async function checkChanged(): Promise<void> {
    const [tenants, profiles] = [changedTenants, changedProfiles];
    changedTenants = new Set();
    changedProfiles = new Set();
    try {
      const ofProfiles = profiles.size > 0 ? await tenantsOfProfiles(pool, [...profiles]) : [];
      await check([...new Set([...tenants, ...ofProfiles])]);
    } catch (error) {
      for (const id of tenants) changedTenants.add(id);
      for (const id of profiles) changedProfiles.add(id);
      throw error;
    }
  }

  /** Begins a new month with the tenants that have not, and publishes states that were never published. */
  async function catchUp(): Promise<void> {
    const current = monthOf(now());
    if (current <= month) return;
    for (;;) {
      const behind = await tenantsBehind(pool, current, MAX_AT_ONCE);
      await check(behind);
      if (behind.length < MAX_AT_ONCE) break;
    }
    month = current;
  }

  async function work(): Promise<void> {
    isSoon = false;
    try {
      await writeCounts();
      await checkChanged();
      await catchUp();
    } catch (error) {
      log.error({ err: error }, 'the usage of tenants could not be written');
    }
  }

  /** Writes what was counted so far, and what else is due. */
  async function flush(): Promise<void> {
    // What was counted while one was under way comes with the next.
    while (writing) await writing;
    writing = work().finally(() => {
      writing = undefined;
    });
    await writing;
    if (!isSoon) schedule();
  }

  const stopListening = liveBus.subscribeKinds(['entity'], (change) => {
    if (change.kind !== 'entity') return;
    const { entityType, id } = change.entityId;
    if (entityType === 'TENANT') {
      if (change.action === 'deleted') meter.forget(id);
      else changedTenants.add(id);
    } else if (entityType === 'TENANT_PROFILE' && change.action === 'updated') changedProfiles.add(id);
    else return;
    soon();
  });

  return {
    soon,
    flush,

    /** Learns which tenants must not use something, before anything is counted. */
    async open(): Promise<void> {
      await check(await stoppedTenants(pool));
      await catchUp();
      schedule();
    },

    /** Writes the last counts and stops. */
    async close(): Promise<void> {
      stopListening();
      clearTimeout(timer);
      await flush();
      closed = true;
      clearTimeout(timer);
    },
  };
}
