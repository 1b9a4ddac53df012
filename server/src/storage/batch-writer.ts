import { isDataFault } from './data-fault.ts';

/** Maximum number of rows per statement. */
const MAX_BATCH = 500;

interface Waiting<Row> {
  row: Row;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Joins rows that callers write at the same time: while one statement runs, rows for the next one gather, so that all
 * waiting callers share a commit. A single row is written immediately.
 * @param write writes all given rows or none
 * @returns a function that resolves when the row is written, or rejects with the reason why this row was not
 */
export function createBatchWriter<Row>(write: (rows: Row[]) => Promise<void>): (row: Row) => Promise<void> {
  let waiting: Waiting<Row>[] = [];
  let running = false;

  async function writeAll(): Promise<void> {
    // Include whatever else is read from sockets in this turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve));
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      waiting = waiting.slice(MAX_BATCH);
      await writeBatch(batch);
    }
    running = false;
  }

  async function writeBatch(batch: Waiting<Row>[]): Promise<void> {
    try {
      await write(batch.map(({ row }) => row));
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
    for (const { resolve } of batch) resolve();
  }

  return (row) =>
    new Promise((resolve, reject) => {
      waiting.push({ row, resolve, reject });
      if (running) return;
      running = true;
      void writeAll();
    });
}
