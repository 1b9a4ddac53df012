import { useRef } from 'react';
import type { Identified } from './entity-action.ts';

/** The places from `one` to `other`, both included, whichever is first. */
export function placesBetween(one: number, other: number): number[] {
  const first = Math.min(one, other);
  return Array.from({ length: Math.abs(one - other) + 1 }, (_, place) => first + place);
}

/**
 * Selecting rows one by one and by range. A range begins at the row that was toggled last; toggling another one with
 * Shift gives all between them its new state. Shift with the arrow keys grows and shrinks the range.
 */
export function useRangeSelection<Row extends Identified>(props: {
  rows: readonly Row[] | undefined;
  selection?: ReadonlyMap<string, Row> | undefined;
  isSelectable?: ((row: Row) => boolean) | undefined;
  onSelect: (rows: readonly Row[], selected: boolean) => void;
}) {
  const { rows, selection, isSelectable, onSelect } = props;
  /** Id of the row at which a range begins: rows may move. */
  const anchor = useRef<string | undefined>(undefined);
  const rowsAt = (places: readonly number[]) =>
    places.flatMap((place) => {
      const row = rows?.[place];
      return row && (isSelectable?.(row) ?? true) ? [row] : [];
    });
  const anchorIndex = () => rows?.findIndex((row) => row.id.id === anchor.current) ?? -1;

  return {
    toggle(index: number, withShift: boolean) {
      const row = rows?.[index];
      if (!row || !(isSelectable?.(row) ?? true)) return;
      const from = anchorIndex();
      const changed = withShift && from >= 0 ? placesBetween(from, index) : [index];
      onSelect(rowsAt(changed), !selection?.has(row.id.id));
      anchor.current = row.id.id;
    },

    extend(from: number, to: number) {
      if (anchorIndex() < 0 || !selection?.size) anchor.current = rows?.[from]?.id.id;
      const start = anchorIndex();
      const wanted = placesBetween(start, to);
      const left = placesBetween(start, from).filter((place) => !wanted.includes(place));
      if (left.length > 0) onSelect(rowsAt(left), false);
      onSelect(rowsAt(wanted), true);
    },
  };
}
