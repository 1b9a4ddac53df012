import { type PointerEvent, useRef, useState } from 'react';
import { moved, nearestBox } from './drag-order.ts';

/** Moves the items of a list by dragging a handle; the list shows where the item would lie. */
export function useDragOrder<Item>(items: readonly Item[], onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const isDragged = (index: number) => drag?.from === index;
  const order = items.map((item, index) => ({ item, index }));
  return {
    /** Of the element whose children are the items. */
    list,
    isDragged,
    /** The items in the order in which they are to be drawn, each with its real place. */
    order: drag ? moved(order, drag.from, drag.to) : order,
    /** Of the handle of the item at a place. */
    handleOf: (index: number) => ({
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ from: index, to: index });
      },
      onPointerMove: (event: PointerEvent) => {
        if (!drag || !list.current) return;
        const boxes = [...list.current.children].map((child) => child.getBoundingClientRect());
        const to = nearestBox(boxes, event.clientX, event.clientY);
        if (to >= 0 && to !== drag.to) setDrag({ ...drag, to });
      },
      onPointerUp: () => {
        setDrag(undefined);
        if (drag && drag.from !== drag.to) onMove(drag.from, drag.to);
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  };
}
