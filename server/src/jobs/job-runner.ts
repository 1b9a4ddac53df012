import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { JobStore } from './job-store.ts';

/** Jobs that run at the same time, each of another tenant. */
const AT_ONCE = 2;
/** ms until a turn that failed is repeated. */
const RETRY_DELAY = 2000;
/** ms between two removals of old jobs. */
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Failures of one turn, one after the other, after which the job fails; those of an unavailable database do not count. */
const MAX_FAILED_TURNS = 5;

export interface JobRunnerParts {
  store: JobStore;
  /** Aborted when the server stops. */
  closing: AbortController;
  log: Logger;
  retentionDays: number;
  takeTurn: (jobId: string) => Promise<void>;
  /** Whether a turn that failed so may be repeated any number of times. */
  isTemporary: (error: unknown) => boolean;
}

/**
 * Runs jobs, a turn at a time: one job of each tenant at most, a few tenants at once, and those that have waited longest
 * first. All that it knows is stored, so a killed server continues after its restart.
 */
export function createJobRunner({ store, closing, log, retentionDays, takeTurn, isTemporary }: JobRunnerParts) {
  let isLooking = false;
  let mustLookAgain = false;
  let cleaning: NodeJS.Timeout | undefined;
  /** tenant → its turn under way */
  const turns = new Map<string, Promise<void>>();
  /** tenant → number of its latest turn; bounded by the tenants that have jobs */
  let served = new Map<string, number>();
  let turnsTaken = 0;
  /** job → failed turns in a row */
  const failedTurns = new Map<string, number>();

  async function turn(job: { id: string; tenantId: string }): Promise<void> {
    try {
      await takeTurn(job.id);
      failedTurns.delete(job.id);
    } catch (error) {
      if (closing.signal.aborted) return;
      const failures = (failedTurns.get(job.id) ?? 0) + 1;
      if (!isTemporary(error)) {
        log.error({ err: error, job: job.id }, 'a job failed');
        failedTurns.set(job.id, failures);
        if (failures >= MAX_FAILED_TURNS) {
          failedTurns.delete(job.id);
          await store.end(job.id, 'FAILED', Date.now(), 'Internal server error').catch(() => undefined);
        }
      }
      await delay(RETRY_DELAY, undefined, { ref: false, signal: closing.signal }).catch(() => undefined);
    }
  }

  async function look(): Promise<void> {
    if (isLooking) {
      mustLookAgain = true;
      return;
    }
    isLooking = true;
    try {
      do {
        mustLookAgain = false;
        if (closing.signal.aborted || turns.size >= AT_ONCE) continue;
        const due = await store.findDue();
        served = new Map(due.map(({ tenantId }) => [tenantId, served.get(tenantId) ?? 0]));
        const waiting = due
          .filter(({ tenantId }) => !turns.has(tenantId))
          .sort((a, b) => (served.get(a.tenantId) ?? 0) - (served.get(b.tenantId) ?? 0));
        for (const job of waiting.slice(0, AT_ONCE - turns.size)) {
          if (closing.signal.aborted) break;
          served.set(job.tenantId, ++turnsTaken);
          const running = turn(job).finally(() => {
            turns.delete(job.tenantId);
            wake();
          });
          turns.set(job.tenantId, running);
        }
      } while (mustLookAgain);
    } catch (error) {
      if (!closing.signal.aborted) {
        log.warn({ err: error }, 'jobs could not be read, trying again');
        setTimeout(wake, RETRY_DELAY).unref();
      }
    } finally {
      isLooking = false;
    }
  }

  function wake(): void {
    if (!closing.signal.aborted) void look();
  }

  function clean(): void {
    store.deleteEndedBefore(Date.now() - retentionDays * DAY).catch((error: unknown) => {
      if (!closing.signal.aborted) log.error({ err: error }, 'old jobs could not be deleted');
    });
  }

  return {
    /** A job may have come. */
    wake,
    open(): void {
      clean();
      cleaning = setInterval(clean, HOUR);
      cleaning.unref();
      wake();
    },
    async close(): Promise<void> {
      closing.abort();
      clearInterval(cleaning);
      await Promise.all(turns.values());
    },
  };
}
