import type { Layout, LayoutItem } from '../../dashboard/configuration.ts';
import { columnsOf } from './edited-dashboard.ts';

/** Cells that a widget covers. */
export interface Cells {
  col: number;
  row: number;
  sizeX: number;
  sizeY: number;
}

const whole = (value: unknown, least: number): number => {
  const number = Math.floor(Number(value));
  return Number.isFinite(number) ? Math.min(1000, Math.max(least, number)) : least;
};

/** Where a widget stands, as the grid draws it. */
export function cellsOf(item: LayoutItem): Cells {
  return { col: whole(item.col, 0), row: whole(item.row, 0), sizeX: whole(item.sizeX, 1), sizeY: whole(item.sizeY, 1) };
}

const overlaps = (one: Cells, other: Cells): boolean =>
  one.col < other.col + other.sizeX &&
  other.col < one.col + one.sizeX &&
  one.row < other.row + other.sizeY &&
  other.row < one.row + one.sizeY;

/** Columns that the grid draws: those of its settings, and what stands beyond them. */
function drawnColumns(layout: Layout): number {
  const ends = Object.values(layout.widgets).map((item) => {
    const { col, sizeX } = cellsOf(item);
    return col + sizeX;
  });
  return Math.max(columnsOf(layout.gridSettings), ...ends);
}

/** The first row below all widgets. */
function rowBelow(layout: Layout): number {
  const ends = Object.values(layout.widgets).map((item) => {
    const { row, sizeY } = cellsOf(item);
    return row + sizeY;
  });
  return Math.max(0, ...ends);
}

/** What a change of places comes to. */
export interface Placed {
  /** By widget id, only those that are changed. */
  cells: ReadonlyMap<string, Cells>;
  /** False: something would stand on something else, and did not before. */
  isFree: boolean;
}

function placed(layout: Layout, cells: ReadonlyMap<string, Cells>): Placed {
  for (const [id, now] of cells) {
    const before = cellsOf(layout.widgets[id] as LayoutItem);
    for (const [otherId, item] of Object.entries(layout.widgets)) {
      if (cells.has(otherId)) continue;
      const other = cellsOf(item);
      // Imported dashboards may have widgets one over the other: they can still be moved.
      if (overlaps(now, other) && !overlaps(before, other)) return { cells, isFree: false };
    }
  }
  return { cells, isFree: true };
}

/** Moves widgets together by whole cells, as far as the grid goes. */
export function movedBy(layout: Layout, ids: Iterable<string>, byCol: number, byRow: number): Placed {
  const columns = drawnColumns(layout);
  const old = [...ids].flatMap((id) => {
    const item = layout.widgets[id];
    return item ? [[id, cellsOf(item)] as const] : [];
  });
  if (old.length === 0) return { cells: new Map(), isFree: true };
  const left = Math.min(...old.map(([, { col }]) => col));
  const right = Math.max(...old.map(([, { col, sizeX }]) => col + sizeX));
  const top = Math.min(...old.map(([, { row }]) => row));
  const x = Math.min(columns - right, Math.max(-left, byCol));
  const y = Math.max(-top, byRow);
  return placed(layout, new Map(old.map(([id, cells]) => [id, { ...cells, col: cells.col + x, row: cells.row + y }])));
}

/** Which edges are dragged: -1 the first one (left, top), 1 the last one, 0 none. */
export interface Edges {
  x: -1 | 0 | 1;
  y: -1 | 0 | 1;
}

/** Moves edges of a widget by whole cells; it keeps at least one cell. */
export function resizedBy(layout: Layout, id: string, edges: Edges, byCol: number, byRow: number): Placed {
  const item = layout.widgets[id];
  if (!item) return { cells: new Map(), isFree: true };
  const columns = drawnColumns(layout);
  const cells = cellsOf(item);
  const along = (start: number, size: number, edge: -1 | 0 | 1, by: number, end: number): [number, number] => {
    if (edge === 1) return [start, Math.min(end - start, Math.max(1, size + by))];
    if (edge === 0) return [start, size];
    const moved = Math.min(start + size - 1, Math.max(0, start + by));
    return [moved, size + start - moved];
  };
  const [col, sizeX] = along(cells.col, cells.sizeX, edges.x, byCol, columns);
  const [row, sizeY] = along(cells.row, cells.sizeY, edges.y, byRow, 1000);
  return placed(layout, new Map([[id, { col, row, sizeX, sizeY }]]));
}

/** The places as layouts hold them, with all else that they say of the widgets. */
export function itemsAt(layout: Layout, cells: ReadonlyMap<string, Cells>): Record<string, LayoutItem> {
  return Object.fromEntries([...cells].map(([id, now]) => [id, { ...(layout.widgets[id] as LayoutItem), ...now }]));
}

/**
 * Puts a widget where it is wanted when nothing is there, else below all others.
 * @param size in cells of a layout with 24 columns that has the whole width
 * @param layouts how many layouts share the width
 */
export function placeFor(
  layout: Layout,
  size: { sizeX: number; sizeY: number },
  layouts: number,
  wanted?: { col: number; row: number },
): LayoutItem {
  const columns = columnsOf(layout.gridSettings);
  const ratio = (columns * layouts) / 24;
  const sizeX = Math.min(columns, Math.max(1, Math.round(size.sizeX * ratio)));
  const sizeY = Math.max(1, Math.round(size.sizeY * ratio));
  if (wanted) {
    const cells = {
      sizeX,
      sizeY,
      row: Math.max(0, wanted.row),
      col: Math.max(0, Math.min(columns - sizeX, wanted.col)),
    };
    if (!Object.values(layout.widgets).some((item) => overlaps(cells, cellsOf(item)))) return cells;
  }
  return { sizeX, sizeY, row: rowBelow(layout), col: 0 };
}

/** A layout with another number of columns: widgets keep their share of the width, clipped to the grid. */
export function rescaled(layout: Layout, columns: number): Layout {
  const ratio = columns / columnsOf(layout.gridSettings);
  const widgets = Object.fromEntries(
    Object.entries(layout.widgets).map(([id, item]) => {
      const old = cellsOf(item);
      const col = Math.min(columns - 1, Math.round(old.col * ratio));
      const sizeX = Math.min(columns - col, Math.max(1, Math.round(old.sizeX * ratio)));
      const row = Math.round(old.row * ratio);
      return [id, { ...item, col, sizeX, row, sizeY: Math.max(1, Math.round(old.sizeY * ratio)) }];
    }),
  );
  return { ...layout, widgets, gridSettings: { ...layout.gridSettings, columns } };
}
