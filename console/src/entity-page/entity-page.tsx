import { Box, Button, IconButton, Tooltip, useMediaQuery } from '@mui/material';
import type { PageData } from '@signalbox/contract/page';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { type Action, useActions } from '../app/actions.ts';
import { ask } from '../app/dialogs.ts';
import { notifySuccess } from '../app/notices.ts';
import { useHiddenIds } from '../app/undoable.ts';
import { Icon, type IconName } from '../controls/icon.tsx';
import { EmptyState, FailureState, useDelayed } from '../controls/states.tsx';
import { formatNumber } from '../i18n/format.ts';
import { BulkDialog, type BulkJob } from './bulk-dialog.tsx';
import type { Column } from './columns.ts';
import { ColumnsMenu, useChosenColumns } from './columns-menu.tsx';
import { EntityTable } from './entity-table.tsx';
import { FilterChip, type ListFilter } from './filter-chip.tsx';
import { type ListDefaults, type ListState, readListState, writeListState } from './list-state.ts';
import { Pager } from './pager.tsx';
import { SearchField } from './search-field.tsx';

/** What a list asks its loader for. */
export interface ListRequest {
  link: {
    pageSize: number;
    page: number;
    textSearch?: string | undefined;
    sortProperty: string;
    sortOrder: 'ASC' | 'DESC';
  };
  filters: ListState['filters'];
}

export interface BulkAction<Row> {
  id: string;
  label: string;
  icon: IconName;
  /** Starts it for the selected rows; `run` shows the progress of a job. */
  start: (rows: readonly Row[], run: (job: Omit<BulkJob<Row>, 'rows' | 'nameOf'>) => void) => void;
}

/** What the details panel gets besides the id. */
export interface DetailsControls {
  onClose: () => void;
  /** Absent at the ends of the page. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
}

export interface EntityPageProps<Row> {
  /** Names the list in storage. */
  list: string;
  title: string;
  /** Path of the list; details are below it. */
  path: string;
  queryKey: readonly unknown[];
  load: (request: ListRequest) => Promise<PageData<Row>>;
  columns: readonly Column<Row>[];
  defaults: ListDefaults;
  filters?: readonly ListFilter[] | undefined;
  idOf: (row: Row) => string;
  nameOf: (row: Row) => string;
  searchPlaceholder: string;
  isSelectable?: ((row: Row) => boolean) | undefined;
  bulkActions?: readonly BulkAction<Row>[] | undefined;
  /** Deletes one; absent: this user may not delete. */
  remove?: ((row: Row) => Promise<unknown>) | undefined;
  add?: { label: string; run: () => void } | undefined;
  /** Other ways to get new ones, such as an import; beside Add. */
  moreActions?: readonly { label: string; icon: IconName; run: () => void }[] | undefined;
  /** What must be typed before rows are deleted. */
  removeTyped?: ((rows: readonly Row[]) => string) | undefined;
  empty: { icon: IconName; title: string; text: string };
  details: (id: string, controls: DetailsControls) => ReactNode;
  /** Called with the rows on screen. */
  onRows?: ((rows: readonly Row[]) => void) | undefined;
}

/** A list with its details panel: what every page of entities is made of. All its state is in the address. */
export function EntityPage<Row>(props: EntityPageProps<Row>) {
  const { t } = useTranslation();
  const { entityId } = useParams();
  const [address, setAddress] = useSearchParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const filterNames = props.filters?.map((filter) => filter.name) ?? [];
  const sortable = props.columns.flatMap((column) => column.sortProperty ?? []);
  const state = readListState(address, props.defaults, filterNames, sortable);
  const { shown, toggle } = useChosenColumns(props.list, props.columns);
  const [selection, setSelection] = useState<ReadonlyMap<string, Row>>(new Map());
  const [job, setJob] = useState<BulkJob<Row>>();

  const request: ListRequest = {
    link: {
      pageSize: state.pageSize,
      page: state.page,
      textSearch: state.search || undefined,
      sortProperty: state.sortProperty,
      sortOrder: state.sortOrder,
    },
    filters: state.filters,
  };
  const query = useQuery({
    queryKey: [...props.queryKey, 'list', request],
    queryFn: () => props.load(request),
    placeholderData: keepPreviousData,
  });
  const hidden = useHiddenIds();
  const { idOf } = props;
  const loaded = query.data?.data;
  // What can still be brought back by Undo is gone to the eye.
  // biome-ignore lint/correctness/useExhaustiveDependencies: which member is the id does not change
  const rows = useMemo(
    () => (hidden.size === 0 ? loaded : loaded?.filter((row) => !hidden.has(idOf(row)))),
    [loaded, hidden],
  );
  const total = (query.data?.totalElements ?? 0) - ((loaded?.length ?? 0) - (rows?.length ?? 0));
  const waiting = useDelayed(query.isPending);
  const filtered = state.search !== '' || Object.keys(state.filters).length > 0;

  const { onRows } = props;
  useEffect(() => {
    if (rows) onRows?.(rows);
  }, [rows, onRows]);

  const change = useCallback(
    (what: Parameters<typeof writeListState>[1]) => {
      setSelection(new Map());
      setAddress((now) => writeListState(now, what, props.defaults), { replace: what.search !== undefined });
    },
    [setAddress, props.defaults],
  );
  const search = useCallback((text: string) => change({ search: text }), [change]);

  // Rows were deleted and this page does not exist any more.
  const lastPage = Math.max(0, Math.ceil(total / state.pageSize) - 1);
  useEffect(() => {
    if (query.data && !query.isPlaceholderData && state.page > lastPage) change({ page: lastPage });
  }, [query.data, query.isPlaceholderData, state.page, lastPage, change]);

  const refresh = useCallback(() => {
    setSelection(new Map());
    void queryClient.invalidateQueries({ queryKey: props.queryKey });
  }, [queryClient, props.queryKey]);

  const keep = () => {
    const text = address.toString();
    return text ? `?${text}` : '';
  };
  const hrefOf = (row: Row) => `${props.path}/${props.idOf(row)}${keep()}`;
  const close = () => {
    const next = new URLSearchParams(address);
    next.delete('tab');
    void navigate({ pathname: props.path, search: next.toString() });
  };
  const openAt = (index: number) => {
    const row = rows?.[index];
    return row ? () => void navigate(hrefOf(row)) : undefined;
  };
  const openIndex = rows?.findIndex((row) => props.idOf(row) === entityId) ?? -1;

  const { add } = props;
  const actions = useMemo<Action[]>(
    () => [
      { id: 'refresh', label: t('action.refresh'), group: t('keys.list'), icon: 'refresh', keys: 'R', run: refresh },
      ...(add
        ? [{ id: 'add', label: add.label, group: t('keys.list'), icon: 'add' as const, keys: 'N', run: add.run }]
        : []),
    ],
    [t, refresh, add],
  );
  useActions(actions);

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
    add?.run();
  }, [wantsAdd, add, setAddress]);

  const selected = [...selection.values()];
  const canSelect = Boolean(props.remove) || (props.bulkActions?.length ?? 0) > 0;
  const run = (what: Omit<BulkJob<Row>, 'rows' | 'nameOf'>) =>
    setJob({ ...what, rows: selected, nameOf: props.nameOf });

  async function removeSelected() {
    const { remove } = props;
    if (!remove) return;
    const names = selected.slice(0, 5).map((row) => `• ${props.nameOf(row)}`);
    const more = selected.length > 5 ? `\n${t('list.andMore', { count: selected.length - 5 })}` : '';
    const sure = await ask({
      title: t('list.deleteTitle', { count: selected.length }),
      content: `${names.join('\n')}${more}\n\n${t('list.deleteText')}`,
      confirmLabel: t('action.delete'),
      cancelLabel: t('action.cancel'),
      destructive: true,
      typed: props.removeTyped?.(selected),
    });
    if (sure) run({ title: t('list.deleting', { count: selected.length }), work: remove });
  }

  const controls: DetailsControls = {
    onClose: close,
    onPrevious: openAt(openIndex - 1),
    onNext: openIndex >= 0 ? openAt(openIndex + 1) : undefined,
  };

  return (
    <>
      <Box
        component="section"
        aria-label={props.title}
        sx={{
          flex: 1,
          minWidth: 0,
          display: 'flex',
          flexDirection: 'column',
          p: { xs: '12px 12px 0', sm: '16px 20px 0' },
        }}
        hidden={phone && entityId !== undefined}
        style={phone && entityId !== undefined ? { display: 'none' } : undefined}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2.5, mb: 3, minHeight: 36 }}>
          <Box
            component="h1"
            sx={{ typography: 'h1', m: 0, whiteSpace: 'nowrap', overflow: 'hidden', textOverflow: 'ellipsis' }}
          >
            {props.title}
          </Box>
          {query.data && (
            <Box component="span" className="num" sx={{ color: 'text.disabled' }}>
              {formatNumber(total)}
            </Box>
          )}
          <Box sx={{ flex: 1 }} />
          <ColumnsMenu columns={props.columns} shown={shown} toggle={toggle} />
          <Tooltip title={t('action.refresh')}>
            <IconButton aria-label={t('action.refresh')} onClick={refresh}>
              <Icon name="refresh" />
            </IconButton>
          </Tooltip>
          {props.moreActions?.map((action) => (
            <Button
              key={action.label}
              startIcon={<Icon name={action.icon} size={16} />}
              onClick={action.run}
              sx={{ display: { xs: 'none', sm: 'inline-flex' } }}
            >
              {action.label}
            </Button>
          ))}
          {add && (
            <Button variant="contained" color="primary" startIcon={<Icon name="add" size={16} />} onClick={add.run}>
              {add.label}
            </Button>
          )}
        </Box>
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
          {selected.length > 0 && (
            <Box
              role="toolbar"
              aria-label={t('list.selected', { count: selected.length })}
              sx={{
                display: 'flex',
                alignItems: 'center',
                gap: 2,
                flexWrap: 'wrap',
                p: '6px 12px',
                background: 'var(--accent-soft)',
                color: 'var(--accent-text)',
                fontWeight: 550,
              }}
            >
              <span aria-live="polite">{t('list.selected', { count: selected.length })}</span>
              <Box sx={{ flex: 1 }} />
              {props.bulkActions?.map((action) => (
                <Button
                  key={action.id}
                  size="small"
                  startIcon={<Icon name={action.icon} size={16} />}
                  onClick={() => action.start(selected, run)}
                >
                  {action.label}
                </Button>
              ))}
              {props.remove && (
                <Button
                  size="small"
                  color="error"
                  startIcon={<Icon name="delete" size={16} />}
                  onClick={() => void removeSelected()}
                >
                  {t('action.delete')}
                </Button>
              )}
              <Button size="small" variant="text" onClick={() => setSelection(new Map())}>
                {t('action.clear')}
              </Button>
            </Box>
          )}
          {query.isError && !rows ? (
            <FailureState error={query.error} title={t('list.failed')} onRetry={() => void query.refetch()} />
          ) : rows && rows.length === 0 && !query.isPlaceholderData ? (
            filtered ? (
              <EmptyState icon="search" title={t('list.nothingFound')} text={t('list.nothingFoundText')}>
                <Button
                  onClick={() =>
                    change({ search: '', filters: Object.fromEntries(filterNames.map((name) => [name, undefined])) })
                  }
                >
                  {t('list.clearFilters')}
                </Button>
              </EmptyState>
            ) : (
              <EmptyState icon={props.empty.icon} title={props.empty.title} text={props.empty.text}>
                {add && (
                  <Button variant="contained" color="primary" onClick={add.run}>
                    {add.label}
                  </Button>
                )}
              </EmptyState>
            )
          ) : (
            <EntityTable
              label={props.title}
              columns={shown}
              rows={rows}
              skeleton={waiting ? 12 : undefined}
              idOf={props.idOf}
              nameOf={props.nameOf}
              hrefOf={hrefOf}
              openId={entityId}
              onToggle={(row) => (props.idOf(row) === entityId ? close() : void navigate(hrefOf(row)))}
              state={state}
              onSort={(property) =>
                change({
                  sortProperty: property,
                  sortOrder: property === state.sortProperty && state.sortOrder === 'ASC' ? 'DESC' : 'ASC',
                })
              }
              selection={canSelect ? selection : undefined}
              isSelectable={props.isSelectable}
              onSelect={(changed, on) => {
                const next = new Map(selection);
                for (const row of changed) {
                  if (on) next.set(props.idOf(row), row);
                  else next.delete(props.idOf(row));
                }
                setSelection(next);
              }}
            />
          )}
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
      {entityId !== undefined && props.details(entityId, controls)}
      {job && (
        <BulkDialog
          job={job}
          onClose={() => {
            setJob(undefined);
            refresh();
            notifySuccess(t('bulk.done'));
          }}
        />
      )}
    </>
  );
}
