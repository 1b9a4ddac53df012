import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import type { Layout } from '../dashboard/configuration.ts';
import type { CellGrid } from '../dashboard/grid.ts';
import { type Edges, movedBy, type Placed, resizedBy } from './model/placing.ts';

/** px that the pointer moves before it drags. */
const THRESHOLD = 4;
/** px from the edge of the view where it scrolls, and how far at each frame. */
const SCROLL_ZONE = 40;
const SCROLL_STEP = 12;

/** What is being dragged: widgets, or edges of one. */
interface Start {
  ids: ReadonlySet<string>;
  edges: Edges | undefined;
  x: number;
  y: number;
  scrollTop: number;
}

/** How far it was dragged, px, and where it would stand. */
export interface GridDrag {
  ids: ReadonlySet<string>;
  isResize: boolean;
  dx: number;
  dy: number;
  placed: Placed;
}

/** Drags widgets and their edges over the cells of a grid. What is dragged stays where it is until it is let go. */
export function useGridDrag(
  layout: Layout,
  grid: CellGrid | undefined,
  box: RefObject<HTMLElement | null>,
  onDrop: (placed: Placed) => void,
) {
  const [drag, setDrag] = useState<GridDrag>();
  const start = useRef<Start>(undefined);
  const pointer = useRef({ x: 0, y: 0 });
  const latest = useRef({ layout, grid, onDrop, drag });
  latest.current = { layout, grid, onDrop, drag };

  const update = useCallback(() => {
    const { layout: now, grid: cells } = latest.current;
    const from = start.current;
    if (!from || !cells) return;
    const dx = pointer.current.x - from.x;
    const dy = pointer.current.y - from.y + ((box.current?.scrollTop ?? 0) - from.scrollTop);
    if (!latest.current.drag && Math.hypot(dx, dy) < THRESHOLD) return;
    const byCol = Math.round(dx / cells.cellWidth);
    const byRow = Math.round(dy / cells.cellHeight);
    const [id] = from.ids;
    const placed =
      from.edges && id !== undefined
        ? resizedBy(now, id, from.edges, byCol, byRow)
        : movedBy(now, from.ids, byCol, byRow);
    setDrag({ ids: from.ids, isResize: from.edges !== undefined, dx, dy, placed });
  }, [box]);

  const end = useCallback((isDropped: boolean) => {
    const { drag: dragged, onDrop: drop } = latest.current;
    start.current = undefined;
    setDrag(undefined);
    if (isDropped && dragged) drop(dragged.placed);
  }, []);

  const isDragging = drag !== undefined;
  useEffect(() => {
    if (!isDragging) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      end(false);
    };
    window.addEventListener('keydown', onKey, true);
    let frame = requestAnimationFrame(function scroll() {
      const element = box.current;
      if (element) {
        const { top, bottom } = element.getBoundingClientRect();
        const { y } = pointer.current;
        const by = y < top + SCROLL_ZONE ? -SCROLL_STEP : y > bottom - SCROLL_ZONE ? SCROLL_STEP : 0;
        const before = element.scrollTop;
        if (by !== 0) element.scrollTop += by;
        if (element.scrollTop !== before) update();
      }
      frame = requestAnimationFrame(scroll);
    });
    return () => {
      window.removeEventListener('keydown', onKey, true);
      cancelAnimationFrame(frame);
    };
  }, [isDragging, box, end, update]);

  /** Handlers of what can be dragged by the pointer. */
  const handlers = useCallback(
    (ids: ReadonlySet<string>, edges?: Edges) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        pointer.current = { x: event.clientX, y: event.clientY };
        start.current = { ids, edges, ...pointer.current, scrollTop: box.current?.scrollTop ?? 0 };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        if (!start.current) return;
        pointer.current = { x: event.clientX, y: event.clientY };
        update();
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    }),
    [box, end, update],
  );
  return { drag, handlers };
}
