import { isDataFault } from './data-fault.ts';

/** Maximum number of rows per statement. */
const MAX_BATCH = 500;

interface Waiting<Row, Result> {
  row: Row;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Joins rows that callers write at the same time: while one statement runs, rows for the next one gather, so that all
 * waiting callers share a commit. A single row is written immediately.
 * @param write writes all given rows or none
 * @returns a function that resolves when the row is written, or rejects with the reason why this row was not
 */
export function createBatchWriter<Row>(write: (rows: Row[]) => Promise<void>): (row: Row) => Promise<void> {
  return createBatchChanger<Row, void>(async (rows) => {
    await write(rows);
    return [];
  });
}

/**
 * The same for writes that have a result.
 * @param write returns what became of each row, in their order
 * @param keyOf tells rows apart that cannot be written by one statement, which come one after the other; absent: all can
 */
export function createBatchChanger<Row, Result>(
  write: (rows: Row[]) => Promise<readonly Result[]>,
  keyOf?: (row: Row) => string,
): (row: Row) => Promise<Result> {
  let waiting: Waiting<Row, Result>[] = [];
  let running = false;

  async function writeAll(): Promise<void> {
    // Include whatever else is read from sockets in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) await writeBatch(takeBatch());
    running = false;
  }

  function takeBatch(): Waiting<Row, Result>[] {
    const batch = waiting.slice(0, MAX_BATCH);
    waiting = waiting.slice(MAX_BATCH);
    if (!keyOf) return batch;
    const keys = new Set<string>();
    const later: Waiting<Row, Result>[] = [];
    const first = batch.filter((one) => {
      const key = keyOf(one.row);
      const isFirst = !keys.has(key);
      keys.add(key);
      if (!isFirst) later.push(one);
      return isFirst;
    });
    waiting = [...later, ...waiting];
    return first;
  }

  async function writeBatch(batch: Waiting<Row, Result>[]): Promise<void> {
    let results: readonly Result[];
    try {
      results = await write(batch.map(({ row }) => row));
    } catch (error) {
      // After a lost connection the rows may have been written, so none is retried.
      if (batch.length > 1 && isDataFault(error)) {
        // One bad row fails all, so find it by writing each on its own.
        for (const one of batch) await writeBatch([one]);
      } else {
        for (const { reject } of batch) reject(error);
      }
      return;
    }
    batch.forEach(({ resolve }, at) => {
      resolve(results[at] as Result);
    });
  }

  return (row) =>
    new Promise((resolve, reject) => {
      waiting.push({ row, resolve, reject });
      if (running) return;
      running = true;
      void writeAll();
    });
}
