import { type ComponentType, type RefObject, useMemo } from 'react';
import type { CardListProps } from './card-list.tsx';
import type { EntityAction, Identified } from './entity-action.ts';
import { offeredFor, rowsFor } from './entity-action.ts';
import { EntityTable, type EntityTableProps } from './entity-table.tsx';
import { ListCard } from './list-card.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useBulk } from './use-bulk.ts';
import type { useColumns } from './use-columns.ts';
import type { useList } from './use-list.ts';

/** Which rows can be selected, and what can be done with those that are. */
export function useSelectable<Row extends Identified>(
  props: Omit<Parameters<typeof useBulk<Row>>[0], 'selection'> & {
    list: ReturnType<typeof useList<Row>>;
  },
) {
  const { actions, list, things, found, total } = props;
  const bulkActions = useMemo(() => actions.filter((action) => action.prepareBulk), [actions]);
  const bulk = useBulk({ actions: bulkActions, selection: list.selection, total, things, found });
  return {
    canSelect: bulkActions.length > 0,
    isSelectable: (row: Row): boolean => bulkActions.some((action) => rowsFor(action, [row]).length > 0),
    bulk,
    total,
  };
}

/** A list in its frame: the table with its selection and what can be done with it, or why there are no rows. */
export function ListTable<Row extends Identified>(
  props: Pick<EntityTableProps<Row>, 'label' | 'skeleton' | 'nameOf' | 'hrefOf' | 'openId' | 'onToggle' | 'onNear'> &
    Pick<Parameters<typeof ListCard<Row>>[0], 'list' | 'empty' | 'add' | 'liveProblem'> & {
      columns: ReturnType<typeof useColumns<Row>>;
      /** Draws the rows in place of the table. */
      cards?: ComponentType<CardListProps<Row>> | undefined;
      room: RefObject<HTMLDivElement | null>;
      selectable: ReturnType<typeof useSelectable<Row>>;
      /** What the menu of a row offers; none: rows have no menu. */
      actions: readonly EntityAction<Row>[];
      /** Names of the filters that "clear" clears. */
      filterNames: readonly string[];
    },
) {
  const { list, columns, selectable, actions, cards: Cards } = props;
  const { state, rows, change, selection } = list;
  const clearFilters = () =>
    change({ search: '', filters: Object.fromEntries(props.filterNames.map((name) => [name, undefined])) });
  const common = {
    label: props.label,
    rows: columns.ready ? rows : undefined,
    skeleton: props.skeleton,
    nameOf: props.nameOf,
    hrefOf: props.hrefOf,
    openId: props.openId,
    onToggle: props.onToggle,
    onNear: props.onNear,
    actionsOf: actions.length > 0 ? (row: Row) => offeredFor(actions, row) : undefined,
    selection: selectable.canSelect ? selection.rows : undefined,
    isSelectable: selectable.isSelectable,
    onSelect: selection.select,
  };
  return (
    <ListCard
      liveProblem={props.liveProblem}
      list={list}
      empty={props.empty}
      add={props.add}
      onClearFilters={clearFilters}
      room={props.room}
      bar={
        selection.rows.size > 0 && (
          <SelectionBar
            actions={selectable.bulk.offered}
            selection={selection}
            selectable={(rows ?? []).filter(selectable.isSelectable)}
            total={selectable.total}
            start={selectable.bulk.start}
          />
        )
      }
    >
      {Cards ? (
        <Cards {...common} />
      ) : (
        <EntityTable
          {...common}
          columns={columns.shown}
          state={state}
          onSort={(property) =>
            change({
              sortProperty: property,
              sortOrder: property === state.sortProperty && state.sortOrder === 'ASC' ? 'DESC' : 'ASC',
            })
          }
        />
      )}
    </ListCard>
  );
}
