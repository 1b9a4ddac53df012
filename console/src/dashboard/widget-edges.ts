import type { CSSProperties } from 'react';
import { safeStyle } from '../widgets/drawing/safe-style.ts';
import type { WidgetConfig } from '../widgets/model.ts';

/** px at each side of a box. */
export interface Edges {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

/** px; wider ones would leave nothing of small widgets. */
const WIDEST = 200;

/** The padding that every new widget is given, which is left to the theme. */
const GIVEN = 8;

/** Edges as settings write them: one to four lengths in px. Undefined where they cannot be read. */
export function edgesOf(text: string | null | undefined): Edges | undefined {
  const parts = text?.trim().split(/\s+/) ?? [];
  if (parts.length === 0 || parts.length > 4 || !parts.every((part) => /^(\d+(\.\d+)?px|0)$/.test(part)))
    return undefined;
  const [top = 0, right = top, bottom = top, left = right] = parts.map((part) =>
    Math.min(WIDEST, Number.parseFloat(part)),
  );
  return { top, right, bottom, left };
}

/** Properties that would change the room of a widget, which its place in the grid decides. */
const OF_ROOM =
  /^(padding|margin|display|flex|grid|overflow|contain|transform|translate|scale|rotate|float|all$|(min|max)?(width|height)$)/i;

/** What a config says of the whole widget: its style comes before the two members of their own. */
export function frameOf({ widgetStyle, padding, margin }: WidgetConfig): {
  style: CSSProperties;
  padding: string | null | undefined;
  margin: string | null | undefined;
} {
  const style = safeStyle(widgetStyle);
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    style: Object.fromEntries(Object.entries(style).filter(([name]) => !OF_ROOM.test(name))),
    padding: text(style.padding) ?? padding,
    margin: text(style.margin) ?? margin,
  };
}

/** The padding of a widget when it is another than that of every new one. */
export function ownPadding(text: string | null | undefined): Edges | undefined {
  const edges = edgesOf(text);
  return edges && Object.values(edges).every((edge) => edge === GIVEN) ? undefined : edges;
}

/** What the edges leave of a box; never less than half of it. */
export function within<Box extends { left: number; top: number; width: number; height: number }>(
  box: Box,
  edges: Edges | undefined,
): Box {
  if (!edges) return box;
  const left = Math.min(edges.left, box.width / 4);
  const top = Math.min(edges.top, box.height / 4);
  return {
    ...box,
    left: box.left + left,
    top: box.top + top,
    width: box.width - left - Math.min(edges.right, box.width / 4),
    height: box.height - top - Math.min(edges.bottom, box.height / 4),
  };
}
