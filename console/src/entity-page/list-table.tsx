import { MAX_JOB_ENTITIES } from '@signalbox/contract/job';
import { type ComponentType, type RefObject, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../controls/lazy-part.tsx';
import { formatNumber } from '../i18n/format.ts';
import type { CardListProps } from './card-list.tsx';
import type { EntityAction, Identified } from './entity-action.ts';
import { offeredFor, rowsFor } from './entity-action.ts';
import { EntityTable, type EntityTableProps } from './entity-table.tsx';
import { ListCard } from './list-card.tsx';
import { useBulk } from './use-bulk.ts';
import type { useColumns } from './use-columns.ts';
import { useWorkable } from './use-workable.ts';

/** Comes when somebody turns to the rows. */
const loadSelectionBar = () => import('./selection-bar.tsx');
const SelectionBar = lazyPart(
  async () => (await loadSelectionBar()).SelectionBar as ComponentType<object>,
) as unknown as Awaited<ReturnType<typeof loadSelectionBar>>['SelectionBar'];

/**
 * Which rows can be selected, and what can be done with those that are. Where a page has none of them but others have,
 * all that is found can be selected (`elsewhere`).
 */
export function useSelectable<Row extends Identified>(
  props: Omit<Parameters<typeof useBulk<Row>>[0], 'selection' | 'total'> &
    Pick<Parameters<typeof useWorkable<Row>>[0], 'list' | 'queryKey' | 'count'>,
) {
  const { t } = useTranslation();
  const { actions, list, things, found, queryKey, count } = props;
  const { selection, rows } = list;
  const bulkActions = useMemo(() => actions.filter((action) => action.prepareBulk), [actions]);
  const canSelect = bulkActions.length > 0;
  const isSelectable = (row: Row): boolean => bulkActions.some((action) => rowsFor(action, [row]).length > 0);
  const hasNoneHere = canSelect && rows !== undefined && rows.length > 0 && !rows.some(isSelectable);
  const total = useWorkable({ list, queryKey, count, isWanted: selection.rows.size > 0 || hasNoneHere });
  const isElsewhere = hasNoneHere && (count ? total > 0 : total > rows.length) && total <= MAX_JOB_ENTITIES;
  return {
    ...{ canSelect, isSelectable, total },
    bulk: useBulk({ actions: bulkActions, selection, total, things, found }),
    elsewhere: isElsewhere
      ? {
          label: t('list.selectAllFound', { formatted: formatNumber(total) }),
          isOn: selection.isAllFound,
          turn: (on: boolean) => (on ? selection.selectAllFound([]) : selection.clear()),
        }
      : undefined,
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
    onNear: () => {
      props.onNear?.();
      if (selectable.canSelect) loadSelectionBar().catch(() => undefined);
    },
    actionsOf: actions.length > 0 ? (row: Row) => offeredFor(actions, row) : undefined,
    selection: selectable.canSelect ? selection.rows : undefined,
    isSelectable: selectable.isSelectable,
    onSelect: selection.select,
    elsewhere: selectable.elsewhere,
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
        (selection.rows.size > 0 || selection.isAllFound) && (
          <Suspense>
            <SelectionBar
              actions={selectable.bulk.offered}
              selection={selection}
              selectable={(rows ?? []).filter(selectable.isSelectable)}
              total={selectable.total}
              start={selectable.bulk.start}
            />
          </Suspense>
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
