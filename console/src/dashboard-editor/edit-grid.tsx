import { Box, Button } from '@mui/material';
import { memo, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../controls/icon.tsx';
import { EmptyState } from '../controls/states.tsx';
import type { GridProps } from '../dashboard/dashboard-props.ts';
import {
  backgroundStyle,
  type CellGrid,
  desktopGrid,
  isHiddenOnPhones,
  mobileGrid,
  orderedItems,
  type Box as Place,
} from '../dashboard/grid.ts';
import { useBoxSize } from '../dashboard/use-box-size.ts';
import { WidgetFrame } from '../dashboard/widget-frame.tsx';
import type { Widget } from '../widgets/model.ts';
import { useDashboardEditing } from './editor-context.ts';
import { type Cells, cellsOf } from './model/placing.ts';
import { useGridDrag } from './use-grid-drag.ts';
import { WidgetHandle } from './widget-handle.tsx';

/** Rows of room below the last widget. */
const ROOM_BELOW = 6;
const NOTHING: ReadonlySet<string> = new Set();

function boxOf(grid: CellGrid, { col, row, sizeX, sizeY }: Cells): Place {
  return {
    left: grid.margin + col * grid.cellWidth,
    top: grid.margin + row * grid.cellHeight,
    width: sizeX * grid.cellWidth - grid.margin,
    height: sizeY * grid.cellHeight - grid.margin,
  };
}

/** A widget that only shows itself; it is drawn again when it or its size changes, not while it is dragged. */
const StillWidget = memo(function StillWidget(props: { widget: Widget; width: number; height: number }) {
  const { width, height } = props;
  const place = useMemo(() => ({ left: 0, top: 0, width, height }), [width, height]);
  return <WidgetFrame widget={props.widget} place={place} />;
});

/** A layout whose widgets can be selected, moved and resized. */
export function EditGrid({ layout, place, widgets, isMobile }: GridProps) {
  const { t } = useTranslation();
  const { edits, selection, select, panel, setPanel, setMenu, lastPlace, showsState, lastAdded } =
    useDashboardEditing();
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  const selected =
    selection && selection.place.state === place.state && selection.place.layout === place.layout
      ? selection.ids
      : NOTHING;

  const items = useMemo(() => orderedItems(layout, widgets), [layout, widgets]);
  // Rows are as high as columns are wide while it is edited: what fills the height of the view does so when it is shown.
  const settings = useMemo(() => ({ ...layout.gridSettings, autoFillHeight: false }), [layout.gridSettings]);
  const cells = useMemo(
    () => (size && size.width > 0 ? desktopGrid(items, settings, size.width, size.height) : undefined),
    [items, settings, size],
  );
  const phone = useMemo(
    () => (isMobile && size && size.width > 0 ? mobileGrid(items, settings, size.width, size.height, true) : undefined),
    [isMobile, items, settings, size],
  );
  const placed = isMobile ? phone : cells;
  const { drag, handlers } = useGridDrag(layout, cells, box, (to) => edits.move(place, to));

  // What is pasted before anything was touched goes into the main layout.
  useEffect(() => {
    if (place.layout === 'main') showsState(place);
  }, [place, showsState]);

  // What was added may be below what is in sight.
  const isPlaced = placed !== undefined;
  useEffect(() => {
    const added = lastAdded.current;
    if (!isPlaced || added === undefined || !layout.widgets[added]) return;
    lastAdded.current = undefined;
    box.current?.querySelector(`[data-edited-widget="${CSS.escape(added)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [layout, isPlaced, lastAdded]);

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
  const height = placed ? placed.height + (cells && !isMobile ? ROOM_BELOW * cells.cellHeight : 0) : 0;

  return (
    <Box
      ref={box}
      data-layout={place.layout}
      style={backgroundStyle(layout.gridSettings)}
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
      sx={{
        flex: 1,
        minWidth: 0,
        minHeight: 0,
        overflowX: 'hidden',
        overflowY: 'auto',
        scrollbarGutter: isMobile ? 'auto' : 'stable',
      }}
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
      {placed && (
        <Box
          sx={{ position: 'relative', minHeight: '100%' }}
          style={{ height, ...(drag && cells ? gridLines(cells) : {}) }}
        >
          {drag &&
            cells &&
            [...drag.placed.cells].map(([id, to]) => {
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
          {items.map(({ id, widget, item }) => {
            const at = placed.boxes.get(id);
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
                  ...(isDragged ? { transform: `translate(${drag.dx}px, ${drag.dy}px)`, opacity: 0.7, zIndex: 4 } : {}),
                }}
                sx={{ '& > *': { pointerEvents: 'auto' } }}
              >
                <Box
                  inert
                  style={{ left: at.left, top: at.top, width: at.width, height: at.height }}
                  // Those that phones leave out are there to be found again.
                  sx={{ position: 'absolute', opacity: isMobile && isHiddenOnPhones({ id, widget, item }) ? 0.45 : 1 }}
                >
                  <StillWidget widget={widget} width={at.width} height={at.height} />
                </Box>
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
      )}
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
