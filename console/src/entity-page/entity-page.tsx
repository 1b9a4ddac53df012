import { Box, useMediaQuery } from '@mui/material';
import type { JobList } from '@signalbox/contract/job';
import type { PageData } from '@signalbox/contract/page';
import { type ReactNode, Suspense, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type Action, useActions } from '../app/actions.ts';
import { useDelayed } from '../controls/states.tsx';
import type { Column } from './columns.ts';
import { type Deletion, deleteAction } from './delete-action.ts';
import { type EntityAction, type Identified, offeredFor, rowsFor } from './entity-action.ts';
import type { DetailsControls } from './entity-details.tsx';
import { CHECKBOX_WIDTH, EntityTable, MENU_WIDTH } from './entity-table.tsx';
import { FilterChip, type ListFilter } from './filter-chip.tsx';
import { type EmptyWords, ListCard } from './list-card.tsx';
import { type ListAction, ListHeader } from './list-header.tsx';
import type { ListDefaults } from './list-state.ts';
import { usePagerActions } from './pager.tsx';
import { SearchField } from './search-field.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { withSameTab, withTab } from './tab-address.ts';
import type { Things } from './things.ts';
import { type Adding, useAdding } from './use-adding.ts';
import { useBulk } from './use-bulk.ts';
import { useColumns } from './use-columns.ts';
import { useExportAction } from './use-export-action.ts';
import { type ListRequest, useList } from './use-list.ts';
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
  /** Query keys of the kind (first member) and of this list. */
  queryKey: readonly [string, ...unknown[]];
  load: (request: ListRequest) => Promise<PageData<Row>>;
  /** What the list finds with these filters, for work on all of it; absent: it depends on the search only. */
  found?: ((filters: ListRequest['filters']) => JobList) | undefined;
  columns: readonly Column<Row>[];
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
  details: (controls: DetailsControls<Row>) => ReactNode;
  /** Called when somebody turns to the rows: loads what opening one takes, where the list itself does without. */
  onNearRows?: (() => void) | undefined;
  /** Called with the rows on screen. */
  onRows?: ((rows: readonly Row[]) => void) | undefined;
  /** Why what changes by itself in the rows does not. */
  liveProblem?: Error | undefined;
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

/** What can be done with rows: what the page declares, and deleting. */
function useRowActions<Row extends Identified>(
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
  const { entityId } = useParams();
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const filterNames = props.filters?.map((filter) => filter.name) ?? [];
  const list = useList({ ...props, filterNames });
  const { query, state, rows, total, change, refresh, selection } = list;
  const section = useRef<HTMLElement>(null);

  const { onRows } = props;
  useEffect(() => {
    if (rows) onRows?.(rows);
  }, [rows, onRows]);

  const search = useMemo(() => (text: string) => change({ search: text }), [change]);
  const hrefOf = (row: Row) => {
    const text = withSameTab(address).toString();
    return `${props.path}/${row.id.id}${text ? `?${text}` : ''}`;
  };
  const close = () => void navigate({ pathname: props.path, search: withTab(address, undefined).toString() });
  const openAt = (index: number) => {
    const row = rows?.[index];
    return row ? () => void navigate(hrefOf(row)) : undefined;
  };
  const openIndex = rows?.findIndex((row) => row.id.id === entityId) ?? -1;
  useRowFocus(section, entityId, openIndex);

  const actions = useRowActions(props, { refresh, openId: entityId, close });
  const bulkActions = useMemo(() => actions.filter((action) => action.prepareBulk), [actions]);
  const canSelect = bulkActions.length > 0;
  const hasMenu = actions.length > 0;
  const isSelectable = (row: Row) => bulkActions.some((action) => rowsFor(action, [row]).length > 0);
  const bulk = useBulk({
    actions: bulkActions,
    selection,
    total,
    things: props.things,
    found: { ...props.found?.(state.filters), textSearch: state.search || undefined },
  });

  const { ref: room, width = 0 } = useWidth();
  const taken = (canSelect ? CHECKBOX_WIDTH : 0) + (hasMenu ? MENU_WIDTH : 0);
  const columns = useColumns(props.list, props.columns, width - taken, state.sortProperty);
  const drawn = columns.ready ? rows : undefined;
  const waiting = useDelayed(query.isPending || !columns.ready);

  const add = useAdding({ add: props.add, path: props.path, refresh });
  const { listActions = NO_ACTIONS } = props;
  const exporting = useExportAction({
    name: props.list,
    total: query.data && total,
    columns: columns.on,
    load: () => props.load(list.request),
  });
  const headerActions = useMemo<readonly ListAction[]>(
    () => [...(add ? [add] : []), ...listActions, exporting],
    [add, listActions, exporting],
  );
  useRowHints(
    () => section.current?.querySelector<HTMLElement>('[data-control="open"][tabindex="0"]')?.focus(),
    canSelect,
  );
  usePagerActions({ page: state.page, lastPage: list.lastPage, onPage: (page) => change({ page }) });

  const clearFilters = () =>
    change({ search: '', filters: Object.fromEntries(filterNames.map((name) => [name, undefined])) });
  const behindPanel = phone && entityId !== undefined;
  const selectable = (rows ?? []).filter(isSelectable);

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
          total={query.data && total}
          columns={columns}
          onRefresh={refresh}
          actions={headerActions}
        />
        <Box sx={{ display: 'flex', gap: 2, mb: 2.5, alignItems: 'center', flexWrap: 'wrap' }}>
          <SearchField value={state.search} placeholder={props.searchPlaceholder} onChange={search} />
          {props.filters?.map((filter) => (
            <FilterChip
              key={filter.name}
              filter={filter}
              value={state.filters[filter.name]}
              onChange={(value) => change({ filters: { [filter.name]: value } })}
            />
          ))}
        </Box>
        <ListCard
          liveProblem={props.liveProblem}
          list={list}
          empty={props.empty}
          add={add}
          onClearFilters={clearFilters}
          room={room}
          bar={
            selection.rows.size > 0 && (
              <SelectionBar
                actions={bulk.offered}
                selection={selection}
                selectable={selectable}
                total={total}
                start={bulk.start}
              />
            )
          }
        >
          <EntityTable
            label={props.title}
            columns={columns.shown}
            rows={drawn}
            skeleton={waiting ? 12 : undefined}
            nameOf={props.nameOf}
            hrefOf={hrefOf}
            openId={entityId}
            onToggle={(row) => (row.id.id === entityId ? close() : void navigate(hrefOf(row)))}
            state={state}
            onNear={props.onNearRows}
            onSort={(property) =>
              change({
                sortProperty: property,
                sortOrder: property === state.sortProperty && state.sortOrder === 'ASC' ? 'DESC' : 'ASC',
              })
            }
            selection={canSelect ? selection.rows : undefined}
            isSelectable={isSelectable}
            onSelect={selection.select}
            actionsOf={hasMenu ? (row) => offeredFor(actions, row) : undefined}
          />
        </ListCard>
      </Box>
      {entityId !== undefined &&
        props.details({
          id: entityId,
          row: rows?.[openIndex],
          actions,
          onClose: close,
          onPrevious: openAt(openIndex - 1),
          onNext: openIndex >= 0 ? openAt(openIndex + 1) : undefined,
        })}
    </>
  );
}
