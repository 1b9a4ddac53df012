import { useEffect, useMemo, useReducer, useRef } from 'react';

/** How long the pointer rests on rows before they may move again, ms. */
const REST = 700;
/** The longest that rows stay where they are, ms: somebody may go on and on. */
const LONGEST = 4000;

const ROWS = 'tbody, [data-row]';

/** What the pointer does, of the whole page: rows come and go below it. */
const pointer = { isOnRows: false, isPressed: false, time: Number.NEGATIVE_INFINITY };

function note(event: PointerEvent): void {
  pointer.isOnRows = event.target instanceof Element && event.target.closest(ROWS) !== null;
  pointer.isPressed = event.type === 'pointerdown' || (event.type === 'pointermove' && event.buttons !== 0);
  pointer.time = performance.now();
}
if (typeof document !== 'undefined') {
  for (const type of ['pointermove', 'pointerdown', 'pointerup', 'pointercancel'] as const) {
    document.addEventListener(type, note, { capture: true, passive: true });
  }
}

const isAiming = (): boolean => pointer.isOnRows && (pointer.isPressed || performance.now() - pointer.time < REST);

/** Whether something that stays is further down than before: what one aims at is then something else. */
export function movesDown<Row>(before: readonly Row[], after: readonly Row[], idOf: (row: Row) => string): boolean {
  const places = new Map(before.map((row, at) => [idOf(row), at]));
  return after.some((row, at) => at > (places.get(idOf(row)) ?? at));
}

/** The rows that were shown, in their order, as they are now; those that have gone as they were. */
function inPlace<Row>(shown: readonly Row[], newest: readonly Row[], idOf: (row: Row) => string): readonly Row[] {
  const byId = new Map(newest.map((row) => [idOf(row), row]));
  return shown.map((row) => byId.get(idOf(row)) ?? row);
}

/**
 * Rows that come by themselves, which nobody wants to have moved while aiming at one: what would move rows down waits
 * until the pointer rests, or is elsewhere. Values change all the same, and rows that only go go at once.
 * @param requested what the rows are the answer to: those of another question are shown at once
 */
export function useStillRows<Row>(rows: readonly Row[], idOf: (row: Row) => string, requested: string): readonly Row[];
export function useStillRows<Row>(
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
  requested: string,
): readonly Row[] | undefined;
export function useStillRows<Row>(
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
  requested: string,
): readonly Row[] | undefined {
  const [time, lookAgain] = useReducer((count: number) => count + 1, 0);
  const shown = useRef<{ rows: readonly Row[] | undefined; requested: string; since: number | undefined }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the time at which it is looked again decides too
  const still = useMemo(() => {
    const { current: before } = shown;
    const since = before?.since ?? performance.now();
    const isHeld =
      rows !== undefined &&
      before?.rows !== undefined &&
      before.requested === requested &&
      performance.now() - since < LONGEST &&
      isAiming() &&
      movesDown(before.rows, rows, idOf);
    const next = isHeld ? inPlace(before.rows as readonly Row[], rows, idOf) : rows;
    shown.current = { rows: next, requested, since: isHeld ? since : undefined };
    return { rows: next, isHeld };
  }, [rows, requested, time]);
  useEffect(() => {
    if (!still.isHeld) return;
    const timer = setTimeout(lookAgain, REST / 4);
    return () => clearTimeout(timer);
  }, [still]);
  return still.rows;
}
