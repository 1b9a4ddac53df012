import { Box, Checkbox, Skeleton } from '@mui/material';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../controls/icon.tsx';
import { rowHeight, useDensity } from '../theme/density.ts';
import { type Column, columnsThatFit } from './columns.ts';
import type { ListState } from './list-state.ts';

const CHECKBOX_WIDTH = 48;

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
  '& .check': { p: '0 0 0 6px', overflow: 'visible' },
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
} as const;

export interface EntityTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  /** Number of lines of the skeleton; undefined while there is nothing to wait for. */
  skeleton: number | undefined;
  idOf: (row: Row) => string;
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
export function EntityTable<Row>(props: EntityTableProps<Row>) {
  const { t } = useTranslation();
  const density = useDensity();
  const { ref, width } = useWidth();
  const { rows, selection, idOf, state } = props;
  const columns = columnsThatFit(props.columns, width - (selection ? CHECKBOX_WIDTH : 0));
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
  const above = drawn[0]?.start ?? 0;
  const below = virtual.getTotalSize() - (drawn.at(-1)?.end ?? 0);
  const selectable = (rows ?? []).filter((row) => props.isSelectable?.(row) ?? true);
  const selectedHere = selectable.filter((row) => selection?.has(idOf(row))).length;
  const span = columns.length + (selection ? 1 : 0);

  const toggleRow = (event: MouseEvent, row: Row) => {
    // Links, buttons and checkboxes in the row do their own thing; selecting text is not a click.
    if ((event.target as HTMLElement).closest('a, button, input, label')) return;
    if (window.getSelection()?.toString()) return;
    props.onToggle(row);
  };

  return (
    <Box ref={ref} sx={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
      <Box component="table" aria-label={props.label} aria-rowcount={rows ? rows.length + 1 : -1} sx={styles}>
        <colgroup>
          {selection && <col style={{ width: CHECKBOX_WIDTH }} />}
          {columns.map((column) => (
            <col key={column.id} style={{ width: `${(column.width / total) * 100}%` }} />
          ))}
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
          </tr>
        </thead>
        <tbody>
          {above > 0 && (
            <tr className="spacer">
              <td colSpan={span} style={{ height: above }} />
            </tr>
          )}
          {rows &&
            drawn.map((item) => {
              const row = rows[item.index] as Row;
              const id = idOf(row);
              const selected = selection?.has(id) ?? false;
              return (
                <tr
                  key={id}
                  data-row={id}
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
                        onChange={(event) => props.onSelect([row], event.target.checked)}
                        slotProps={{ input: { 'aria-label': t('list.selectRow', { name: props.nameOf(row) }) } }}
                      />
                    </td>
                  )}
                  {columns.map((column) => (
                    <td key={column.id} style={{ textAlign: column.align ?? 'start' }} className="num">
                      {column.isName ? (
                        <Link to={props.hrefOf(row)} title={props.nameOf(row)}>
                          {column.cell(row)}
                        </Link>
                      ) : (
                        column.cell(row)
                      )}
                    </td>
                  ))}
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
              </tr>
            ))}
        </tbody>
      </Box>
    </Box>
  );
}
