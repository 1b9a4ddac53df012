import { Box, Button, useMediaQuery } from '@mui/material';
import type { PageData } from '@signalbox/contract/page';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type Action, useActions } from '../app/actions.ts';
import { openDialog } from '../app/dialogs.ts';
import { notifySuccess } from '../app/notices.ts';
import type { IconName } from '../controls/icon.tsx';
import { EmptyState, FailureState, OutdatedBar, useDelayed } from '../controls/states.tsx';
import { formatNumber } from '../i18n/format.ts';
import { BulkDialog, type BulkJob } from './bulk-dialog.tsx';
import type { Column } from './columns.ts';
import { useChosenColumns } from './columns-menu.tsx';
import { type Deletion, deleteAction } from './delete-action.ts';
import { attempt, type EntityAction, type Identified, offeredFor, rowsFor } from './entity-action.ts';
import type { DetailsControls } from './entity-details.tsx';
import { EntityTable } from './entity-table.tsx';
import { FilterChip, type ListFilter } from './filter-chip.tsx';
import { type ListAction, ListHeader } from './list-header.tsx';
import type { ListDefaults } from './list-state.ts';
import { Pager, usePagerActions } from './pager.tsx';
import { SearchField } from './search-field.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { withSameTab, withTab } from './tab-address.ts';
import { type ListRequest, useList } from './use-list.ts';

/** How new ones are made. */
export interface Adding<Saved extends Identified> {
  label: string;
  /** Draws the dialog; it closes with what it saved. */
  dialog: (close: (saved?: Saved) => void) => ReactNode;
  /** What is said then. */
  addedWords: (saved: Saved) => string;
  /** Tab of the details to begin with. */
  tab?: string | undefined;
  /** What else happens then, over its details. */
  after?: ((saved: Saved) => void) | undefined;
}

export interface EntityPageProps<Row extends Identified, Saved extends Identified> {
  /** Names the list in storage. */
  list: string;
  title: string;
  /** Path of the list; details are below it. */
  path: string;
  /** Query keys of the kind (first member) and of this list. */
  queryKey: readonly [string, ...unknown[]];
  load: (request: ListRequest) => Promise<PageData<Row>>;
  columns: readonly Column<Row>[];
  defaults: ListDefaults;
  filters?: readonly ListFilter[] | undefined;
  nameOf: (row: Row) => string;
  searchPlaceholder: string;
  /** What can be done with rows, besides deleting. Memoise the list. */
  actions?: readonly EntityAction<Row>[] | undefined;
  /** Absent: this person may not delete. Memoise. */
  deletion?: Omit<Deletion<Row>, 'nameOf' | 'changed' | 'leaving'> | undefined;
  /** Absent: this person may not add. */
  add?: Adding<Saved> | undefined;
  /** Other things to do with the list, such as an import; beside Add. */
  listActions?: readonly ListAction[] | undefined;
  empty: { icon: IconName; title: string; text: string };
  details: (controls: DetailsControls<Row>) => ReactNode;
  /** Called with the rows on screen. */
  onRows?: ((rows: readonly Row[]) => void) | undefined;
}

const NO_ACTIONS: readonly never[] = [];

/**
 * A list with its details panel: what every page of entities is made of. All its state is in the address, but for what
 * is selected. Of that a list of another customer or tenant knows nothing, though the router keeps the page.
 */
export function EntityPage<Row extends Identified, Saved extends Identified = Row>(props: EntityPageProps<Row, Saved>) {
  return <OnePage key={props.path} {...props} />;
}

function OnePage<Row extends Identified, Saved extends Identified>(props: EntityPageProps<Row, Saved>) {
  const { t } = useTranslation();
  const { entityId } = useParams();
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const filterNames = props.filters?.map((filter) => filter.name) ?? [];
  const list = useList({ ...props, filterNames });
  const { query, state, rows, total, change, refresh, selection } = list;
  const { shown, toggle, isChosen } = useChosenColumns(props.list, props.columns);
  const [job, setJob] = useState<BulkJob<Row>>();
  const waiting = useDelayed(query.isPending);
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

  // The panel has gone: the focus is back at its row, or where the row was.
  const lastOpen = useRef<{ id: string; index: number } | undefined>(undefined);
  useEffect(() => {
    if (entityId !== undefined) {
      lastOpen.current = { id: entityId, index: openIndex };
      return;
    }
    const before = lastOpen.current;
    lastOpen.current = undefined;
    if (!before || (document.activeElement && document.activeElement !== document.body)) return;
    const body = section.current;
    const row =
      body?.querySelector<HTMLElement>(`[data-row="${before.id}"] [data-control="open"]`) ??
      body?.querySelector<HTMLElement>(`[data-index="${Math.max(0, before.index)}"] [data-control="open"]`) ??
      body?.querySelector<HTMLElement>('[data-control="open"], [role="searchbox"]');
    row?.focus();
  });

  const latest = useRef({ close, entityId, props });
  latest.current = { close, entityId, props };
  const { actions: own = NO_ACTIONS, deletion } = props;
  const actions = useMemo<readonly EntityAction<Row>[]>(
    () =>
      deletion
        ? [
            ...own,
            deleteAction<Row>({
              ...deletion,
              nameOf: (row) => latest.current.props.nameOf(row),
              changed: refresh,
              leaving: (row) => {
                if (latest.current.entityId === row.id.id) latest.current.close();
              },
            }),
          ]
        : own,
    [own, deletion, refresh],
  );
  const bulkActions = useMemo(() => actions.filter((action) => action.prepareBulk), [actions]);
  const isSelectable = (row: Row) => bulkActions.some((action) => rowsFor(action, [row]).length > 0);

  const canAdd = props.add !== undefined;
  const [startAdding] = useState(() => async () => {
    const { add, path } = latest.current.props;
    if (!add) return;
    const saved = await openDialog<Saved>(add.dialog);
    if (!saved) return;
    refresh();
    notifySuccess(add.addedWords(saved));
    await navigate(`${path}/${saved.id.id}${add.tab ? `?tab=${add.tab}` : ''}`);
    add.after?.(saved);
  });
  const { listActions = NO_ACTIONS } = props;
  const addLabel = props.add?.label ?? '';
  const headerActions = useMemo<readonly ListAction[]>(
    () => [
      ...(canAdd
        ? [
            {
              id: 'add',
              label: addLabel,
              shortLabel: t('action.add'),
              icon: 'add' as const,
              keys: 'N',
              run: () => attempt(startAdding),
            },
          ]
        : []),
      ...listActions,
    ],
    [t, canAdd, addLabel, listActions, startAdding],
  );

  useActions(
    useMemo<Action[]>(
      () => [
        {
          id: 'rows',
          label: t('list.walk'),
          group: t('keys.list'),
          icon: 'table',
          // The table itself answers these; the palette leads there.
          keys: '↑ ↓',
          run: () => section.current?.querySelector<HTMLElement>('[data-control="open"][tabindex="0"]')?.focus(),
        },
        ...(bulkActions.length > 0
          ? [
              {
                id: 'select-row',
                label: t('list.selectFocused'),
                group: t('keys.list'),
                keys: t('keys.space'),
                hidden: true,
                run: () => {},
              },
            ]
          : []),
      ],
      [t, bulkActions.length],
    ),
  );

  // A link of the home page or the palette asks for the add dialog.
  const wantsAdd = address.has('add');
  useEffect(() => {
    if (!wantsAdd) return;
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('add');
        return next;
      },
      { replace: true },
    );
    attempt(startAdding);
  }, [wantsAdd, setAddress, startAdding]);

  usePagerActions({ page: state.page, lastPage: list.lastPage, onPage: (page) => change({ page }) });

  const startBulk = (action: EntityAction<Row>) => {
    const selected = rowsFor(action, [...selection.values()]);
    attempt(async () => {
      // One alone is done as from its row: a deletion can be undone then.
      const [first] = selected;
      if (selected.length === 1 && first && action.run && (action.isFor?.(first) ?? true)) {
        await action.run(first);
        list.clearSelection();
        return;
      }
      const work = await action.prepareBulk?.(selected);
      if (work) setJob({ ...work, rows: selected, nameOf: props.nameOf });
    });
  };

  // What can be done with some of them says with how many.
  const offeredBulk = bulkActions.flatMap((action) => {
    const count = rowsFor(action, [...selection.values()]).length;
    if (count === 0) return [];
    const { label } = action;
    const words = count < selection.size ? t('list.actionForSome', { label, formatted: formatNumber(count) }) : label;
    return [{ ...action, label: words }];
  });
  const clearFilters = () =>
    change({ search: '', filters: Object.fromEntries(filterNames.map((name) => [name, undefined])) });
  const behindPanel = phone && entityId !== undefined;

  return (
    <>
      <Box
        component="section"
        ref={section}
        aria-label={props.title}
        sx={{
          flex: 1,
          minWidth: 0,
          flexDirection: 'column',
          p: { xs: '12px 12px 0', sm: '16px 20px 0' },
        }}
        style={{ display: behindPanel ? 'none' : 'flex' }}
      >
        <ListHeader
          title={props.title}
          total={query.data && total}
          columns={props.columns}
          shown={shown}
          onToggleColumn={toggle}
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
        <Box
          sx={{
            flex: 1,
            minHeight: 0,
            display: 'flex',
            flexDirection: 'column',
            mb: { xs: 3, sm: 4 },
            background: 'var(--surface)',
            border: '1px solid var(--line)',
            borderRadius: '8px',
            boxShadow: 'var(--shadow)',
            overflow: 'hidden',
          }}
        >
          {query.isError && rows && <OutdatedBar error={query.error} onRetry={() => void query.refetch()} />}
          <Box sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', position: 'relative' }}>
            {selection.size > 0 && (
              <SelectionBar
                actions={offeredBulk}
                count={selection.size}
                start={startBulk}
                onClear={list.clearSelection}
              />
            )}
            {query.isError && !rows ? (
              <FailureState error={query.error} title={t('list.failed')} onRetry={() => void query.refetch()} />
            ) : rows && rows.length === 0 && !query.isPlaceholderData ? (
              list.filtered ? (
                <EmptyState icon="search" title={t('list.nothingFound')} text={t('list.nothingFoundText')}>
                  <Button onClick={clearFilters}>{t('list.clearFilters')}</Button>
                </EmptyState>
              ) : (
                <EmptyState {...props.empty}>
                  {canAdd && (
                    <Button variant="contained" color="primary" onClick={() => attempt(startAdding)}>
                      {addLabel}
                    </Button>
                  )}
                </EmptyState>
              )
            ) : (
              <EntityTable
                label={props.title}
                columns={shown}
                keepsAll={isChosen && !phone}
                rows={rows}
                skeleton={waiting ? 12 : undefined}
                nameOf={props.nameOf}
                hrefOf={hrefOf}
                openId={entityId}
                onToggle={(row) => (row.id.id === entityId ? close() : void navigate(hrefOf(row)))}
                state={state}
                onSort={(property) =>
                  change({
                    sortProperty: property,
                    sortOrder: property === state.sortProperty && state.sortOrder === 'ASC' ? 'DESC' : 'ASC',
                  })
                }
                selection={bulkActions.length > 0 ? selection : undefined}
                isSelectable={isSelectable}
                onSelect={list.select}
                actionsOf={actions.length === 0 ? undefined : (row) => offeredFor(actions, row)}
              />
            )}
          </Box>
          {rows && total > 0 && (
            <Pager
              page={state.page}
              pageSize={state.pageSize}
              total={total}
              onPage={(page) => change({ page })}
              onPageSize={(pageSize) => change({ pageSize })}
            />
          )}
        </Box>
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
      {job && (
        <BulkDialog
          job={job}
          onClose={(words) => {
            setJob(undefined);
            refresh();
            if (words) notifySuccess(words);
          }}
        />
      )}
    </>
  );
}
