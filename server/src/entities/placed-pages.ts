import { CompiledQuery, type RawBuilder } from 'kysely';
import type { Database } from '../storage/database.ts';
import type { ListPlaces, PlacedList, RunOne, Statement } from '../storage/list-places.ts';
import { type ListedRows, numberedRows, type RowPlace, rowIds } from './paged-list-sql.ts';

/** A page of a list that has `total` rows. */
export interface PlacedPage {
  offset: number;
  /** Its rows, which the list has. */
  limit: number;
  total: number;
  /** Changes whenever the rows of the list or their order may have. */
  state: string;
  /** Which part of the rows that are gone through is in the list, if it is not all of them. */
  share?: number;
  /** Reading it from an end takes long: it is read from a place wherever it is. */
  isSlow?: boolean;
  /** ms that it took the last time, if that was long. */
  took?: number | undefined;
  /** Finds in memory how its ids are read, the first time that it is asked for. */
  named?: (() => Promise<RawBuilder<unknown> | undefined>) | undefined;
}

/** How the ids of a page are read: its rows stand in the opposite order where it is read from the end of the list. */
export interface PageReading {
  ids: RawBuilder<unknown>;
  isReversed: boolean;
  isPlaced: boolean;
}

/** The ids of pages of long lists, read from a known place before the page where there is one, else from the nearer end. */
export function createPlacedPages(db: Database, places: ListPlaces<RowPlace>) {
  const numbered = (list: ListedRows, step: number) => {
    const { sql: text, parameters: values } = numberedRows(list, step).compile(db);
    return { text, values };
  };
  /** The same for the same list and order. */
  const nameOf = (list: ListedRows): string => JSON.stringify(numbered(list, 0));

  const run: RunOne = async <Row extends object>({ text, values }: Statement) =>
    (await db.executeQuery<Row>(CompiledQuery.raw(text, [...values]))).rows;

  async function aroundOf(list: PlacedList<RowPlace>, offset: number, rows: number, patience: number) {
    if (!list.corrected) return places.placeSoon(list, offset, { rows, patience });
    return (await places.isKnownSoon(list, patience)) ? places.placeNow(list, offset, run, rows) : undefined;
  }

  return {
    nameOf,

    async read(
      list: ListedRows,
      { offset, limit, total, state, share = 1, isSlow = false, took = 0, named }: PlacedPage,
    ): Promise<PageReading> {
      const behind = total - offset - limit;
      const placed = {
        tenantId: list.tenantId,
        name: nameOf(list),
        state,
        share,
        numbered: (step: number) => numbered(list, step),
        ...(list.corrected ? { corrected: list.corrected } : {}),
      };
      const isFar = isSlow || places.isFar(Math.min(offset, behind), share);
      // The last ones of a part of the rows may be far from the end of all.
      const isNamed = isFar || (share < 1 && behind < offset);
      const known = isFar ? await aroundOf(placed, offset, limit, 0) : undefined;
      const ids = known || !isNamed ? undefined : await named?.();
      if (ids) return { ids, isReversed: false, isPlaced: true };
      const around = known ?? (isFar ? await aroundOf(placed, offset, limit, took) : undefined);
      if (around)
        return { ids: rowIds(list, { around, limit, offset: around.skip }), isReversed: false, isPlaced: true };
      const isReversed = behind < offset;
      const window = isReversed ? { isFromEnd: true, limit, offset: behind } : { limit, offset };
      return { ids: rowIds(list, window), isReversed, isPlaced: false };
    },
  };
}
