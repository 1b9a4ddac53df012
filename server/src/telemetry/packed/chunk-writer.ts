import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { holdConnection } from '../../storage/held-connection.ts';
import type { BlockLedger } from './block-ledger.ts';
import { isEmptied, isTouched, joinsTail, mergeChunks, type Pending } from './chunk-merge.ts';
import {
  type Chunk,
  type ChunkHeader,
  type ChunkPartitions,
  deleteChunks,
  findBodies,
  findHeaders,
  findTails,
  insertChunks,
  type NewChunk,
  type Stretch,
} from './chunk-table.ts';
import type { Series } from './series.ts';

/** ms of encoding before yielding to the event loop */
const SLICE = 8;

export interface ChunkWriterParts {
  pool: pg.Pool;
  ledger: BlockLedger;
  partitions: ChunkPartitions;
  /** Deletes series of deleted entities, unless something was written to them since. */
  forget: (series: readonly Series[]) => Promise<void>;
  now: () => number;
}

interface Plan extends Pending {
  series: Series;
  headers: ChunkHeader[];
  touched: Set<ChunkHeader>;
  chunks: NewChunk[];
}

/**
 * Moves pending points of some series into chunks, in one transaction with the watermark of each, the deletions that
 * took effect and the blocks that are no longer needed. If killed before the commit, nothing happened: the points come
 * back from their blocks. If killed after it, the watermark keeps them from being read twice. Must not run
 * concurrently.
 * @param sequence a horizon up to which the table of latest values is complete: they are rebuilt from blocks, which go
 */
export async function writeChunks(parts: ChunkWriterParts, all: Series[], sequence: number): Promise<void> {
  const { pool, ledger, partitions } = parts;
  const plans: Plan[] = [];
  for (const series of all) {
    const points = series.buffer.upTo(sequence);
    const deletions = series.deletions.filter((deletion) => deletion.sequence <= sequence);
    if (points.ts.length === 0 && deletions.length === 0) continue;
    series.pins++;
    plans.push({ series, seriesId: series.id, points, deletions, headers: [], touched: new Set(), chunks: [] });
  }
  const blocks = ledger.unneeded(sequence);
  if (plans.length === 0 && blocks.length === 0) return;
  try {
    const { client, release } = await holdConnection(pool);
    let failure: Error | undefined;
    try {
      await client.query('BEGIN');
      await planMerges(client, plans);
      await encode(parts, client, plans, sequence);
      const newDays = await partitions.ensure(
        client,
        plans.flatMap((plan) => plan.chunks.map((chunk) => chunk.expires)),
      );
      await deleteChunks(
        client,
        plans.flatMap((plan) => [...plan.touched]),
      );
      await insertChunks(
        client,
        plans.flatMap((plan) => plan.chunks),
      );
      await finish(client, plans, sequence, blocks);
      await client.query('COMMIT');
      partitions.remember(newDays);
    } catch (error) {
      failure = error as Error;
      await client.query('ROLLBACK').catch(() => undefined);
      throw error;
    } finally {
      release(failure);
    }
    ledger.dropped(blocks);
    for (const plan of plans) settle(parts, plan, sequence);
  } catch (error) {
    // The outcome of the commit may be unknown, so cached facts about the chunks are dropped.
    for (const { series } of plans) series.tail = undefined;
    throw error;
  } finally {
    for (const { series } of plans) series.pins--;
  }
  const emptied = plans.filter(isFullyDeleted).map(({ series }) => series);
  if (emptied.length > 0) await parts.forget(emptied);
}

/** Finds the chunks that have to be rewritten. */
async function planMerges(client: pg.ClientBase, plans: Plan[]): Promise<void> {
  const unknown = plans.filter(({ series }) => series.tail === undefined);
  if (unknown.length > 0) {
    const tails = await findTails(
      client,
      unknown.map(({ seriesId }) => seriesId),
    );
    for (const { series } of unknown) {
      series.tail = tails.get(series.id) ?? { toTs: Number.NEGATIVE_INFINITY, count: 0 };
    }
  }
  const stretches: Stretch[] = [];
  for (const { series, seriesId, points, deletions } of plans) {
    const tail = series.tail as { toTs: number; count: number };
    if (points.ts.length > 0 && tail.count > 0) {
      const first = points.ts[0] as number;
      const last = points.ts[points.ts.length - 1] as number;
      if (first <= tail.toTs) stretches.push({ seriesId, fromTs: first, toTs: last });
      else if (joinsTail(tail, points)) stretches.push({ seriesId, fromTs: tail.toTs, toTs: tail.toTs });
    }
    for (const { startTs, endTs } of deletions) stretches.push({ seriesId, fromTs: startTs, toTs: endTs - 1 });
  }
  const headers = await findHeaders(client, stretches);
  const planOf = new Map(plans.map((plan) => [plan.seriesId, plan]));
  for (const header of headers) {
    const plan = planOf.get(header.seriesId) as Plan;
    const tail = plan.series.tail as { toTs: number; count: number };
    plan.headers.push(header);
    const joined = header.toTs === tail.toTs && joinsTail(tail, plan.points);
    if (joined || isTouched(header, plan)) plan.touched.add(header);
  }
}

async function encode(parts: ChunkWriterParts, client: pg.ClientBase, plans: Plan[], sequence: number): Promise<void> {
  const wanted = plans.flatMap((plan) => [...plan.touched].filter((header) => !isEmptied(header, plan)));
  const bodies = new Map<number, Chunk[]>();
  for (const chunk of await findBodies(client, wanted)) {
    const list = bodies.get(chunk.seriesId);
    if (list) list.push(chunk);
    else bodies.set(chunk.seriesId, [chunk]);
  }
  let started = performance.now();
  for (const plan of plans) {
    const untouched = plan.headers.filter((header) => !plan.touched.has(header));
    plan.chunks = mergeChunks(plan, bodies.get(plan.seriesId) ?? [], untouched, sequence, parts.now());
    if (performance.now() - started < SLICE) continue;
    await nextTurn();
    started = performance.now();
  }
}

/** Whether nothing of a series of a deleted entity is left on disk. */
function isFullyDeleted({ chunks, deletions }: Plan): boolean {
  return chunks.length === 0 && deletions.some((deletion) => deletion.forget);
}

async function finish(client: pg.ClientBase, plans: Plan[], sequence: number, blocks: number[]): Promise<void> {
  const kept = plans.map(({ seriesId }) => seriesId);
  await client.query('UPDATE series SET watermark = $1 WHERE id = ANY($2::bigint[])', [sequence, kept]);
  const shown = plans.filter(({ deletions }) => deletions.length > 0).map(({ seriesId }) => seriesId);
  if (shown.length > 0) {
    await client.query('DELETE FROM series_deletion WHERE sequence <= $1 AND series_id = ANY($2::bigint[])', [
      sequence,
      shown,
    ]);
  }
  await client.query('UPDATE series_horizon SET sequence = greatest(sequence, $1)', [sequence]);
  if (blocks.length > 0) await client.query('DELETE FROM series_block WHERE sequence = ANY($1::bigint[])', [blocks]);
}

/** Drops from memory what the committed chunks hold. */
function settle(parts: ChunkWriterParts, plan: Plan, sequence: number): void {
  const { series, deletions, chunks, headers, touched } = plan;
  series.buffer.remove((_, at) => at <= sequence, parts.ledger.release);
  series.deletions = series.deletions.filter((deletion) => deletion.sequence > sequence);
  if (deletions.length > 0) {
    series.tail = undefined;
  } else {
    let tail = series.tail;
    for (const chunk of chunks) if (!tail || chunk.toTs >= tail.toTs) tail = { toTs: chunk.toTs, count: chunk.count };
    series.tail = tail;
  }
  // Out-of-order points touch many chunks, so writing more of them at a time is cheaper.
  series.flushAt = Math.max(touched.size * 50, headers.length > 2 ? headers.length * 4 : 0);
}
