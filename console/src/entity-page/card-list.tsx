import { Box, IconButton, Skeleton, Tooltip } from '@mui/material';
import { type MouseEvent as ClickEvent, type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Icon } from '../controls/icon.tsx';
import { ActionsMenu } from './actions-menu.tsx';
import { cardAfterKey } from './card-keys.ts';
import type { Identified } from './entity-action.ts';
import type { EntityTableProps } from './entity-table.tsx';
import { RowMenuButton } from './row-menu-button.tsx';
import { RowTick } from './row-tick.tsx';
import { useRangeSelection } from './use-range-selection.ts';

/** What a list gives those who draw its rows as cards. */
export type CardListProps<Row> = Pick<
  EntityTableProps<Row>,
  | 'label'
  | 'rows'
  | 'skeleton'
  | 'nameOf'
  | 'hrefOf'
  | 'openId'
  | 'onToggle'
  | 'onNear'
  | 'actionsOf'
  | 'selection'
  | 'onSelect'
  | 'isSelectable'
  | 'elsewhere'
>;

const GRID = {
  listStyle: 'none',
  m: 0,
  p: { xs: 2, sm: 3 },
  display: 'grid',
  gap: { xs: 2, sm: 3 },
  gridTemplateColumns: {
    xs: 'repeat(auto-fill, minmax(min(100%, 150px), 1fr))',
    sm: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
  },
} as const;

const CARD = {
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  gap: 2,
  minWidth: 0,
  p: 2,
  border: '1px solid var(--line)',
  borderRadius: '8px',
  background: 'var(--surface)',
  cursor: 'pointer',
  '&:hover': { borderColor: 'var(--accent)' },
  '&[data-open], &[data-selected]': { borderColor: 'var(--accent)', background: 'var(--accent-soft)' },
} as const;

/** Where all cards are selected: as high as the heads of a table, so that the bar of the selection lies over it. */
const HEAD = {
  position: 'sticky',
  top: 0,
  zIndex: 2,
  height: 37,
  display: 'flex',
  alignItems: 'center',
  paddingInlineStart: '6px',
  borderBottom: '1px solid var(--line)',
  background: 'var(--surface-2)',
  color: 'text.secondary',
  fontSize: 13,
} as const;

/** The box of a card, over its picture; its square stands on a ground of its own. */
const TICK = {
  position: 'absolute',
  zIndex: 1,
  top: 4,
  insetInlineStart: 4,
  '& input': { background: 'var(--surface)' },
} as const;

/** The columns that cards stand in, as the browser has laid them out. */
const columnsOf = (grid: Element) => getComputedStyle(grid).gridTemplateColumns.split(' ').length;

/**
 * The rows of a list as cards. One card at a time is a stop of the Tab key; arrow keys lead to the same control of the
 * others.
 */
export function CardList<Row extends Identified>(
  props: CardListProps<Row> & {
    /** What stands over the name. */
    pictureOf: (row: Row) => ReactNode;
    /** What stands below it. */
    textOf: (row: Row) => ReactNode;
    /** What stands beside what can be done with it. */
    noteOf: (row: Row) => ReactNode;
  },
) {
  const { t } = useTranslation();
  const { rows, actionsOf, selection, elsewhere } = props;
  const range = useRangeSelection(props);
  const selectable = selection ? (rows ?? []).filter((row) => props.isSelectable?.(row) ?? true) : [];
  const selectedHere = selectable.filter((row) => selection?.has(row.id.id)).length;
  const selectAll = elsewhere?.label ?? t('list.selectAllCards');
  const [current, setCurrent] = useState(0);
  const [menu, setMenu] = useState<{ anchor: HTMLElement; row: Row }>();
  const count = rows?.length ?? 0;
  const stop = Math.max(0, Math.min(current, count - 1));

  const toggle = (event: ClickEvent, row: Row) => {
    if ((event.target as HTMLElement).closest('a, button, input, label')) return;
    if (window.getSelection()?.toString()) return;
    props.onToggle(row);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    const control = (event.target as HTMLElement).closest<HTMLElement>('[data-control]');
    const card = control?.closest<HTMLElement>('[data-index]');
    if (!control || !card || event.ctrlKey || event.altKey || event.metaKey) return;
    const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
    const place = { count, columns: columnsOf(event.currentTarget), isRightToLeft };
    const index = Number(card.dataset.index);
    if (event.key === ' ' && control.dataset.control === 'open' && selection) {
      event.preventDefault();
      range.toggle(index, event.shiftKey);
      return;
    }
    const next = cardAfterKey(event.key, index, place);
    if (next === undefined) return;
    event.preventDefault();
    if (event.shiftKey && selection) range.extend(index, next);
    setCurrent(next);
    const other = event.currentTarget.querySelector<HTMLElement>(`[data-index="${next}"]`);
    (
      other?.querySelector<HTMLElement>(`[data-control="${control.dataset.control}"]`) ??
      other?.querySelector<HTMLElement>('[data-control="open"]')
    )?.focus();
  };

  return (
    <Box sx={{ flex: 1, minHeight: 0, overflowY: 'auto' }}>
      {(selectable.length > 0 || elsewhere) && (
        <Box sx={HEAD}>
          <RowTick
            label={selectAll}
            checked={elsewhere?.isOn ?? selectedHere === selectable.length}
            mixed={selectedHere > 0 && selectedHere < selectable.length}
            disabled={false}
            onChange={(checked) => (elsewhere ? elsewhere.turn(checked) : props.onSelect(selectable, checked))}
          />
          {/* Behind the bar once something is selected. */}
          <span aria-hidden style={{ marginInlineStart: 18 }}>
            {selectAll}
          </span>
        </Box>
      )}
      <Box
        component="ul"
        aria-label={props.label}
        onKeyDown={onKeyDown}
        onPointerOver={props.onNear}
        onFocus={(event) => {
          props.onNear?.();
          const index = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index;
          if (index !== undefined) setCurrent(Number(index));
        }}
        sx={GRID}
      >
        {rows?.map((row, index) => {
          const id = row.id.id;
          const name = props.nameOf(row);
          const tabIndex = index === stop ? 0 : -1;
          const first = actionsOf?.(row).find(({ primary }) => primary);
          return (
            <Box
              component="li"
              key={id}
              aria-label={name}
              data-row={id}
              data-index={index}
              data-open={id === props.openId ? '' : undefined}
              data-selected={selection?.has(id) ? '' : undefined}
              onClick={(event) => toggle(event, row)}
              sx={CARD}
            >
              {selectable.includes(row) && (
                <Box sx={TICK}>
                  <RowTick
                    label={t('list.selectRow', { name })}
                    checked={selection?.has(id) ?? false}
                    disabled={false}
                    tabIndex={tabIndex}
                    control="select"
                    onChange={(_, withShift) => range.toggle(index, withShift)}
                  />
                </Box>
              )}
              {props.pictureOf(row)}
              <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column', gap: 0.5 }}>
                <Box
                  component={Link}
                  to={props.hrefOf(row)}
                  tabIndex={tabIndex}
                  data-control="open"
                  sx={{ color: 'text.primary', textDecoration: 'none', fontWeight: 580, overflowWrap: 'anywhere' }}
                >
                  {/* In its own direction, and where the lines of the page begin. */}
                  <bdi>{name}</bdi>
                </Box>
                {props.textOf(row)}
              </Box>
              {/* As high before the note is there, which has two lines on a phone. */}
              <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: { xs: 40, sm: 28 } }}>
                <Box sx={{ flex: 1, minWidth: 0, fontSize: 12.5, color: 'text.secondary' }}>{props.noteOf(row)}</Box>
                {actionsOf && (
                  <>
                    {first && (
                      <Tooltip title={first.label}>
                        <IconButton
                          size="small"
                          tabIndex={tabIndex}
                          data-control="first"
                          aria-label={t('list.actionOn', { action: first.label, name })}
                          onClick={first.run}
                        >
                          <Icon name={first.icon} size={16} />
                        </IconButton>
                      </Tooltip>
                    )}
                    <RowMenuButton
                      name={name}
                      isOpen={menu?.row.id.id === id}
                      tabIndex={tabIndex}
                      onOpen={(anchor) => setMenu({ anchor, row })}
                    />
                  </>
                )}
              </Box>
            </Box>
          );
        })}
        {props.skeleton !== undefined &&
          Array.from({ length: props.skeleton }, (_, card) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the cards are all the same
            <Box component="li" key={card} sx={{ ...CARD, cursor: 'default' }}>
              <Skeleton variant="rounded" height={112} />
              <Skeleton variant="rounded" height={14} width={`${50 + ((card * 13) % 40)}%`} />
            </Box>
          ))}
      </Box>
      <ActionsMenu
        anchor={menu?.anchor}
        actions={menu && actionsOf ? actionsOf(menu.row) : []}
        onClose={() => setMenu(undefined)}
      />
    </Box>
  );
}
