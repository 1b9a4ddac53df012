import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  /** Translated heading. */
  title: string;
  cell: (row: Row) => ReactNode;
  /** Name for sorting on the server; absent: cannot be sorted. */
  sortProperty?: string | undefined;
  /** Least width in px; what is left over is shared in these proportions. */
  width: number;
  /** When the room is short, columns with the highest number go first. 0 always stays. */
  priority: number;
  align?: 'end' | undefined;
  /** The cell is the link to the row's details. */
  isName?: boolean | undefined;
  /** Not shown until chosen. */
  hiddenAtFirst?: boolean | undefined;
}

/** The columns that fit into `room` px, in their order; those of priority 0 stay whatever the room. */
export function columnsThatFit<Row>(columns: readonly Column<Row>[], room: number): Column<Row>[] {
  const kept = new Set(columns);
  const byPriority = [...columns].sort((one, other) => other.priority - one.priority);
  let needed = columns.reduce((sum, column) => sum + column.width, 0);
  for (const column of byPriority) {
    if (needed <= room || column.priority === 0) break;
    kept.delete(column);
    needed -= column.width;
  }
  return columns.filter((column) => kept.has(column));
}
