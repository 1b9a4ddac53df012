import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react';

/** Rows that PageUp and PageDown go at a time. */
const PAGE = 10;

/** The row that a key leads to from row `index` of `count`; undefined for other keys. */
export function rowAfterKey(key: string, index: number, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, last);
    case 'ArrowUp':
      return Math.max(index - 1, 0);
    case 'PageDown':
      return Math.min(index + PAGE, last);
    case 'PageUp':
      return Math.max(index - PAGE, 0);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

const indexOf = (element: Element | null) => Number(element?.closest<HTMLElement>('[data-index]')?.dataset.index ?? -1);

/**
 * Arrow keys in a table of which only a part is drawn. One row is a stop of the Tab key; up and down lead to the same
 * control (`data-control`) of another row (`data-index`), left and right to the controls of the row.
 */
export function useRowKeys(props: {
  count: number;
  /** Rows that are drawn, from `start` to before `end`. */
  drawn: { start: number; end: number };
  scrollTo: (index: number) => void;
  /** Space on the link of a row. */
  onSpace: (index: number, withShift: boolean) => void;
  /** Shift with a key that leads from a row to another one. */
  onExtend: (from: number, to: number) => void;
}) {
  const { count, drawn } = props;
  const [current, setCurrent] = useState(0);
  const wanted = useRef<{ index: number; control: string; body: Element } | undefined>(undefined);
  const stop = current >= drawn.start && current < drawn.end ? current : drawn.start;

  // The row may have to be drawn before it can have the focus.
  useLayoutEffect(() => {
    const { index, control, body } = wanted.current ?? {};
    const row = body?.querySelector(`[data-index="${index}"]`);
    if (!row) return;
    wanted.current = undefined;
    row.querySelector<HTMLElement>(`[data-control="${control}"]`)?.focus();
  });

  return {
    isStop: (index: number) => index === stop,
    onFocus(event: FocusEvent) {
      const index = indexOf(event.target);
      if (index >= 0) setCurrent(index);
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const control = (event.target as HTMLElement).closest<HTMLElement>('[data-control]');
      if (!control || event.ctrlKey || event.altKey || event.metaKey) return;
      const index = indexOf(control);
      const next = rowAfterKey(event.key, index, count);
      if (next !== undefined) {
        event.preventDefault();
        wanted.current = { index: next, control: control.dataset.control ?? '', body: event.currentTarget };
        setCurrent(next);
        props.scrollTo(next);
        if (event.shiftKey) props.onExtend(index, next);
      } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
        const controls = [...(control.closest('tr')?.querySelectorAll<HTMLElement>('[data-control]') ?? [])];
        const forward = (event.key === 'ArrowRight') === (getComputedStyle(control).direction === 'ltr');
        controls[controls.indexOf(control) + (forward ? 1 : -1)]?.focus();
        event.preventDefault();
      } else if (event.key === ' ' && control.dataset.control === 'open') {
        event.preventDefault();
        props.onSpace(index, event.shiftKey);
      }
    },
  };
}
