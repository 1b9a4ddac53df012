import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  /** Translated heading. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** Name for sorting on the server; absent: cannot be sorted. */
  sortProperty?: string | undefined;
  /** Minimum width in px; what is left over is shared in these proportions. */
  width: number;
  /** When the room is short, columns with the highest number go first. 0 stays, if only the page chose the columns. */
  priority: number;
  align?: 'end' | undefined;
  /**
   * Instead of its width and cell where there is less room than the columns that stay need. When there is too little
   * even for that, the last columns that have such a form go, and the name takes what is left.
   */
  compact?: { width: number; cell?: (row: Row) => ReactNode } | undefined;
  /** The cell is the link to the row's details. This column is always the first and cannot be turned off. */
  isName?: boolean | undefined;
  /** Something about its contents that a person can set up. */
  settings?: { label: string; open: () => void } | undefined;
  /**
   * Path of what it shows in a row, by which the server exports it, or several, each with a title; absent: it is not
   * exported.
   */
  exported?: string | readonly ExportedPart[] | undefined;
  /** Not shown until chosen. */
  hiddenAtFirst?: boolean | undefined;
}

/** A column of a file, by its path in a row. */
export interface ExportedPart {
  path: string;
  title: string;
}

/** The columns of a list as a person wants them. */
export interface ColumnChoice<Row> {
  /** Turned on, in order. */
  on: readonly Column<Row>[];
  off: readonly Column<Row>[];
}

/**
 * Puts columns in the order of the ids that were chosen; the others are off. Without a choice they are as the page
 * has them. The name comes first, whatever was chosen, and ids that no column has are left out.
 */
export function chooseColumns<Row>(
  columns: readonly Column<Row>[],
  chosen: readonly string[] | undefined,
): ColumnChoice<Row> {
  const isOn = (column: Column<Row>) =>
    column.isName === true || (chosen ? chosen.includes(column.id) : !column.hiddenAtFirst);
  const place = (column: Column<Row>) => (column.isName ? -1 : (chosen?.indexOf(column.id) ?? columns.indexOf(column)));
  return {
    on: columns.filter(isOn).sort((one, other) => place(one) - place(other)),
    off: columns.filter((column) => !isOn(column)),
  };
}

/**
 * The columns of a choice that fit into `room` px, in their order. The name and the column that the list is sorted by
 * are always among them, the latter even when it is turned off.
 * @param how `sortProperty`: what the list is sorted by; `inOrder`: a person chose the order, so those at the end go
 * first, whatever their priority
 */
export function columnsThatFit<Row>(
  { on, off }: ColumnChoice<Row>,
  room: number,
  how: { sortProperty?: string | undefined; inOrder?: boolean } = {},
): Column<Row>[] {
  const isSorted = (column: Column<Row>) =>
    column.sortProperty !== undefined && column.sortProperty === how.sortProperty;
  const columns = [...on, ...off.filter(isSorted)];
  const stays = (column: Column<Row>) => column.isName === true || isSorted(column);
  const canGo = (column: Column<Row>) => !stays(column) && (column.priority > 0 || how.inOrder === true);
  const candidates = columns.filter(canGo);
  if (how.inOrder) candidates.reverse();
  else candidates.sort((one, other) => other.priority - one.priority);
  const kept = new Set(columns);
  let needed = columns.reduce((sum, column) => sum + column.width, 0);
  for (const column of candidates) {
    if (needed <= room) break;
    kept.delete(column);
    needed -= column.width;
  }
  const shown = columns.filter((column) => kept.has(column));
  return needed <= room ? shown : compactColumns(shown, room, stays);
}

/** Columns in their compact forms, as many as there is room for. */
function compactColumns<Row>(
  columns: readonly Column<Row>[],
  room: number,
  stays: (column: Column<Row>) => boolean,
): Column<Row>[] {
  const compact = columns.map((column) => ({ ...column, ...column.compact }));
  const widthOf = (list: readonly Column<Row>[]) => list.reduce((sum, { width }) => sum + width, 0);
  while (widthOf(compact) > room) {
    const last = compact.findLastIndex((column) => column.compact && !stays(column));
    if (last === -1) return compact;
    compact.splice(last, 1);
  }
  const left = room - widthOf(compact);
  return compact.map((column) => (column.isName ? { ...column, width: column.width + left } : column));
}
