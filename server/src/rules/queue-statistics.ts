import type { EntityId } from '@signalbox/contract/id';
import type { Logger } from 'pino';
import type { ServiceAssets } from '../entities/asset/service-assets.ts';
import { ALL_QUEUES, type Queue } from '../messages/queues.ts';
import type { TimeseriesWrite } from '../telemetry/telemetry-service.ts';
import { newQueueCounter, type QueueCounter } from './queue-counter.ts';

/**
 * Counts what queues process, in memory, and writes it as telemetry of an asset for each queue (rule-engine.md §6.5). A
 * count is an addition to a number; nothing is written for queues without messages.
 */
export interface QueueStatistics {
  /** The counters of a tenant by the place of the queue; the same objects until they are forgotten. */
  counters(tenantId: string): readonly QueueCounter[];
  /** Forgets a tenant whose rules have stopped, once its last counts are written. */
  forget(tenantId: string): void;
  /** Writes the counts now. */
  write(): Promise<void>;
  close(): void;
}

export interface QueueStatisticsParts {
  assets: ServiceAssets;
  /** Stores points in one transaction. */
  save: (writes: TimeseriesWrite[]) => Promise<void>;
  /** Name of this server, which stays over restarts. */
  serverName: string;
  /** ms between two writes */
  period: number;
  log: Pick<Logger, 'warn'>;
}

/** Seconds for which statistics are kept, whatever the tenant's own points; errors are for people to read soon. */
const RETENTION = { counts: 30 * 86_400, exception: 7 * 86_400 };
/** Tenants per transaction. */
const MAX_AT_ONCE = 500;
export function createQueueStatistics({
  assets,
  save,
  serverName,
  period,
  log,
}: QueueStatisticsParts): QueueStatistics {
  /** tenant id → its counters */
  const counters = new Map<string, readonly QueueCounter[]>();
  /** Tenants whose counters are no longer used. */
  const forgotten = new Set<string>();
  let writing: Promise<void> | undefined;

  /** Takes what a queue has counted: tenant id → its counts. */
  function take({ place }: Queue): Map<string, QueueCounter> {
    const taken = new Map<string, QueueCounter>();
    for (const [tenantId, ofTenant] of counters) {
      const counter = ofTenant[place];
      if (!counter || counter.totalMsgs === 0) continue;
      taken.set(tenantId, { ...counter });
      Object.assign(counter, newQueueCounter());
    }
    return taken;
  }

  async function writeQueue(queue: Queue): Promise<void> {
    const taken = [...take(queue)];
    for (let at = 0; at < taken.length; at += MAX_AT_ONCE) {
      const part = taken.slice(at, at + MAX_AT_ONCE);
      const found = await assets.ensure(
        part.map(([tenantId]) => tenantId),
        `${queue.name}_${serverName}`,
      );
      const ts = Date.now();
      const writes = part.flatMap(([tenantId, counts]) => {
        const asset = found.get(tenantId);
        return asset ? pointsOf(tenantId, asset, counts, ts) : [];
      });
      if (writes.length > 0) await save(writes);
    }
  }

  async function writeAll(): Promise<void> {
    const gone = [...forgotten];
    for (const queue of ALL_QUEUES) {
      try {
        await writeQueue(queue);
      } catch (error) {
        log.warn({ err: error, queue: queue.name }, 'the statistics of a queue could not be stored');
      }
    }
    for (const tenantId of gone) if (forgotten.delete(tenantId)) counters.delete(tenantId);
  }

  function write(): Promise<void> {
    writing ??= writeAll().finally(() => {
      writing = undefined;
    });
    return writing;
  }

  const timer = setInterval(write, period);
  timer.unref();

  return {
    counters(tenantId) {
      forgotten.delete(tenantId);
      let found = counters.get(tenantId);
      if (!found) {
        found = ALL_QUEUES.map(newQueueCounter);
        counters.set(tenantId, found);
      }
      return found;
    },
    forget: (tenantId) => void (counters.has(tenantId) && forgotten.add(tenantId)),
    write,
    close: () => clearInterval(timer),
  };
}

function pointsOf(
  tenantId: string,
  entityId: EntityId,
  { totalMsgs, failedMsgs, tmpFailed, exception }: QueueCounter,
  ts: number,
): TimeseriesWrite[] {
  const counts = {
    totalMsgs,
    successfulMsgs: totalMsgs - failedMsgs - tmpFailed,
    // Nothing times out: what takes long leaves its batch.
    timeoutMsgs: 0,
    failedMsgs,
    tmpTimeout: 0,
    tmpFailed,
  };
  const values = Object.entries(counts).map(([key, value]) => ({ key, value: { type: 'LONG' as const, value } }));
  const writes: TimeseriesWrite[] = [{ tenantId, entityId, ttlSeconds: RETENTION.counts, points: [{ ts, values }] }];
  if (exception !== undefined) {
    const error = { key: 'ruleEngineException', value: { type: 'JSON' as const, value: exception } };
    writes.push({ tenantId, entityId, ttlSeconds: RETENTION.exception, points: [{ ts, values: [error] }] });
  }
  return writes;
}
