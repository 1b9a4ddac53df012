/**
 * Measures the cost of the point store without sockets and rules: `node bench/src/series.ts` prints JSON.
 * CPU is that of this process, without PostgreSQL.
 */
import pino from 'pino';
import { openDatabase } from '../../server/src/storage/database.ts';
import { randomUuid } from '../../server/src/storage/ids.ts';
import { inTransaction } from '../../server/src/storage/transaction.ts';
import { createPackedSeriesStore } from '../../server/src/telemetry/packed/packed-series-store.ts';
import type { SeriesQuery } from '../../server/src/telemetry/series-store.ts';
import { parseTelemetry } from '../../server/src/values/json-values.ts';
import { createTestDatabase } from '../../server/test/database.ts';

const MESSAGES = 100_000;
const BATCH = 250;
const LONG_SERIES = 1_000_000;

const database = await createTestDatabase();
const own = openDatabase(database.connection, 4);
const store = createPackedSeriesStore({ pool: own.pool, log: pino({ level: 'error' }) });

/** Returns the CPU used by this process in µs. */
function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 7; run++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.sort((a, b) => a - b)[3] as number;
}

/** Writes messages of 4 values as devices send them, one batch per unit. */
async function measureWrites(devices: number): Promise<Record<string, number>> {
  const ids = Array.from({ length: devices }, () => randomUuid());
  const start = Date.now() - MESSAGES;
  let parsing = 0;
  const started = performance.now();
  const before = cpu();
  for (let from = 0; from < MESSAGES; from += BATCH) {
    await inTransaction(database.pool, async (unit) => {
      for (let at = from; at < from + BATCH; at++) {
        const value = 20 + Math.sin(at / 500) * 5;
        const text = `{"temperature":${value.toFixed(2)},"humidity":${(value * 2).toFixed(1)},"pressure":${1000 + (at % 30)},"on":${at % 7 === 0}}`;
        const parseStarted = performance.now();
        const points = parseTelemetry(text, start + at + ((at * 7919) % 13));
        parsing += performance.now() - parseStarted;
        await store.write(unit, [{ entityId: ids[at % devices] as string, points }]);
      }
    });
  }
  const written = performance.now() - started;
  await store.flushChunks();
  await store.flushLatest();
  return {
    devices,
    messagesPerSecond: Math.round(MESSAGES / (written / 1000)),
    cpuMicrosecondsPerMessage: Number(((cpu() - before) / MESSAGES).toFixed(2)),
    parsingMicrosecondsPerMessage: Number(((parsing * 1000) / MESSAGES).toFixed(2)),
  };
}

async function chunkBytes(): Promise<number> {
  const result = await database.pool.query<{ bytes: number; points: number }>(
    'SELECT sum(pg_column_size(c.*)) AS bytes, sum(point_count) AS points FROM series_chunk c',
  );
  const row = result.rows[0] as { bytes: number; points: number };
  return Number((Number(row.bytes) / Number(row.points)).toFixed(2));
}

async function measureReads(): Promise<Record<string, number>> {
  const entityId = randomUuid();
  const start = 1_700_000_000_000;
  let value = 20;
  const startedWriting = performance.now();
  for (let from = 0; from < LONG_SERIES; from += 1_000) {
    const points = Array.from({ length: 1_000 }, (_, index) => {
      const at = from + index;
      value += ((at * 7919) % 21) / 100 - 0.1;
      const ts = start + at * 1000 + ((at * 104_729) % 40);
      return { ts, values: [{ key: 'v', value: { type: 'DOUBLE' as const, value: Math.round(value * 100) / 100 } }] };
    });
    await inTransaction(database.pool, (unit) => store.write(unit, [{ entityId, points }]));
  }
  const writing = performance.now() - startedWriting;
  await store.flushChunks();
  const query: SeriesQuery = {
    key: 'v',
    startTs: start,
    endTs: start + LONG_SERIES * 1000,
    aggregation: 'AVG',
    interval: (LONG_SERIES * 1000) / 500,
    limit: 5_000,
    order: 'DESC',
  };
  const round = (ms: number): number => Number(ms.toFixed(1));
  return {
    pointsPerSecondBy1000: Math.round(LONG_SERIES / (writing / 1000)),
    averageOf1000000PointsMs: round(await timed(() => store.read(entityId, query))),
    averageOverOddBucketsMs: round(await timed(() => store.read(entityId, { ...query, interval: 1_234_567 }))),
    newest5000PointsMs: round(await timed(() => store.read(entityId, { ...query, aggregation: 'NONE' }))),
  };
}

try {
  await store.open();
  const writes = [await measureWrites(100), await measureWrites(1_000)];
  const bytesPerPoint = await chunkBytes();
  const reads = await measureReads();
  console.log(JSON.stringify({ writes, bytesPerPoint, reads }, null, 2));
} finally {
  await store.close();
  await own.close();
  await database.drop();
}
