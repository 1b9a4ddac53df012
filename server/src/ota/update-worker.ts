import { entityId } from '@signalbox/contract/id';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { LiveBus } from '../bus/live-bus.ts';
import { limitLines } from '../config/line-limit.ts';
import { steadyNow } from '../config/steady-clock.ts';
import { isTransient } from '../config/transient-error.ts';
import { createRounds } from '../storage/rounds.ts';
import { inTransaction, type UnitOfWork } from '../storage/transaction.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import type { TelemetryService } from '../telemetry/telemetry-service.ts';
import { initiatedPoints, obsoleteAttributes, queuedPoints, targetAttributes } from './update-keys.ts';
import type { QueuedUpdate, UpdateQueue } from './update-queue.ts';

/** Devices of a tenant that are handled in one transaction. */
const AT_ONCE = 100;
/** ms between two looks for updates that nothing was told of. */
const INTERVAL = 2_000;
/** ms from a change to the look for what follows from it, so that changes that come together are handled together. */
const DELAY = 50;
/** Updates of a tenant that may fail in a round, each by itself. */
const MAX_FAILURES = 3;
const MINUTE = 60_000;

type Update = QueuedUpdate & { tenantId: string };

export interface UpdateWorkerParts {
  pool: pg.Pool;
  queue: UpdateQueue;
  telemetry: Pick<TelemetryService, 'saveTimeseriesBatch' | 'saveAttributes' | 'deleteAttributes'>;
  attributes: Pick<AttributeStore, 'find'>;
  liveBus: LiveBus;
  log: Logger;
  /** Devices of a tenant that are told of a package in a minute: they download it when they are told. */
  devicesPerMinute: number;
}

/** How many devices of each tenant may be told now. */
function createAllowance(perMinute: number) {
  /** tenant id → what it had left, and when, on the steady clock; tenants with all of it are dropped */
  const used = new Map<string, { left: number; at: number }>();
  function left(tenantId: string, now: number): number {
    const known = used.get(tenantId);
    return known ? Math.min(perMinute, known.left + ((now - known.at) * perMinute) / MINUTE) : perMinute;
  }
  return {
    of: (tenantId: string, now: number): number => Math.floor(left(tenantId, now)),
    use(tenantId: string, now: number, count: number): void {
      used.set(tenantId, { left: left(tenantId, now) - count, at: now });
      if (used.size < 1000) return;
      for (const id of used.keys()) if (left(id, now) >= perMinute) used.delete(id);
    },
  };
}

/**
 * Tells devices which package they are to install (device-protocols.md §12). What waits is in the database, and each
 * batch is handled in one transaction with what it writes, so a server that is killed goes on where it was. In each round
 * every tenant has one batch.
 */
export function createUpdateWorker(parts: UpdateWorkerParts) {
  const { pool, queue, telemetry, attributes, liveBus, log } = parts;
  const logLimited = limitLines(log);
  const allowance = createAllowance(parts.devicesPerMinute);

  async function takeOff(unit: UnitOfWork, { tenantId, deviceId, type, target }: Update): Promise<void> {
    const obsolete = obsoleteAttributes(type, target);
    const found = await attributes.find(deviceId, 'SHARED_SCOPE', obsolete);
    const keys = found.map(({ key }) => key);
    const device = entityId('DEVICE', deviceId);
    await telemetry.deleteAttributes({ unit, tenantId, entityId: device, scope: 'SHARED_SCOPE', keys });
  }

  /** Handles the next updates of a tenant in one transaction. @returns how many there were */
  function handle(
    tenantId: string,
    isAnnounced: boolean,
    count: number,
    work: (unit: UnitOfWork, updates: readonly Update[]) => Promise<void>,
  ): Promise<number> {
    return inTransaction(
      pool,
      async (unit) => {
        const found = await queue.next(unit, tenantId, isAnnounced, count);
        if (found.length === 0) return 0;
        const isHere = (update: QueuedUpdate): update is Update => update.tenantId !== undefined;
        const updates = found.filter(isHere);
        const ended = found.filter((update) => !isHere(update) || update.target === null);
        for (const update of updates) if (update.target === null) await takeOff(unit, update);
        if (ended.length > 0) await queue.done(unit, ended);
        const going = updates.filter(({ target }) => target !== null);
        if (going.length > 0) await work(unit, going);
        return found.length;
      },
      worker.isClosed,
    );
  }

  /**
   * Handles updates of a tenant together; where that fails, one by one, and what fails then goes behind the others: it
   * holds up neither its tenant nor those after it. @returns how many there were
   */
  async function take(
    tenantId: string,
    isAnnounced: boolean,
    count: number,
    work: (unit: UnitOfWork, updates: readonly Update[]) => Promise<void>,
  ): Promise<number> {
    try {
      return await handle(tenantId, isAnnounced, count, work);
    } catch (error) {
      // The database is away: for all of them.
      if (isTransient(error)) throw error;
    }
    let done = 0;
    for (let failures = 0; done + failures < count && failures < MAX_FAILURES && !worker.isClosed(); ) {
      try {
        if ((await handle(tenantId, isAnnounced, 1, work)) === 0) break;
        done++;
      } catch (error) {
        if (isTransient(error)) throw error;
        failures++;
        logLimited('error', { err: error, tenantId }, 'a device could not be told of its package, others come first');
        await queue.postpone(tenantId, isAnnounced);
      }
    }
    return done;
  }

  async function announce(unit: UnitOfWork, updates: readonly Update[]): Promise<void> {
    const now = Date.now();
    await telemetry.saveTimeseriesBatch(
      unit,
      updates.map(({ tenantId, deviceId, type, target }) => ({
        tenantId,
        entityId: entityId('DEVICE', deviceId),
        points: target ? queuedPoints(type, target, now) : [],
      })),
    );
    await queue.announced(unit, updates);
  }

  async function initiate(unit: UnitOfWork, updates: readonly Update[]): Promise<void> {
    const now = Date.now();
    await telemetry.saveTimeseriesBatch(
      unit,
      updates.map(({ tenantId, deviceId, type }) => ({
        tenantId,
        entityId: entityId('DEVICE', deviceId),
        points: initiatedPoints(type, now),
      })),
    );
    for (const update of updates) {
      const { tenantId, deviceId, type, target } = update;
      if (!target) continue;
      const device = entityId('DEVICE', deviceId);
      const entries = targetAttributes(type, target);
      await telemetry.saveAttributes({ unit, tenantId, entityId: device, scope: 'SHARED_SCOPE', entries });
      await takeOff(unit, update);
    }
    await queue.done(unit, updates);
  }

  /** One batch of every tenant. @returns how much was done */
  async function round(): Promise<number> {
    let done = await queue.rollOut(Date.now());
    for (const tenantId of await queue.tenants(false)) {
      if (!worker.isClosed()) done += await take(tenantId, false, AT_ONCE, announce);
    }
    for (const tenantId of await queue.tenants(true)) {
      const now = steadyNow();
      const count = Math.min(AT_ONCE, allowance.of(tenantId, now));
      if (worker.isClosed() || count === 0) continue;
      const told = await take(tenantId, true, count, initiate);
      allowance.use(tenantId, now, told);
      done += told;
    }
    return done;
  }

  const worker = createRounds({
    round: async () => (await round()) > 0,
    failed: (error) => logLimited('error', { err: error }, 'devices could not be told of their packages, trying again'),
    interval: INTERVAL,
  });

  const stopListening = liveBus.subscribeKinds(['entity'], ({ entityId: { entityType } }) => {
    if (entityType !== 'DEVICE' && entityType !== 'DEVICE_PROFILE') return;
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
