import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { ChunkPartitions } from './chunk-table.ts';
import { type ChunkWriterParts, writeChunks } from './chunk-writer.ts';
import type { LatestValues } from './latest-values.ts';
import type { PackedSeriesStoreOptions } from './options.ts';
import type { Series } from './series.ts';
import type { SeriesMemory } from './series-memory.ts';

/** Bounds of one transaction, to keep it short. */
const MAX_POINTS = 50_000;
const MAX_SERIES = 500;
/** When memory is full, it is emptied to this fraction. */
const TARGET_FILL = 0.6;
/** Up to this fullness of memory, points move to chunks at half speed. */
const REST_FILL = 1.5;
/** ms between checks for expired points */
const EXPIRY_INTERVAL = 3_600_000;

/** Moves points from memory to chunks in the background, one transaction at a time. */
export interface Background {
  start(): void;
  stop(): Promise<void>;
  /** Schedules a check for work after a commit. */
  wake(): void;
  /** Resolves when there is room in memory: at once, or when enough points have moved to chunks. */
  room(): Promise<void>;
  flushAll(): Promise<void>;
  expire(now?: number): Promise<void>;
}

export interface BackgroundParts {
  pool: pg.Pool;
  log: Logger;
  options: PackedSeriesStoreOptions;
  memory: SeriesMemory;
  latest: LatestValues;
  partitions: ChunkPartitions;
  forget: (series: readonly Series[]) => Promise<void>;
}

/** Chooses the longest series until they have so many points together. */
function chooseLongest(pending: ReadonlySet<Series>, chosen: Set<Series>, wanted: number): void {
  let missing = wanted;
  for (const { buffer } of chosen) missing -= buffer.length;
  // By powers of two: there may be hundreds of thousands of series.
  const classes: Series[][] = [];
  for (const series of pending) {
    if (chosen.has(series) || series.buffer.length === 0) continue;
    const size = 31 - Math.clz32(series.buffer.length);
    const found = classes[size];
    if (found) found.push(series);
    else classes[size] = [series];
  }
  for (const list of classes.reverse()) {
    for (const series of list ?? []) {
      if (missing <= 0) return;
      chosen.add(series);
      missing -= series.buffer.length;
    }
  }
}

function isPendingUpTo({ buffer, deletions }: Series, sequence: number): boolean {
  return buffer.oldestSequence <= sequence || deletions.some((deletion) => deletion.sequence <= sequence);
}

export function createBackground(parts: BackgroundParts): Background {
  const { pool, log, options, memory, latest, partitions, forget } = parts;
  const { pending, full } = memory;
  let timer: NodeJS.Timeout | undefined;
  let stopped = true;
  let lastExpiry = 0;
  let queue: Promise<unknown> = Promise.resolve();
  /** The run in progress. */
  let working: Promise<void> | undefined;
  /** Writers that wait for room. */
  const waiting: (() => void)[] = [];

  function inOrder<T>(work: () => Promise<T>): Promise<T> {
    const result = queue.then(work);
    queue = result.catch(() => undefined);
    return result;
  }

  /** @param gently rests after each transaction for as long as it took, while there is room in memory */
  async function write(list: Series[], gently: boolean): Promise<void> {
    for (let from = 0; from < list.length; ) {
      let points = 0;
      let to = from;
      while (to < list.length && to - from < MAX_SERIES && points < MAX_POINTS) {
        points += (list[to] as Series).buffer.length;
        to++;
      }
      const part = list.slice(from, to);
      // Latest values are rebuilt from blocks, so their table has to have them before the blocks go.
      if (!part.some((series) => isPendingUpTo(series, latest.completeUpTo))) await latest.flush();
      const started = performance.now();
      await writeChunks(chunkParts(), part, latest.completeUpTo);
      const took = performance.now() - started;
      for (const series of part) {
        full.delete(series);
        if (series.buffer.length === 0 && series.deletions.length === 0) pending.delete(series);
      }
      from = to;
      letWritersGo();
      // Messages are processed on the same cores.
      if (gently && from < list.length && !isFullerThan(REST_FILL)) await delay(took);
    }
    // Blocks whose points are all in chunks.
    if (list.length === 0 && memory.ledger.unneeded(latest.completeUpTo).length > 0) {
      await writeChunks(chunkParts(), [], latest.completeUpTo);
    }
  }

  const chunkParts = (): ChunkWriterParts => ({
    pool,
    ledger: memory.ledger,
    partitions,
    forget,
    now: options.now,
  });

  function letWritersGo(): void {
    if (waiting.length > 0 && !isFullerThan(2)) for (const go of waiting.splice(0)) go();
  }

  function isFullerThan(share: number): boolean {
    return memory.ledger.points() > options.maxPoints * share || pending.size > options.maxPending * share;
  }

  /** Series that should be written now. */
  function due(): Series[] {
    const chosen = new Set(full);
    for (const series of pending) if (series.deletions.length > 0) chosen.add(series);
    const oldest = memory.ledger.oldest();
    if (oldest && options.now() - oldest.createdTime > options.maxAge) {
      // Series past half the age go along, so that this does not run for each block.
      const last = memory.ledger.lastBefore(options.now() - options.maxAge / 2);
      for (const series of pending) if (series.buffer.oldestSequence <= last) chosen.add(series);
    }
    const surplus = memory.ledger.points() - options.maxPoints * TARGET_FILL;
    if (memory.ledger.points() > options.maxPoints) chooseLongest(pending, chosen, surplus);
    if (pending.size > options.maxPending) {
      // The series that have been in memory longest.
      for (const series of pending) {
        if (pending.size - chosen.size <= options.maxPending * TARGET_FILL) break;
        chosen.add(series);
      }
    }
    return [...chosen];
  }

  async function work(): Promise<void> {
    try {
      await inOrder(async () => {
        // Under pressure, points leave for chunks while the table of latest values is written.
        if (!isFullerThan(1)) await latest.flush();
        await write(due(), true);
      });
      if (options.now() - lastExpiry > EXPIRY_INTERVAL) await expire();
    } catch (error) {
      log.error({ err: error }, 'points could not be moved into chunks; retrying');
    }
    letWritersGo();
  }

  function schedule(): void {
    if (stopped || options.backgroundInterval === 0) return;
    timer = setTimeout(run, options.backgroundInterval);
    timer.unref();
  }

  function run(): void {
    if (working) return;
    clearTimeout(timer);
    working = work().finally(() => {
      working = undefined;
      schedule();
    });
  }

  async function expire(now = options.now()): Promise<void> {
    lastExpiry = options.now();
    await inOrder(() => partitions.dropExpired(now));
  }

  return {
    start() {
      stopped = false;
      schedule();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await working;
      await queue;
    },
    wake() {
      // Otherwise the timer does it; only a memory that is too full cannot wait.
      if (!stopped && options.backgroundInterval > 0 && isFullerThan(1.2)) run();
    },
    room() {
      if (!isFullerThan(2)) return Promise.resolve();
      const relief = new Promise<void>((resolve) => waiting.push(resolve));
      run();
      return relief;
    },
    flushAll: () =>
      inOrder(async () => {
        await latest.flush();
        await write([...pending], false);
      }),
    expire,
  };
}
