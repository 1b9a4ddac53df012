import { Box, Checkbox, IconButton, Skeleton } from '@mui/material';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../controls/icon.tsx';
import { rowHeight, useDensity } from '../theme/density.ts';
import { ActionsMenu } from './actions-menu.tsx';
import { type Column, columnsThatFit } from './columns.ts';
import type { Identified, OfferedAction } from './entity-action.ts';
import type { ListState } from './list-state.ts';
import { useRowKeys } from './row-keys.ts';

const CHECKBOX_WIDTH = 48;
const MENU_WIDTH = 44;

const styles = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  tableLayout: 'fixed',
  fontSize: 13,
  '& th': {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    height: 36,
    p: '0 12px',
    textAlign: 'start',
    fontWeight: 550,
    color: 'text.secondary',
    background: 'var(--surface-2)',
    borderBottom: '1px solid var(--line)',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& td': {
    height: 'var(--row)',
    p: '0 12px',
    color: 'text.secondary',
    borderBottom: '1px solid var(--line-2)',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
  '& .check': { p: 0, paddingInlineStart: '6px', overflow: 'visible' },
  // The menu stays in sight when chosen columns make the table wider than its place.
  '& .menu': {
    p: 0,
    paddingInlineEnd: '4px',
    textAlign: 'end',
    overflow: 'visible',
    position: 'sticky',
    insetInlineEnd: 0,
  },
  '& td.menu': { background: 'var(--surface)' },
  '& tr.spacer td': { p: 0, border: 0 },
  '& tbody tr[data-row]': { cursor: 'pointer' },
  '& tbody tr[data-row]:hover td': { background: 'var(--surface-2)' },
  '& tbody tr[aria-selected=true] td, & tbody tr[data-open] td': { background: 'var(--accent-soft)' },
  '& th button': {
    font: 'inherit',
    color: 'inherit',
    background: 'none',
    border: 0,
    p: 0,
    minHeight: 28,
    cursor: 'pointer',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 1,
  },
  '& a': { color: 'text.primary', textDecoration: 'none', fontWeight: 550 },
  '& :focus-visible': { outlineOffset: '-2px' },
} as const;

export interface EntityTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  /** All columns are drawn, however little room there is. */
  keepsAll: boolean;
  rows: readonly Row[] | undefined;
  /** Number of lines of the skeleton; undefined while there is nothing to wait for. */
  skeleton: number | undefined;
  nameOf: (row: Row) => string;
  hrefOf: (row: Row) => string;
  openId: string | undefined;
  onToggle: (row: Row) => void;
  state: ListState;
  onSort: (property: string) => void;
  /** Absent: rows cannot be selected. */
  selection?: ReadonlyMap<string, Row> | undefined;
  onSelect: (rows: readonly Row[], selected: boolean) => void;
  isSelectable?: ((row: Row) => boolean) | undefined;
  /** What can be done with a row; absent: rows have no menu. */
  actionsOf?: ((row: Row) => readonly OfferedAction[]) | undefined;
}

/** Width of an element, followed. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(1000);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

/** The rows of a list: sticky header, sort by header, only the rows in view are drawn. */
export function EntityTable<Row extends Identified>(props: EntityTableProps<Row>) {
  const { t } = useTranslation();
  const density = useDensity();
  const { ref, width } = useWidth();
  const { rows, selection, state, actionsOf } = props;
  const [menu, setMenu] = useState<{ anchor: HTMLElement; row: Row }>();
  const taken = (selection ? CHECKBOX_WIDTH : 0) + (actionsOf ? MENU_WIDTH : 0);
  const columns = props.keepsAll ? props.columns : columnsThatFit(props.columns, width - taken);
  const total = columns.reduce((sum, column) => sum + column.width, 0);
  const virtual = useVirtualizer({
    count: rows?.length ?? 0,
    getScrollElement: () => ref.current,
    estimateSize: () => rowHeight(density),
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another density means other heights
  useEffect(() => virtual.measure(), [density]);
  const drawn = virtual.getVirtualItems();
  const keys = useRowKeys({
    count: rows?.length ?? 0,
    drawn,
    scrollTo: (index) => virtual.scrollToIndex(index),
    onSpace: (index) => {
      const row = rows?.[index];
      if (row && selection && (props.isSelectable?.(row) ?? true)) props.onSelect([row], !selection.has(row.id.id));
    },
  });
  const above = drawn[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  const selectable = (rows ?? []).filter((row) => props.isSelectable?.(row) ?? true);
  const selectedHere = selectable.filter((row) => selection?.has(row.id.id)).length;
  const span = columns.length + (selection ? 1 : 0) + (actionsOf ? 1 : 0);

  const toggleRow = (event: MouseEvent, row: Row) => {
    // Links, buttons and checkboxes in the row do their own thing; selecting text is not a click.
    if ((event.target as HTMLElement).closest('a, button, input, label')) return;
    if (window.getSelection()?.toString()) return;
    props.onToggle(row);
  };

  return (
    <Box ref={ref} sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
      <Box
        component="table"
        aria-label={props.label}
        aria-rowcount={rows ? rows.length + 1 : -1}
        sx={styles}
        style={{ minWidth: props.keepsAll ? total + taken : undefined }}
      >
        <colgroup>
          {selection && <col style={{ width: CHECKBOX_WIDTH }} />}
          {columns.map((column) => (
            <col key={column.id} style={{ width: `${(column.width / total) * 100}%` }} />
          ))}
          {actionsOf && <col style={{ width: MENU_WIDTH }} />}
        </colgroup>
        <thead>
          <tr>
            {selection && (
              <th scope="col" className="check">
                <Checkbox
                  size="small"
                  checked={selectable.length > 0 && selectedHere === selectable.length}
                  indeterminate={selectedHere > 0 && selectedHere < selectable.length}
                  disabled={selectable.length === 0}
                  onChange={(event) => props.onSelect(selectable, event.target.checked)}
                  slotProps={{ input: { 'aria-label': t('list.selectAll') } }}
                />
              </th>
            )}
            {columns.map((column) => {
              const sorted = column.sortProperty !== undefined && column.sortProperty === state.sortProperty;
              const { sortProperty } = column;
              return (
                <th
                  key={column.id}
                  scope="col"
                  style={{ textAlign: column.align ?? 'start' }}
                  aria-sort={sorted ? (state.sortOrder === 'ASC' ? 'ascending' : 'descending') : undefined}
                >
                  {sortProperty ? (
                    <button type="button" onClick={() => props.onSort(sortProperty)}>
                      {column.title}
                      {sorted && <Icon name={state.sortOrder === 'ASC' ? 'sortUp' : 'sortDown'} size={13} />}
                    </button>
                  ) : (
                    column.title
                  )}
                </th>
              );
            })}
            {actionsOf && (
              <th scope="col" className="menu" style={{ zIndex: 2 }}>
                <span className="visually-hidden">{t('details.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody onKeyDown={keys.onKeyDown} onFocus={keys.onFocus}>
          {above > 0 && (
            <tr className="spacer">
              <td colSpan={span} style={{ height: above }} />
            </tr>
          )}
          {rows &&
            drawn.map((item) => {
              const row = rows[item.index] as Row;
              const id = row.id.id;
              const selected = selection?.has(id) ?? false;
              // One row at a time is on the way of the Tab key; arrow keys lead to the others.
              const tabIndex = keys.isStop(item.index) ? 0 : -1;
              const name = props.nameOf(row);
              return (
                <tr
                  key={id}
                  data-row={id}
                  data-index={item.index}
                  data-open={id === props.openId ? '' : undefined}
                  aria-selected={selection ? selected : undefined}
                  aria-rowindex={item.index + 2}
                  onClick={(event) => toggleRow(event, row)}
                >
                  {selection && (
                    <td className="check">
                      <Checkbox
                        size="small"
                        checked={selected}
                        disabled={!(props.isSelectable?.(row) ?? true)}
                        tabIndex={tabIndex}
                        onChange={(event) => props.onSelect([row], event.target.checked)}
                        slotProps={{
                          input: { 'aria-label': t('list.selectRow', { name }), ...{ 'data-control': 'select' } },
                        }}
                      />
                    </td>
                  )}
                  {columns.map((column) => (
                    <td key={column.id} style={{ textAlign: column.align ?? 'start' }} className="num">
                      {column.isName ? (
                        <Link to={props.hrefOf(row)} title={name} tabIndex={tabIndex} data-control="open">
                          {column.cell(row)}
                        </Link>
                      ) : (
                        column.cell(row)
                      )}
                    </td>
                  ))}
                  {actionsOf && (
                    <td className="menu">
                      <IconButton
                        size="small"
                        tabIndex={tabIndex}
                        data-control="menu"
                        aria-label={t('list.actionsOf', { name })}
                        aria-haspopup="menu"
                        aria-expanded={menu?.row.id.id === id}
                        onClick={(event) => setMenu({ anchor: event.currentTarget, row })}
                      >
                        <Icon name="more" size={16} />
                      </IconButton>
                    </td>
                  )}
                </tr>
              );
            })}
          {below > 0 && (
            <tr className="spacer">
              <td colSpan={span} style={{ height: below }} />
            </tr>
          )}
          {props.skeleton !== undefined &&
            Array.from({ length: props.skeleton }, (_, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all the same
              <tr key={line}>
                {selection && <td />}
                {columns.map((column) => (
                  <td key={column.id}>
                    <Skeleton variant="rounded" height={14} width={`${50 + ((line * 13) % 40)}%`} />
                  </td>
                ))}
                {actionsOf && <td />}
              </tr>
            ))}
        </tbody>
      </Box>
      <ActionsMenu
        anchor={menu?.anchor}
        actions={menu && actionsOf ? actionsOf(menu.row) : []}
        onClose={() => setMenu(undefined)}
      />
    </Box>
  );
}
