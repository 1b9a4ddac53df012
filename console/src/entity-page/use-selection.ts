import { useCallback, useMemo, useState } from 'react';
import type { Identified } from './entity-action.ts';

/** What is selected in a list. */
export interface Selection<Row> {
  /** Selected rows of this page, by id. */
  rows: ReadonlyMap<string, Row>;
  /** Everything that the list finds is selected, on the other pages too. */
  isAllFound: boolean;
  select: (changed: readonly Row[], on: boolean) => void;
  /** Selects everything found; `rows` are those of this page. */
  selectAllFound: (rows: readonly Row[]) => void;
  clear: () => void;
}

interface State<Row> {
  rows: ReadonlyMap<string, Row>;
  isAllFound: boolean;
}

const nothing = <Row>(): State<Row> => ({ rows: new Map(), isAllFound: false });

/** The selection of a list. Taking out a row of all that were found leaves the others of this page. */
export function useSelection<Row extends Identified>(): Selection<Row> {
  const [state, setState] = useState<State<Row>>(nothing);
  const select = useCallback(
    (changed: readonly Row[], on: boolean) =>
      setState((before) => {
        const rows = new Map(before.rows);
        for (const row of changed) {
          if (on) rows.set(row.id.id, row);
          else rows.delete(row.id.id);
        }
        return { rows, isAllFound: false };
      }),
    [],
  );
  const selectAllFound = useCallback(
    (rows: readonly Row[]) => setState({ rows: new Map(rows.map((row) => [row.id.id, row])), isAllFound: true }),
    [],
  );
  const clear = useCallback(() => setState(nothing()), []);
  return useMemo(() => ({ ...state, select, selectAllFound, clear }), [state, select, selectAllFound, clear]);
}
