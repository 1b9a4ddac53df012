import type { PageData } from '@signalbox/contract/page';
import type { Identified } from './entity-action.ts';

/** Maximum number of rows of one bulk job. */
export const MAX_COLLECTED = 100_000;
/** Rows of one request. */
const PAGE_SIZE = 1000;

/** How far the collecting is. */
export interface Collected {
  found: number;
  total: number;
}

/**
 * Everything a list finds, page by page, each row once. Rows that are made meanwhile may be missing when `load` does
 * not put them last.
 * @param load a page, from 0
 * @throws whatever `load` rejects with; the reason of `signal` when it is aborted
 */
export async function collectAll<Row extends Identified>(
  load: (page: { page: number; pageSize: number }) => Promise<PageData<Row>>,
  report: (collected: Collected) => void,
  signal: AbortSignal,
  pageSize = PAGE_SIZE,
): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (let page = 0; ; page++) {
    const { data, totalElements, hasNext } = await load({ page, pageSize });
    signal.throwIfAborted();
    for (const row of data) rows.set(row.id.id, row);
    report({ found: rows.size, total: totalElements });
    if (!hasNext || rows.size >= MAX_COLLECTED) return [...rows.values()].slice(0, MAX_COLLECTED);
  }
}
