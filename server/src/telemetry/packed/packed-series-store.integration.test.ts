import pino from 'pino';
import { createTestDatabase } from '../../../test/database.ts';
import { openDatabase } from '../../storage/database.ts';
import { inTransaction } from '../../storage/transaction.ts';
import { describeSeriesStore, type SeriesStoreHarness } from '../series-store-suite.ts';
import { createPackedSeriesStore, type PackedSeriesStore } from './packed-series-store.ts';

async function openPacked(): Promise<SeriesStoreHarness> {
  const database = await createTestDatabase();
  const own = openDatabase(database.connection, 4);
  const create = (): PackedSeriesStore =>
    createPackedSeriesStore({
      pool: own.pool,
      log: pino({ level: 'error' }),
      // Chunks and latest values are written when the test says so, chunks of few points too.
      options: { backgroundInterval: 0, latestInterval: 3_600_000 },
    });
  let store = create();
  await store.open();
  return {
    store: () => store,
    transaction: (work) => inTransaction(database.pool, work),
    settle: () => store.flushChunks(),
    async restart() {
      // Without close: nothing that is only in memory may matter.
      store = create();
      await store.open();
    },
    async close() {
      await store.close();
      await own.close();
      await database.drop();
    },
  };
}

describeSeriesStore('packed blocks and chunks', openPacked);
