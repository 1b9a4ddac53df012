import { Box, Button } from '@mui/material';
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { EmptyState } from '../controls/states.tsx';
import type { GridLayerProps } from '../dashboard/dashboard-props.ts';
import { type CellGrid, isHiddenOnPhones, type Box as Place } from '../dashboard/grid.ts';
import { useDashboardEditing } from './editor-context.ts';
import { type Cells, cellsOf } from './model/placing.ts';
import { type GridDrag, useGridDrag } from './use-grid-drag.ts';
import { WidgetHandle } from './widget-handle.tsx';

const NOTHING: ReadonlySet<string> = new Set();

function boxOf(grid: CellGrid, { col, row, sizeX, sizeY }: Cells): Place {
  return {
    left: grid.margin + col * grid.cellWidth,
    top: grid.margin + row * grid.cellHeight,
    width: sizeX * grid.cellWidth - grid.margin,
    height: sizeY * grid.cellHeight - grid.margin,
  };
}

/** How a widget looks while something is done with it; by its id. */
type Looks = ReadonlyMap<string, Partial<Record<'transform' | 'opacity' | 'zIndex', string>>>;

function looksOf(items: GridLayerProps['items'], isMobile: boolean, drag: GridDrag | undefined): Looks {
  const looks = new Map<string, Partial<Record<'transform' | 'opacity' | 'zIndex', string>>>();
  // Those that phones leave out are there to be found again.
  if (isMobile) for (const item of items) if (isHiddenOnPhones(item)) looks.set(item.id, { opacity: '0.45' });
  for (const id of drag && !drag.isResize ? drag.ids : [])
    looks.set(id, { transform: `translate(${drag?.dx}px, ${drag?.dy}px)`, opacity: '0.7', zIndex: '4' });
  return looks;
}

/** Gives widgets their looks for a while. They are not drawn again for that. */
function useLooks(box: RefObject<HTMLElement | null>, looks: Looks): void {
  useLayoutEffect(() => {
    const undo: (() => void)[] = [];
    for (const [id, look] of looks) {
      const element = box.current?.querySelector<HTMLElement>(`[data-widget="${CSS.escape(id)}"]`);
      if (!element) continue;
      for (const [name, value] of Object.entries(look) as [keyof typeof look, string][]) {
        const before = element.style[name];
        element.style[name] = value;
        undo.push(() => {
          element.style[name] = before;
        });
      }
    }
    return () => {
      for (const one of undo) one();
    };
  });
}

/** Lies over the widgets of a layout, which can be selected, moved and resized. */
export function EditLayer({ layout, place, isMobile, items, placed, cells, height, box }: GridLayerProps) {
  const { t } = useTranslation();
  const { edits, selection, select, panel, setPanel, setMenu, lastPlace, showsState, lastAdded } =
    useDashboardEditing();
  const selected =
    selection && selection.place.state === place.state && selection.place.layout === place.layout
      ? selection.ids
      : NOTHING;

  const { drag, handlers } = useGridDrag(layout, cells, box, (to) => edits.move(place, to));
  useLooks(box, looksOf(items, isMobile, drag));

  // What is pasted before anything was touched goes into the main layout, or into the one that is shown alone.
  useEffect(() => {
    if (place.layout === 'main' || isMobile) showsState(place);
  }, [place, isMobile, showsState]);

  // What was added may be below what is in sight.
  const isPlaced = placed !== undefined;
  useEffect(() => {
    const added = lastAdded.current;
    if (!isPlaced || added === undefined || !layout.widgets[added]) return;
    lastAdded.current = undefined;
    box.current?.querySelector(`[data-edited-widget="${CSS.escape(added)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [layout, isPlaced, lastAdded, box]);

  const choose = (id: string, more: boolean) => {
    lastPlace.current = place;
    const ids = new Set(more ? selected : []);
    if (more && ids.has(id)) ids.delete(id);
    else ids.add(id);
    select(place, ids);
    // An open panel follows what is selected.
    if (panel && 'widget' in panel && !more) setPanel({ widget: id, place });
  };
  const open = (id: string) => {
    choose(id, false);
    setPanel({ widget: id, place });
  };
  const cellAt = (x: number, y: number) => {
    const element = box.current;
    if (!element || !cells) return undefined;
    const { left, top } = element.getBoundingClientRect();
    return {
      col: Math.max(0, Math.floor((x - left - cells.margin) / cells.cellWidth)),
      row: Math.max(0, Math.floor((y - top + element.scrollTop - cells.margin) / cells.cellHeight)),
    };
  };

  return (
    <Box
      style={{ height }}
      onPointerDown={(event) => {
        lastPlace.current = place;
        const element = event.target as HTMLElement;
        if (event.button === 0 && !element.closest('[data-edited-widget], button, [data-grip]')) select(place, []);
      }}
      onContextMenu={(event) => {
        if (event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        setMenu({ x: event.clientX, y: event.clientY, place, cell: cellAt(event.clientX, event.clientY) });
      }}
      sx={{ position: 'absolute', top: 0, left: 0, right: 0, minHeight: '100%' }}
    >
      {items.length === 0 && (
        <EmptyState icon="dashboards" title={t('dashboardEditor.empty')} text={t('dashboardEditor.emptyText')}>
          <Button
            variant="contained"
            color="primary"
            startIcon={<Icon name="add" />}
            onClick={() => setPanel({ library: place })}
          >
            {t('dashboardEditor.addWidget')}
          </Button>
        </EmptyState>
      )}
      {drag && cells && (
        <>
          <Box sx={{ position: 'absolute', inset: 0, zIndex: -1 }} style={gridLines(cells)} />
          {[...drag.placed.cells].map(([id, to]) => {
            const { left, top, width, height: high } = boxOf(cells, to);
            const color = drag.placed.isFree ? 'var(--accent)' : 'var(--critical)';
            return (
              <Box
                key={id}
                data-target={drag.placed.isFree ? 'free' : 'taken'}
                style={{ left, top, width, height: high }}
                sx={{
                  position: 'absolute',
                  borderRadius: '8px',
                  border: `2px dashed ${color}`,
                  background: `color-mix(in srgb, ${color} 12%, transparent)`,
                  pointerEvents: 'none',
                  zIndex: 3,
                }}
              />
            );
          })}
        </>
      )}
      {items.map(({ id, item }) => {
        const at = placed?.boxes.get(id);
        if (!at) return null;
        const isDragged = drag !== undefined && !drag.isResize && drag.ids.has(id);
        const isSelected = selected.has(id);
        const ids = isSelected ? selected : new Set([id]);
        return (
          <Box
            key={id}
            style={{
              position: 'absolute',
              inset: 0,
              pointerEvents: 'none',
              ...(isDragged ? { transform: `translate(${drag.dx}px, ${drag.dy}px)`, zIndex: 4 } : {}),
            }}
            sx={{ '& > *': { pointerEvents: 'auto' } }}
          >
            <WidgetHandle
              id={id}
              title={edits.titleOf(id)}
              place={at}
              cells={cellsOf(item)}
              isSelected={isSelected}
              isOpen={panel !== undefined && 'widget' in panel && panel.widget === id}
              onMove={isMobile ? undefined : handlers(ids)}
              onResize={isMobile || selected.size > 1 ? undefined : (edges) => handlers(new Set([id]), edges)}
              onSelect={(more) => choose(id, more)}
              onOpen={() => open(id)}
              onMenu={(point) => setMenu({ ...point, place, widget: id })}
              onArrow={(byCol, byRow, isSize) => {
                if (isMobile) return;
                if (isSize) edits.grow(byCol, byRow);
                else edits.nudge(byCol, byRow);
              }}
            />
          </Box>
        );
      })}
    </Box>
  );
}

/** Lines between the cells, while something is dragged over them. */
function gridLines({ cellWidth, cellHeight, margin }: CellGrid) {
  const line = 'color-mix(in srgb, var(--line) 60%, transparent)';
  return {
    backgroundImage: `linear-gradient(to right, ${line} 1px, transparent 1px), linear-gradient(to bottom, ${line} 1px, transparent 1px)`,
    backgroundSize: `${cellWidth}px ${cellHeight}px`,
    backgroundPosition: `${margin / 2}px ${margin / 2}px`,
  };
}
