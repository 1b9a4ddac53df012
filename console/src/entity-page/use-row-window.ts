import { type RefObject, useLayoutEffect, useState } from 'react';
import { flushSync } from 'react-dom';

/** Rows that are drawn before and after those in sight, so that fast scrolling shows no gaps. */
const OVERSCAN = 6;

/** Where a table is scrolled to, in whole rows. */
export interface RowPlace {
  first: number;
  /** Rows that have room. */
  room: number;
}

/** The rows to draw, from `start` to before `end`, when `count` rows are scrolled to a place. */
export function rowsToDraw(count: number, { first, room }: RowPlace): { start: number; end: number } {
  // A list that has become shorter is still scrolled to where it was.
  const top = Math.max(0, Math.min(first, count - room));
  return { start: Math.max(0, top - OVERSCAN), end: Math.min(count, top + room + OVERSCAN) };
}

/** How far to scroll so that a row is in sight below the header, in px. */
export function scrolledTo(index: number, height: number, at: { top: number; room: number; header: number }): number {
  const highest = index * height;
  const lowest = at.header + highest + height - at.room;
  return Math.max(Math.min(at.top, highest), lowest, 0);
}

/**
 * Draws only those rows of a table that are in sight. All rows have the same height, which makes this a few lines: the
 * library for rows of any height would be the largest part of what a list fetches on a first visit.
 * @param height of a row, px
 */
export function useRowWindow(scroll: RefObject<HTMLElement | null>, count: number, height: number) {
  const [place, setPlace] = useState<RowPlace>({ first: 0, room: 0 });

  const look = (): void => {
    const element = scroll.current;
    if (!element) return;
    const first = Math.floor(element.scrollTop / height);
    const room = Math.ceil(element.clientHeight / height) + 1;
    setPlace((before) => (before.first === first && before.room === room ? before : { first, room }));
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: the same rows of another height have another place
  useLayoutEffect(() => {
    const element = scroll.current;
    if (!element) return undefined;
    look();
    // Drawn before the browser paints, so that no row is missing in between.
    const onScroll = (): void => flushSync(look);
    element.addEventListener('scroll', onScroll, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [height]);

  const { start, end } = rowsToDraw(count, place);
  return {
    start,
    end,
    /** Heights of the rows that are not drawn, px. */
    above: start * height,
    below: (count - end) * height,
    scrollTo(index: number): void {
      const element = scroll.current;
      if (!element) return;
      const header = element.querySelector('thead')?.offsetHeight ?? 0;
      element.scrollTop = scrolledTo(index, height, { top: element.scrollTop, room: element.clientHeight, header });
      look();
    },
  };
}
