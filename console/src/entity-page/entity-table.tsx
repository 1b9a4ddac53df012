import { Skeleton } from '@mui/material';
import { type MouseEvent as ClickEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../controls/icon.tsx';
import { rowHeight, useDensity } from '../theme/density.ts';
import { ActionsMenu } from './actions-menu.tsx';
import type { Column } from './columns.ts';
import type { Identified, OfferedAction } from './entity-action.ts';
import type { ListState } from './list-state.ts';
import { useRowKeys } from './row-keys.ts';
import { RowMenuButton } from './row-menu-button.tsx';
import { RowTick } from './row-tick.tsx';
import { useRangeSelection } from './use-range-selection.ts';
import { useRowWindow } from './use-row-window.ts';
import './entity-table.css';

/** Widths of the checkbox and menu columns, in px. */
export const CHECKBOX_WIDTH = 48;
export const MENU_WIDTH = 44;

export interface EntityTableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  /** Number of lines of the skeleton; undefined while there is nothing to wait for. */
  skeleton: number | undefined;
  nameOf: (row: Row) => string;
  hrefOf: (row: Row) => string;
  openId: string | undefined;
  onToggle: (row: Row) => void;
  state: ListState;
  onSort: (property: string) => void;
  /** Called when the pointer or the focus is over the rows. */
  onNear?: (() => void) | undefined;
  /** Absent: rows cannot be selected. */
  selection?: ReadonlyMap<string, Row> | undefined;
  onSelect: (rows: readonly Row[], selected: boolean) => void;
  isSelectable?: ((row: Row) => boolean) | undefined;
  /** Selects all that is found, where none of these rows can be selected, and others can. */
  elsewhere?: { label: string; isOn: boolean; turn: (on: boolean) => void } | undefined;
  /** What can be done with a row; absent: rows have no menu. */
  actionsOf?: ((row: Row) => readonly OfferedAction[]) | undefined;
}

/** The rows of a list: sticky header, sort by header, only the rows in view are drawn. */
export function EntityTable<Row extends Identified>(props: EntityTableProps<Row>) {
  const { t } = useTranslation();
  const density = useDensity();
  const scroll = useRef<HTMLDivElement>(null);
  const { columns, rows, selection, state, actionsOf, elsewhere } = props;
  const [menu, setMenu] = useState<{ anchor: HTMLElement; row: Row }>();
  const total = columns.reduce((sum, column) => sum + column.width, 0);
  const drawn = useRowWindow(scroll, rows?.length ?? 0, rowHeight(density));
  const range = useRangeSelection(props);
  const keys = useRowKeys({
    count: rows?.length ?? 0,
    drawn,
    scrollTo: drawn.scrollTo,
    onSpace: (index, shift) => selection && range.toggle(index, shift),
    onExtend: (from, to) => selection && range.extend(from, to),
  });
  const selectable = (rows ?? []).filter((row) => props.isSelectable?.(row) ?? true);
  const selectedHere = selectable.filter((row) => selection?.has(row.id.id)).length;
  const span = columns.length + (selection ? 1 : 0) + (actionsOf ? 1 : 0);

  const toggleRow = (event: ClickEvent, row: Row) => {
    // Links, buttons and checkboxes in the row do their own thing; selecting text is not a click.
    if ((event.target as HTMLElement).closest('a, button, input, label')) return;
    if (window.getSelection()?.toString()) return;
    props.onToggle(row);
  };

  return (
    <div ref={scroll} className="entity-table-scroll">
      <table className="entity-table" aria-label={props.label} aria-rowcount={rows ? rows.length + 1 : -1}>
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
                <RowTick
                  label={elsewhere?.label ?? t('list.selectAll')}
                  checked={elsewhere?.isOn ?? (selectable.length > 0 && selectedHere === selectable.length)}
                  mixed={selectedHere > 0 && selectedHere < selectable.length}
                  disabled={selectable.length === 0 && !elsewhere}
                  onChange={(checked) => (elsewhere ? elsewhere.turn(checked) : props.onSelect(selectable, checked))}
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
                  className={column.align}
                  aria-sort={sorted ? (state.sortOrder === 'ASC' ? 'ascending' : 'descending') : undefined}
                >
                  {sortProperty ? (
                    <button type="button" onClick={() => props.onSort(sortProperty)}>
                      <span>{column.title}</span>
                      {sorted && <Icon name={state.sortOrder === 'ASC' ? 'sortUp' : 'sortDown'} size={13} />}
                    </button>
                  ) : (
                    column.title
                  )}
                </th>
              );
            })}
            {actionsOf && (
              <th scope="col" className="menu">
                <span className="visually-hidden">{t('details.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody
          onKeyDown={keys.onKeyDown}
          onPointerOver={props.onNear}
          onFocus={(event) => {
            props.onNear?.();
            keys.onFocus(event);
          }}
        >
          {drawn.above > 0 && (
            <tr className="spacer">
              <td colSpan={span} style={{ height: drawn.above }} />
            </tr>
          )}
          {rows?.slice(drawn.start, drawn.end).map((row, place) => {
            const index = drawn.start + place;
            const id = row.id.id;
            const selected = selection?.has(id) ?? false;
            // One row at a time is a tab stop; arrow keys lead to the others.
            const tabIndex = keys.isStop(index) ? 0 : -1;
            const name = props.nameOf(row);
            return (
              <tr
                key={id}
                data-row={id}
                data-index={index}
                data-open={id === props.openId ? '' : undefined}
                aria-selected={selection ? selected : undefined}
                aria-rowindex={index + 2}
                onClick={(event) => toggleRow(event, row)}
              >
                {selection && (
                  <td className="check">
                    <RowTick
                      label={t('list.selectRow', { name })}
                      checked={selected}
                      disabled={!(props.isSelectable?.(row) ?? true)}
                      tabIndex={tabIndex}
                      control="select"
                      onChange={(_, withShift) => range.toggle(index, withShift)}
                    />
                  </td>
                )}
                {columns.map((column) => (
                  <td key={column.id} className={column.align ? `num ${column.align}` : 'num'}>
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
                    <RowMenuButton
                      name={name}
                      isOpen={menu?.row.id.id === id}
                      tabIndex={tabIndex}
                      onOpen={(anchor) => setMenu({ anchor, row })}
                    />
                  </td>
                )}
              </tr>
            );
          })}
          {drawn.below > 0 && (
            <tr className="spacer">
              <td colSpan={span} style={{ height: drawn.below }} />
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
      </table>
      <ActionsMenu
        anchor={menu?.anchor}
        actions={menu && actionsOf ? actionsOf(menu.row) : []}
        onClose={() => setMenu(undefined)}
      />
    </div>
  );
}
