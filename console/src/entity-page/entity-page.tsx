import { Box, useMediaQuery } from '@mui/material';
import type { JobList } from '@signalbox/contract/job';
import type { PageData } from '@signalbox/contract/page';
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { type Action, useActions } from '../app/actions.ts';
import { useAddress } from '../app/use-address.ts';
import { useDelayed } from '../controls/states.tsx';
import type { CardListProps } from './card-list.tsx';
import type { Column } from './columns.ts';
import { type Deletion, deleteAction } from './delete-action.ts';
import type { EntityAction, Identified } from './entity-action.ts';
import type { DetailsControls } from './entity-details.tsx';
import { CHECKBOX_WIDTH, MENU_WIDTH } from './entity-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { addressedFilters, type ListFilter } from './filter-chip.tsx';
import type { EmptyWords } from './list-card.tsx';
import { type ListAction, ListHeader } from './list-header.tsx';
import { ListOrder } from './list-order.tsx';
import type { ListOwner } from './list-owner.ts';
import type { ListDefaults } from './list-state.ts';
import { ListTable, useSelectable } from './list-table.tsx';
import { usePagerActions } from './pager.tsx';
import { WaitingPanel } from './panel-frame.tsx';
import { SearchField } from './search-field.tsx';
import { withSameTab, withTab } from './tab-address.ts';
import type { Things } from './things.ts';
import { type Adding, useAdding } from './use-adding.ts';
import { useColumns } from './use-columns.ts';
import { useExportAction } from './use-export-action.ts';
import { type ListRequest, useList } from './use-list.ts';
import { useListView } from './use-list-view.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useWidth } from './use-width.ts';

export interface EntityPageProps<Row extends Identified, Saved extends Identified> {
  /** Names the list among the preferences of a person. */
  list: string;
  /** What its rows are. */
  things: Things;
  title: string;
  /** Path of the list; details are below it. */
  path: string;
  /** Path that details are below, where addresses below `path` lead elsewhere. */
  detailsPath?: string | undefined;
  /** Query keys of the kind (first member) and of this list. */
  queryKey: readonly [string, ...unknown[]];
  load: (request: ListRequest) => Promise<PageData<Row>>;
  /** What the list finds with these filters, for work on all of it; absent: it depends on the search only. */
  found?: ((filters: ListRequest['filters']) => JobList) | undefined;
  /** How many of the rows that work on all of them is done with; absent: with all. */
  countFound?: ((request: ListRequest) => Promise<number>) | undefined;
  columns: readonly Column<Row>[];
  /** Draws the rows as cards, unless somebody prefers the table. */
  cards?: ComponentType<CardListProps<Row>> | undefined;
  defaults: ListDefaults;
  filters?: readonly ListFilter[] | undefined;
  nameOf: (row: Row) => string;
  searchPlaceholder: string;
  /** What can be done with rows, besides deleting. Memoise the list. */
  actions?: readonly EntityAction<Row>[] | undefined;
  /** Absent: this person may not delete. Memoise. */
  deletion?: Omit<Deletion<Row>, 'nameOf' | 'things' | 'changed' | 'leaving'> | undefined;
  /** Absent: this person may not add. */
  add?: Adding<Saved> | undefined;
  /** Other things to do with the list, such as an import; beside Add. */
  listActions?: readonly ListAction[] | undefined;
  empty: EmptyWords;
  /** A line about the whole list, below its filters. */
  note?: ReactNode;
  details: (controls: DetailsControls<Row>) => ReactNode;
  /** Called when somebody turns to the rows: loads what opening one takes, where the list itself does without. */
  onNearRows?: (() => void) | undefined;
  /** Called with the rows on screen. */
  onRows?: ((rows: readonly Row[]) => void) | undefined;
  /** Called with the ids of the columns on screen. Stable. */
  onColumns?: ((ids: readonly string[]) => void) | undefined;
  /** Why what changes by itself in the rows does not. */
  liveProblem?: Error | undefined;
  /** Rows come by themselves: they move none that somebody aims at. */
  comesLive?: boolean | undefined;
  /** Whether the rows can be asked for; absent: at once. */
  isReady?: boolean | undefined;
  /** Whose list it is, where that may go while it is shown: the list goes with it. */
  owner?: ListOwner | undefined;
}

const NO_ACTIONS: readonly never[] = [];

/**
 * A list with its details panel: what every page of entities is made of. All its state but the selection is in the
 * address. The list of another customer or tenant starts without a selection, though the router keeps the page.
 */
export function EntityPage<Row extends Identified, Saved extends Identified = Row>(props: EntityPageProps<Row, Saved>) {
  // A panel that is loaded when it is first opened appears at once and whole: the list stays as it is until then.
  return (
    <Suspense>
      <OnePage key={props.path} {...props} />
    </Suspense>
  );
}

/** What can be done with rows: what the list declares, and deleting. */
export function useRowActions<Row extends Identified>(
  props: Pick<EntityPageProps<Row, Identified>, 'actions' | 'deletion' | 'nameOf' | 'things'>,
  list: { refresh: () => void; openId: string | undefined; close: () => void },
): readonly EntityAction<Row>[] {
  const { actions = NO_ACTIONS, deletion, things } = props;
  const { refresh } = list;
  const latest = useRef({ ...list, nameOf: props.nameOf });
  latest.current = { ...list, nameOf: props.nameOf };
  return useMemo(
    () =>
      deletion
        ? [
            ...actions,
            deleteAction<Row>({
              ...deletion,
              things,
              nameOf: (row) => latest.current.nameOf(row),
              changed: refresh,
              leaving: (row) => {
                if (latest.current.openId === row.id.id) latest.current.close();
              },
            }),
          ]
        : actions,
    [actions, deletion, things, refresh],
  );
}

/** The keys of the rows, for the palette and the cheat sheet; the table itself handles them. */
function useRowHints(focusRows: () => void, canSelect: boolean) {
  const { t } = useTranslation();
  const focus = useRef(focusRows);
  focus.current = focusRows;
  useActions(
    useMemo<Action[]>(() => {
      const group = t('keys.list');
      const hint = (id: string, label: string, keys: string) => ({
        id,
        label,
        group,
        keys,
        hidden: true,
        run: () => {},
      });
      return [
        { id: 'rows', label: t('list.walk'), group, icon: 'table', keys: '↑ ↓', run: () => focus.current() },
        ...(canSelect
          ? [
              hint('select-row', t('list.selectFocused'), t('keys.space')),
              hint('select-range', t('list.selectRange'), `${t('keys.shift')} ↑ ↓`),
            ]
          : []),
      ];
    }, [t, canSelect]),
  );
}

function OnePage<Row extends Identified, Saved extends Identified>(props: EntityPageProps<Row, Saved>) {
  const { t } = useTranslation();
  const { entityId } = useParams();
  const [address] = useAddress();
  const navigate = useNavigate();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const { filters = NO_ACTIONS } = props;
  const filterNames = filters.map((filter) => filter.name);
  const list = useList({ ...props, filters: addressedFilters(filters) });
  const { query, state, rows, total, change, refresh } = list;
  const section = useRef<HTMLElement>(null);

  const { onRows } = props;
  useEffect(() => {
    if (rows) onRows?.(rows);
  }, [rows, onRows]);

  const search = useMemo(() => (text: string) => change({ search: text }), [change]);
  const hrefOf = (row: Row) => {
    const text = withSameTab(address).toString();
    return `${props.detailsPath ?? props.path}/${row.id.id}${text ? `?${text}` : ''}`;
  };
  const close = () => void navigate({ pathname: props.path, search: withTab(address, undefined).toString() });
  const openAt = (index: number) => {
    const row = rows?.[index];
    return row ? () => void navigate(hrefOf(row)) : undefined;
  };
  const openIndex = rows?.findIndex((row) => row.id.id === entityId) ?? -1;

  const actions = useRowActions(props, { refresh, openId: entityId, close });
  const selectable = useSelectable({
    actions,
    list,
    things: props.things,
    found: { ...props.found?.(state.filters), textSearch: state.search || undefined },
    queryKey: props.queryKey,
    count: props.countFound,
  });

  const { ref: room, width = 0 } = useWidth();
  const taken = (selectable.canSelect ? CHECKBOX_WIDTH : 0) + (actions.length > 0 ? MENU_WIDTH : 0);
  const columns = useColumns(props.list, props.columns, width - taken, state.sortProperty);
  const { onColumns } = props;
  const shownIds = columns.ready ? columns.shown.map(({ id }) => id).join() : '';
  useEffect(() => onColumns?.(shownIds.split(',')), [shownIds, onColumns]);
  const drawn = columns.ready ? rows : undefined;
  useRowFocus(section, entityId, openIndex, drawn !== undefined);
  const waiting = useDelayed(query.isPending || !columns.ready);

  const view = useListView(props.list, props.cards !== undefined);
  const add = useAdding({ add: props.add, path: props.path, refresh, requireOwner: list.requireOwner });
  const { listActions = NO_ACTIONS } = props;
  const exporting = useExportAction({
    name: props.list,
    total: query.data && total,
    columns: columns.on,
    hasChoice: !phone && !view.isCards,
    load: () => props.load(list.request),
  });
  const headerActions = useMemo<readonly ListAction[]>(
    () => [...(add ? [add] : []), ...listActions, exporting, ...(view.turn ? [view.turn] : [])],
    [add, listActions, exporting, view.turn],
  );
  useRowHints(
    () => section.current?.querySelector<HTMLElement>('[data-control="open"][tabindex="0"]')?.focus(),
    selectable.canSelect,
  );
  usePagerActions({ page: state.page, lastPage: list.lastPage, onPage: (page) => change({ page }) });

  const behindPanel = phone && entityId !== undefined;

  return (
    <>
      <Box
        component="section"
        ref={section}
        aria-label={props.title}
        sx={{ flex: 1, minWidth: 0, flexDirection: 'column', p: { xs: '12px 12px 0', sm: '16px 20px 0' } }}
        style={{ display: behindPanel ? 'none' : 'flex' }}
      >
        <ListHeader
          title={props.title}
          total={query.data && !list.isAway ? total : undefined}
          columns={view.isCards ? undefined : columns}
          onRefresh={refresh}
          actions={headerActions}
        />
        <Box sx={{ display: 'flex', gap: 2, mb: 2.5, alignItems: 'center', flexWrap: 'wrap' }}>
          <SearchField value={state.search} placeholder={props.searchPlaceholder} onChange={search} />
          <FilterBar filters={filters} values={state.filters} onChange={(changed) => change({ filters: changed })} />
          {view.isCards && <ListOrder columns={props.columns} state={state} onOrder={change} />}
        </Box>
        {props.note !== undefined && (
          // As high while it is being loaded.
          <Box sx={{ minHeight: 20, mt: -1, mb: 2, fontSize: 13, color: 'text.secondary' }}>{props.note}</Box>
        )}
        <ListTable
          label={props.title}
          list={list}
          liveProblem={props.liveProblem}
          empty={props.empty}
          add={add ?? (listActions[0]?.isQuiet ? undefined : listActions[0])}
          filterNames={filterNames}
          room={room}
          columns={columns}
          cards={view.isCards ? props.cards : undefined}
          skeleton={waiting ? 12 : undefined}
          nameOf={props.nameOf}
          hrefOf={hrefOf}
          openId={entityId}
          onToggle={(row) => (row.id.id === entityId ? close() : void navigate(hrefOf(row)))}
          onNear={props.onNearRows}
          selectable={selectable}
          actions={actions}
        />
      </Box>
      {entityId !== undefined && (
        // The list is there while the panel is being loaded.
        <Suspense fallback={<WaitingPanel label={t('details.details')} />}>
          {props.details({
            id: entityId,
            row: rows?.[openIndex],
            actions,
            onClose: close,
            onPrevious: openAt(openIndex - 1),
            onNext: openIndex >= 0 ? openAt(openIndex + 1) : undefined,
          })}
        </Suspense>
      )}
    </>
  );
}
