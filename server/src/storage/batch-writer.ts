import { isDataFault } from './data-fault.ts';

/** Most rows of one statement. */
const MAX_BATCH = 500;

interface Waiting<Row> {
  row: Row;
  resolve: () => void;
  reject: (error: unknown) => void;
}

/**
 * Joins rows that callers write at the same time: while one statement runs, the rows for the next one gather, so that
 * a commit is shared by all who wait for it. A row that comes alone waits for none.
 * @param write writes some rows wholly or not at all
 * @returns resolves when the row is written; rejects with what kept this row from being written
 */
export function createBatchWriter<Row>(write: (rows: Row[]) => Promise<void>): (row: Row) => Promise<void> {
  let waiting: Waiting<Row>[] = [];
  let running = false;

  async function writeAll(): Promise<void> {
    // What else is read from sockets in this turn comes along.
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
      // After a lost connection the rows may be there, so none is written again.
      if (batch.length > 1 && isDataFault(error)) {
        // One of them fails all: each on its own tells which.
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
