import { errorText } from '../controls/error-text.ts';

/** What has become of a bulk job so far. */
export interface BulkProgress<Row> {
  total: number;
  done: number;
  failed: readonly { row: Row; reason: string }[];
  running: boolean;
  /** Rows that were not begun: the job was cancelled. Empty while it runs. */
  left: readonly Row[];
  /** ms it still takes at the pace so far; undefined before there is one. */
  remaining: number | undefined;
}

const AT_ONCE = 4;
/** Minimum time between two reports, in ms: jobs may have very many rows. */
const REPORT_INTERVAL = 100;

/**
 * Does `work` for every row, a few at a time, telling `report` how far it is. A failure does not stop the others.
 * Stops taking new rows when `signal` is aborted.
 */
export async function runBulk<Row>(
  rows: readonly Row[],
  work: (row: Row) => Promise<unknown>,
  report: (progress: BulkProgress<Row>) => void,
  signal: AbortSignal,
  now: () => number = Date.now,
): Promise<BulkProgress<Row>> {
  const failed: { row: Row; reason: string }[] = [];
  const started = now();
  let next = 0;
  let done = 0;
  const state = (running: boolean): BulkProgress<Row> => ({
    total: rows.length,
    done,
    failed: [...failed],
    running,
    left: running ? [] : rows.slice(next),
    remaining: done > 0 ? ((now() - started) / done) * (rows.length - done) : undefined,
  });
  let reported = started;
  report(state(true));
  async function worker() {
    while (next < rows.length && !signal.aborted) {
      const row = rows[next++] as Row;
      try {
        await work(row);
      } catch (error) {
        failed.push({ row, reason: errorText(error) });
      }
      done++;
      if (now() - reported < REPORT_INTERVAL) continue;
      reported = now();
      report(state(true));
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, worker));
  const result = state(false);
  report(result);
  return result;
}
