import type { WholeList, WholeListSearch } from '@signalbox/contract/list-export';
import type { InParts } from '../config/in-turns.ts';
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

/** Rows that are looked at, sorted or merged in one part: a millisecond or two. */
const PART = 300;

/** A row with the texts that it is sorted by. */
interface Placed {
  row: unknown;
  texts: readonly string[];
}

/** Both in one order; of two that are the same, the one of `one` goes first. */
function* merged(
  one: readonly Placed[],
  other: readonly Placed[],
  order: (one: Placed, other: Placed) => number,
): InParts<Placed[]> {
  const all: Placed[] = [];
  let next = 0;
  for (const placed of one) {
    for (let first = other[next]; first && order(placed, first) > 0; first = other[++next]) {
      if (all.push(first) % PART === 0) yield;
    }
    if (all.push(placed) % PART === 0) yield;
  }
  return all.concat(other.slice(next));
}

/**
 * The rows of a list that has no pages, found and sorted as the console does it. An entity may have 100,000 relations, and
 * others are not to wait for their order.
 * @param columns those of the file: kinds are looked for in no others, since the near end of relations is not meant
 */
export function* wholeRows(
  list: WholeList,
  reply: unknown,
  { textSearch = '', kinds = [] }: WholeListSearch,
  columns: readonly string[],
): InParts<unknown[]> {
  const { searched, sortedBy, kinds: kindColumns = [] } = list;
  const wanted = textSearch.trim().toLowerCase();
  const isFound = (row: unknown) =>
    wanted === '' ||
    searched.some((column) => textOf(row, column).toLowerCase().includes(wanted)) ||
    kindColumns.some((column) => columns.includes(column) && kinds.includes(textOf(row, column)));
  const { compare } = new Intl.Collator();
  const order = (one: Placed, other: Placed): number => {
    for (const [at, text] of one.texts.entries()) {
      const difference = compare(text, other.texts[at] as string);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const rows = rowsOf(reply);
  let runs: Placed[][] = [];
  for (let at = 0; at < rows.length; at += PART) {
    const found = rows.slice(at, at + PART).filter(isFound);
    runs.push(found.map((row) => ({ row, texts: sortedBy.map((column) => textOf(row, column)) })).sort(order));
    yield;
  }
  while (runs.length > 1) {
    const longer: Placed[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      longer.push(yield* merged(runs[at] as Placed[], runs[at + 1] ?? [], order));
    }
    runs = longer;
  }
  return (runs[0] ?? []).map(({ row }) => row);
}
