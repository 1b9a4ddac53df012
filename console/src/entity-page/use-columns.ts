import { useMemo } from 'react';
import { useAddress } from '../app/use-address.ts';
import { type Column, chooseColumns, columnsThatFit } from './columns.ts';
import { usePreference } from './use-preference.ts';

/** The columns of a list, and what a person can do about them. */
export interface ColumnsControl<Row> {
  /** In order, with those that have no room. */
  on: readonly Column<Row>[];
  off: readonly Column<Row>[];
  /** Those that are drawn. */
  shown: readonly Column<Row>[];
  /** The list is sorted by it, so it cannot be turned off. */
  isSorted: (column: Column<Row>) => boolean;
  /** The columns differ from those of the page. */
  isChosen: boolean;
  turn: (column: Column<Row>, on: boolean) => void;
  /** To place `index` of those that are on. */
  move: (column: Column<Row>, index: number) => void;
  reset: () => void;
}

/** The ids that were kept; undefined when nothing usable was kept. */
function readChosen(text: string | undefined): string[] | undefined {
  try {
    const ids: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Which columns a person sees in a list: those of the address, so that a link shows what its sender saw, else those
 * kept with the account, else those of the page. `ready` is false until that is known.
 * @param room px for columns
 */
export function useColumns<Row>(
  list: string,
  columns: readonly Column<Row>[],
  room: number,
  sortProperty: string,
): ColumnsControl<Row> & { ready: boolean } {
  const preference = usePreference(`columns.${list}`);
  const [address, setAddress] = useAddress();
  const linked = address.get('columns');
  const kept = preference.value;
  const chosen = useMemo(() => (linked === null ? readChosen(kept) : linked.split(',')), [linked, kept]);
  const { on, off } = useMemo(() => chooseColumns(columns, chosen), [columns, chosen]);
  const isChosen = chosen !== undefined;
  const shown = useMemo(
    () => columnsThatFit({ on, off }, room, { sortProperty, inOrder: isChosen }),
    [on, off, room, sortProperty, isChosen],
  );
  const choose = (next: readonly Column<Row>[] | undefined) => {
    const ids = next?.map(({ id }) => id);
    preference.save(ids && JSON.stringify(ids));
    setAddress(
      (now) => {
        if (ids) now.set('columns', ids.join());
        else now.delete('columns');
        return now;
      },
      { replace: true },
    );
  };
  return {
    ready: linked !== null || preference.ready,
    on,
    off,
    shown,
    isChosen,
    isSorted: (column) => column.sortProperty !== undefined && column.sortProperty === sortProperty,
    turn: (column, wanted) => choose(wanted ? [...on, column] : on.filter((one) => one !== column)),
    move(column, index) {
      const others = on.filter((one) => one !== column);
      choose([...others.slice(0, index), column, ...others.slice(index)]);
    },
    reset: () => choose(undefined),
  };
}
