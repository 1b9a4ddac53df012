import type { Logger } from 'pino';
import { nextRun } from './next-run.ts';
import type { DueReport, ReportStore } from './report-store.ts';

/** ms between two looks for reports whose turn it is. */
const INTERVAL = 15_000;
/** ms for which a server holds a report, and within which it is drawn and sent: no other server takes it meanwhile. */
const HOLD = 5 * 60_000;
const TIME_LIMIT = 4 * 60_000;
/** ms until a report that failed is tried again. */
const RETRY_DELAY = 5 * 60_000;
/** Tries of one turn. */
const MAX_ATTEMPTS = 3;

export interface RunnerParts {
  store: ReportStore;
  log: Logger;
  /** Draws and sends. @throws Error saying why not, for people */
  send: (report: DueReport, signal: AbortSignal) => Promise<void>;
  /** Whether this server can draw at all. */
  mayRun: () => Promise<boolean>;
}

/** Why it was not sent, for people: what browsers tell of their inner life stays in the log. */
function reasonOf(error: unknown): string {
  const [line = ''] = (error as Error).message.split('\n');
  return line.slice(0, 500) || 'It could not be drawn.';
}

/**
 * Sends reports when it is their turn: one at a time, and each time one of the tenant that was served least recently, so
 * that a tenant with many waits for itself. What is due is in the database: a killed server continues after its restart,
 * and of several servers one sends it.
 */
export function createReportRunner({ store, log, send, mayRun }: RunnerParts) {
  const closing = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let working: Promise<void> | undefined;
  let mustLookAgain = false;
  let turns = 0;
  /** tenant → number of its latest turn; bounded by the tenants that have reports due */
  let served = new Map<string, number>();

  async function take(id: string): Promise<void> {
    const now = Date.now();
    const report = await store.hold(id, now, now + HOLD);
    if (!report) return;
    let failure: string | null = null;
    try {
      await send(report, AbortSignal.any([closing.signal, AbortSignal.timeout(TIME_LIMIT)]));
    } catch (error) {
      failure = reasonOf(error);
      log.warn({ err: error, report: report.id, tenant: report.tenantId }, 'a report was not sent');
    }
    // A server that stops leaves it to the next one.
    const isOver = failure === null || report.attempts >= MAX_ATTEMPTS;
    const { isEnabled, schedule } = report.content;
    const at = Date.now();
    const regular = isEnabled ? nextRun(schedule, at) : null;
    const again = closing.signal.aborted ? at : at + RETRY_DELAY;
    const due = isOver ? regular : regular === null ? again : Math.min(again, regular);
    await store.end(report, at, failure, due, isOver);
  }

  async function look(): Promise<void> {
    try {
      do {
        mustLookAgain = false;
        if (closing.signal.aborted || !(await mayRun())) return;
        const due = await store.findDue(Date.now());
        served = new Map(due.map(({ tenantId }) => [tenantId, served.get(tenantId) ?? 0]));
        due.sort((a, b) => (served.get(a.tenantId) ?? 0) - (served.get(b.tenantId) ?? 0));
        const [next] = due;
        if (!next) return;
        served.set(next.tenantId, ++turns);
        await take(next.id);
        mustLookAgain = true;
      } while (mustLookAgain);
    } catch (error) {
      if (!closing.signal.aborted) log.error({ err: error }, 'reports could not be looked for');
    }
  }

  function wake(): void {
    if (closing.signal.aborted) return;
    if (working) {
      mustLookAgain = true;
      return;
    }
    working = look().finally(() => {
      working = undefined;
      if (mustLookAgain) wake();
    });
  }

  return {
    wake,
    open(): void {
      timer = setInterval(wake, INTERVAL);
      timer.unref();
      wake();
    },
    async close(): Promise<void> {
      closing.abort();
      clearInterval(timer);
      await working;
    },
  };
}
