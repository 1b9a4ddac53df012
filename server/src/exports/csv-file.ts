import { writeCsvLines } from '@signalbox/contract/csv';
import type { Cell } from './cells.ts';

/** Spreadsheets read a file without it in the encoding of their system. */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Rows as lines of CSV. Texts that a spreadsheet would take for a formula have an apostrophe before them, which it shows
 * nothing of.
 */
export const csvLines = (rows: readonly (readonly Cell[])[]): string => writeCsvLines(rows, true);

/** A list as CSV, a page of rows at a time. */
export async function* csvFile(titles: readonly string[], pages: AsyncIterable<Cell[][]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLines([titles]);
  for await (const rows of pages) if (rows.length > 0) yield csvLines(rows);
}
