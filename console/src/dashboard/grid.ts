import type { Widget } from '../widgets/model.ts';
import type { GridSettings, Layout, LayoutItem } from './configuration.ts';

export interface GridItem {
  id: string;
  widget: Widget;
  item: LayoutItem;
}

/** px from the upper left corner of the grid. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface PlacedGrid {
  /** By widget id, in drawing order. */
  boxes: Map<string, Box>;
  /** px. */
  height: number;
}

/** A grid of cells, with what it takes to turn px into cells. */
export interface CellGrid extends PlacedGrid {
  /** px of a cell with the margin before it. */
  cellWidth: number;
  cellHeight: number;
  /** px before the first cell. */
  margin: number;
}

function between(value: unknown, min: number, max: number, otherwise: number): number {
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? Math.min(max, Math.max(min, number)) : otherwise;
}

function cells(value: unknown, min: number): number {
  return between(Math.floor(Number(value)), min, 1000, min);
}

/** Widgets of a layout in their order: by mobile order where given, else by row, then by column. */
export function orderedItems(layout: Layout, widgets: Readonly<Record<string, Widget>>): GridItem[] {
  const items = Object.entries(layout.widgets).flatMap(([id, item]) => {
    const widget = Object.hasOwn(widgets, id) ? widgets[id] : undefined;
    return widget ? [{ id, widget, item }] : [];
  });
  const rank = ({ item, widget }: GridItem) => {
    const order = item.mobileOrder ?? widget.config.mobileOrder;
    return typeof order === 'number' && order >= 0 ? order : cells(item.row, 0);
  };
  return items.sort((a, b) => rank(a) - rank(b) || cells(a.item.col, 0) - cells(b.item.col, 0));
}

/** Places widgets on square cells that fill the width; with `autoFillHeight` rows share `viewHeight` instead. px. */
export function desktopGrid(
  items: readonly GridItem[],
  settings: GridSettings,
  width: number,
  viewHeight: number,
): CellGrid {
  const columns = Math.floor(between(settings.columns, 1, 1000, 24));
  const margin = between(settings.margin, 0, 50, 10);
  const placed = items.map(({ id, item }) => {
    const col = cells(item.col, 0);
    return { id, col, row: cells(item.row, 0), sizeX: cells(item.sizeX, 1), sizeY: cells(item.sizeY, 1) };
  });
  const columnCount = Math.max(columns, ...placed.map(({ col, sizeX }) => col + sizeX));
  const rowCount = Math.max(1, ...placed.map(({ row, sizeY }) => row + sizeY));
  // The margin stands between cells and around the grid.
  const cellWidth = Math.max(1, (width - margin) / columnCount);
  const fits = settings.autoFillHeight === true && viewHeight > 0;
  const cellHeight = fits ? Math.max(8, (viewHeight - margin) / rowCount) : cellWidth;
  const boxes = new Map<string, Box>();
  for (const { id, col, row, sizeX, sizeY } of placed) {
    boxes.set(id, {
      left: Math.round(margin + col * cellWidth),
      top: Math.round(margin + row * cellHeight),
      width: Math.round((col + sizeX) * cellWidth) - Math.round(col * cellWidth) - margin,
      height: Math.round((row + sizeY) * cellHeight) - Math.round(row * cellHeight) - margin,
    });
  }
  return { boxes, height: Math.round(rowCount * cellHeight + margin), cellWidth, cellHeight, margin };
}

/** Whether a widget is left out on phones. */
export function isHiddenOnPhones({ item, widget }: GridItem): boolean {
  return (item.mobileHide ?? widget.config.mobileHide) === true;
}

/** Places widgets below each other, as phones show them; while they are edited, also those that are left out. px. */
export function mobileGrid(
  items: readonly GridItem[],
  settings: GridSettings,
  width: number,
  viewHeight: number,
  isEdited = false,
): PlacedGrid {
  const columns = between(settings.columns, 1, 1000, 24);
  const margin = between(settings.margin, 0, 50, 10);
  const shown = isEdited ? items : items.filter((item) => !isHiddenOnPhones(item));
  const rowsOf = ({ item, widget }: GridItem) => {
    const ownHeight = item.mobileHeight || widget.config.mobileHeight;
    return Math.min(1000, Math.max(1, ownHeight || Math.floor((cells(item.sizeY, 1) * 24) / columns)));
  };
  const total = shown.reduce((sum, item) => sum + rowsOf(item), 0);
  const rowHeight =
    settings.mobileAutoFillHeight === true && viewHeight > 0 && total > 0
      ? Math.max(8, (viewHeight - margin * (shown.length + 2)) / total)
      : between(settings.mobileRowHeight, 5, 200, 70);
  const boxes = new Map<string, Box>();
  let top = margin;
  for (const item of shown) {
    const height = Math.round(rowsOf(item) * rowHeight);
    boxes.set(item.id, { left: margin, top, width: Math.max(1, width - margin * 2), height });
    top += height + margin;
  }
  return { boxes, height: top };
}

/** CSS of the background of a layout, as far as it differs from the console's own. */
export function backgroundStyle(settings: GridSettings): Record<string, string> {
  const style: Record<string, string> = {};
  const color = settings.backgroundColor?.toLowerCase().replaceAll(' ', '');
  // Default colours give way to the theme.
  if (color && color !== '#eeeeee' && color !== '#eee' && color !== 'rgba(0,0,0,0)' && color !== 'transparent') {
    style.backgroundColor = settings.backgroundColor as string;
  }
  if (settings.backgroundImageUrl && /^(data:image\/|https?:\/\/|\/)/.test(settings.backgroundImageUrl)) {
    style.backgroundImage = `url("${settings.backgroundImageUrl.replace(/["\\\n]/g, encodeURIComponent)}")`;
    style.backgroundSize = settings.backgroundSizeMode || '100%';
    style.backgroundRepeat = 'no-repeat';
    style.backgroundAttachment = 'local';
  }
  return style;
}
