import type { WholeList, WholeListSearch } from '@signalbox/contract/list-export';
import { type Cell, cellOf } from './cells.ts';

/** A number that is written with more digits than one of JavaScript has, or `25.0`: JSON.stringify knows its text. */
const NUMBER = /^-?\d/;

/** A stored value as it stands in a cell: JSON as its text, numbers as numbers if they are the same as one. */
function plainValue(value: unknown): Cell {
  if (value === undefined) return null;
  if (typeof value !== 'object' || value === null) return value as Cell;
  const text = JSON.stringify(value);
  if (!NUMBER.test(text)) return text;
  return /^-?\d+$/.test(text) && !Number.isSafeInteger(Number(text)) ? text : Number(text);
}

type Points = Readonly<Record<string, readonly { ts: number; value: unknown }[]>>;

/** What a call replies as rows: newest values are in an object by their keys. */
function rowsOf(reply: unknown): unknown[] {
  if (!Array.isArray(reply)) {
    return Object.entries(reply as Points).flatMap(([key, points]) =>
      points.slice(0, 1).map(({ ts, value }) => ({ key, value: plainValue(value), lastUpdateTs: ts })),
    );
  }
  return reply.map((row: { value?: unknown }) => ('value' in row ? { ...row, value: plainValue(row.value) } : row));
}

const textOf = (row: unknown, column: string): string => String(cellOf(row, column) ?? '');

/**
 * The rows of a list that has no pages, found and sorted as the console does it.
 * @param columns those of the file: kinds are looked for in no others, since the near end of relations is not meant
 */
export function wholeRows(
  list: WholeList,
  reply: unknown,
  { textSearch = '', kinds = [] }: WholeListSearch,
  columns: readonly string[],
): unknown[] {
  const { searched, sortedBy, kinds: kindColumns = [] } = list;
  const wanted = textSearch.trim().toLowerCase();
  const found = (row: unknown) =>
    searched.some((column) => textOf(row, column).toLowerCase().includes(wanted)) ||
    kindColumns.some((column) => columns.includes(column) && kinds.includes(textOf(row, column)));
  const rows = wanted === '' ? rowsOf(reply) : rowsOf(reply).filter(found);
  const { compare } = new Intl.Collator();
  return rows.sort((one, other) => {
    for (const column of sortedBy) {
      const order = compare(textOf(one, column), textOf(other, column));
      if (order !== 0) return order;
    }
    return 0;
  });
}
