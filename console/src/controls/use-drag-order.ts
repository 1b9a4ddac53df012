import { type PointerEvent as PressEvent, useEffect, useRef, useState } from 'react';
import { moved, nearestBox } from './drag-order.ts';

/** Moves the items of a list by dragging a handle; the list shows where the item would lie. */
export function useDragOrder<Item>(items: readonly Item[], onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLElement>(null);
  const [drag, setDrag] = useState<{ from: number; to: number }>();
  const latest = useRef({ drag, onMove });
  latest.current = { drag, onMove };
  const isOn = drag !== undefined;

  // Not at the handle: it moves about the page with its item, and would lose the pointer.
  useEffect(() => {
    if (!isOn) return;
    const follow = (event: PointerEvent) => {
      const children = [...(list.current?.children ?? [])];
      const to = nearestBox(
        children.map((child) => child.getBoundingClientRect()),
        event.clientX,
        event.clientY,
      );
      if (to >= 0) setDrag((now) => (now && now.to !== to ? { ...now, to } : now));
    };
    const drop = () => {
      const { drag: dropped, onMove: move } = latest.current;
      setDrag(undefined);
      if (dropped && dropped.from !== dropped.to) move(dropped.from, dropped.to);
    };
    const giveUp = () => setDrag(undefined);
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', drop);
    window.addEventListener('pointercancel', giveUp);
    return () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', drop);
      window.removeEventListener('pointercancel', giveUp);
    };
  }, [isOn]);

  const order = items.map((item, index) => ({ item, index }));
  return {
    /** Of the element whose children are the items. */
    list,
    isDragged: (index: number) => drag?.from === index,
    /** The items in the order in which they are to be drawn, each with its real place. */
    order: drag ? moved(order, drag.from, drag.to) : order,
    /** Of the handle of the item at a place. */
    handleOf: (index: number) => ({
      onPointerDown: (event: PressEvent) => {
        if (event.button !== 0) return;
        // Nothing is selected on the way.
        event.preventDefault();
        setDrag({ from: index, to: index });
      },
    }),
  };
}
