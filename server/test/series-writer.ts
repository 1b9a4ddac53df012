/**
 * Writes the history of series-history.ts until it is killed: `node series-writer.ts <connection JSON> <first steps JSON>`.
 * Prints `lane step` on a line for each committed step.
 */
import pino from 'pino';
import { openDatabase } from '../src/storage/database.ts';
import { inTransaction } from '../src/storage/transaction.ts';
import { createPackedSeriesStore } from '../src/telemetry/packed/packed-series-store.ts';
import { historyStep, LANES, laneEntity } from './series-history.ts';

const connection = JSON.parse(process.argv[2] as string);
const firstSteps = JSON.parse(process.argv[3] as string) as number[];
const database = openDatabase(connection, LANES);
const own = openDatabase(connection, 4);
const store = createPackedSeriesStore({
  pool: own.pool,
  log: pino({ level: 'error' }, pino.destination(2)),
  // Writes chunks and latest values constantly, so that a kill interrupts one of them.
  options: { backgroundInterval: 5, latestInterval: 3, chunkPoints: 60, maxAge: 50 },
});
await store.open();

async function run(lane: number): Promise<never> {
  for (let step = firstSteps[lane] as number; ; step++) {
    const { write, delete: deletion } = historyStep(lane, step);
    await inTransaction(database.pool, async (unit) => {
      if (deletion) await store.delete(unit, laneEntity(lane), ['v'], { ...deletion, rewriteLatest: true });
      const points = write.map(([ts, value]) => ({
        ts,
        values: [{ key: 'v', value: { type: 'LONG' as const, value } }],
      }));
      await store.write(unit, [{ entityId: laneEntity(lane), points }]);
    });
    process.stdout.write(`${lane} ${step}\n`);
  }
}

await Promise.all(Array.from({ length: LANES }, (_, lane) => run(lane)));
