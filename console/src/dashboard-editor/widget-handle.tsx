import { Box, IconButton } from '@mui/material';
import type { MouseEvent, PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import type { Box as Place } from '../dashboard/grid.ts';
import type { Cells, Edges } from './model/placing.ts';

type PointerHandlers = Record<
  'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel',
  (event: PointerEvent<HTMLElement>) => void
>;

/** Edges and corners that are dragged, and where they are. */
const GRIPS: readonly { edges: Edges; cursor: string }[] = [
  { edges: { x: 0, y: -1 }, cursor: 'ns-resize' },
  { edges: { x: 0, y: 1 }, cursor: 'ns-resize' },
  { edges: { x: -1, y: 0 }, cursor: 'ew-resize' },
  { edges: { x: 1, y: 0 }, cursor: 'ew-resize' },
  { edges: { x: -1, y: -1 }, cursor: 'nwse-resize' },
  { edges: { x: 1, y: 1 }, cursor: 'nwse-resize' },
  { edges: { x: 1, y: -1 }, cursor: 'nesw-resize' },
  { edges: { x: -1, y: 1 }, cursor: 'nesw-resize' },
];
/** px of a grip, inwards and outwards. */
const GRIP = 10;

function gripStyle({ x, y }: Edges) {
  const along = (edge: -1 | 0 | 1, start: string, end: string) =>
    edge === 0
      ? { [start]: GRIP, [end]: GRIP }
      : edge === -1
        ? { [start]: -GRIP / 2, [end]: 'auto' }
        : { [start]: 'auto', [end]: -GRIP / 2 };
  return {
    ...along(x, 'left', 'right'),
    ...along(y, 'top', 'bottom'),
    ...(x === 0 ? {} : { width: `${GRIP}px` }),
    ...(y === 0 ? {} : { height: `${GRIP}px` }),
  };
}

/** px; on narrower widgets only the menu has room. */
const WIDE = 140;

/** Lies over a widget while the dashboard is edited: takes it, moves it, and opens what can be done with it. */
export function WidgetHandle(props: {
  id: string;
  title: string;
  place: Place;
  cells: Cells;
  isSelected: boolean;
  isOpen: boolean;
  /** Handlers for moving it; absent where its place is not that of a grid. */
  onMove: PointerHandlers | undefined;
  onResize: ((edges: Edges) => PointerHandlers) | undefined;
  /** @param more adds to what is selected, or takes out of it */
  onSelect: (more: boolean) => void;
  onOpen: () => void;
  onMenu: (at: { x: number; y: number }) => void;
  onArrow: (byCol: number, byRow: number, isSize: boolean) => void;
}) {
  const { t } = useTranslation();
  const { title, place, cells, isSelected, onMove } = props;
  const label = t('dashboardEditor.handle', {
    title,
    ...{ width: cells.sizeX, height: cells.sizeY, column: cells.col + 1, row: cells.row + 1 },
  });
  const openMenu = (event: MouseEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isSelected) props.onSelect(false);
    const { left, bottom } = event.currentTarget.getBoundingClientRect();
    // The menu key has no place of its own.
    const at =
      event.clientX === 0 && event.clientY === 0 ? { x: left, y: bottom } : { x: event.clientX, y: event.clientY };
    props.onMenu(at);
  };
  return (
    <Box
      role="group"
      aria-label={title}
      style={{ left: place.left, top: place.top, width: place.width, height: place.height }}
      sx={{
        position: 'absolute',
        borderRadius: '8px',
        outline: isSelected ? '2px solid var(--accent)' : 'none',
        outlineOffset: '1px',
        ...(props.isOpen ? { boxShadow: '0 0 0 5px var(--accent-soft)' } : {}),
        '& .editor-tool': { opacity: isSelected ? 1 : 0 },
        '&:hover .editor-tool, &:focus-within .editor-tool': { opacity: 1 },
        '&:hover': isSelected ? {} : { outline: '1px solid var(--accent)' },
        '@media (hover: none)': { '& .editor-tool': { opacity: 1 } },
      }}
    >
      <Box
        component="button"
        type="button"
        aria-label={label}
        aria-pressed={isSelected}
        data-edited-widget={props.id}
        {...onMove}
        onPointerDown={(event: PointerEvent<HTMLElement>) => {
          const more = event.ctrlKey || event.metaKey || event.shiftKey;
          if (event.button === 0 && (more || !isSelected)) props.onSelect(more);
          onMove?.onPointerDown(event);
        }}
        onDoubleClick={props.onOpen}
        onContextMenu={openMenu}
        onKeyDown={(event) => {
          const [x, y] = ARROWS[event.key] ?? [0, 0];
          if (event.key === 'Enter') props.onOpen();
          else if (event.key === ' ') props.onSelect(event.ctrlKey || event.metaKey || event.shiftKey || isSelected);
          else if ((x !== 0 || y !== 0) && !event.ctrlKey && !event.metaKey && !event.altKey) {
            if (!isSelected) props.onSelect(false);
            else props.onArrow(x, y, event.shiftKey);
          } else return;
          event.preventDefault();
        }}
        sx={{
          position: 'absolute',
          inset: 0,
          p: 0,
          border: 0,
          background: 'transparent',
          borderRadius: '8px',
          cursor: onMove ? 'grab' : 'pointer',
          touchAction: isSelected ? 'none' : 'auto',
        }}
      />
      {props.onResize &&
        GRIPS.map(({ edges, cursor }) => (
          <Box
            key={`${edges.x} ${edges.y}`}
            aria-hidden
            data-grip={`${edges.x} ${edges.y}`}
            {...props.onResize?.(edges)}
            style={gripStyle(edges)}
            sx={{ position: 'absolute', cursor, touchAction: 'none', zIndex: 1 }}
          />
        ))}
      <Box
        className="editor-tool"
        sx={{
          position: 'absolute',
          top: 4,
          insetInlineEnd: 4,
          display: 'flex',
          zIndex: 2,
          borderRadius: '6px',
          background: 'var(--surface)',
          boxShadow: 'var(--shadow)',
        }}
      >
        {place.width > WIDE && (
          <IconButton size="small" aria-label={t('dashboardEditor.editWidget', { title })} onClick={props.onOpen}>
            <Icon name="edit" size={15} />
          </IconButton>
        )}
        <IconButton
          size="small"
          aria-label={t('dashboardEditor.widgetMenu', { title })}
          aria-haspopup="menu"
          onClick={openMenu}
        >
          <Icon name="more" size={15} />
        </IconButton>
      </Box>
    </Box>
  );
}

const ARROWS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
