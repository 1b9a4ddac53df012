import { Box } from '@mui/material';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../controls/states.tsx';
import type { GridProps } from './dashboard-props.ts';
import { backgroundStyle, desktopGrid, mobileGrid, orderedItems } from './grid.ts';
import { LateFrame, MANY_WIDGETS } from './late-frame.tsx';
import { useBoxSize } from './use-box-size.ts';

/** Rows of room below the last widget, while a layout is edited. */
const ROOM_BELOW = 6;

/** A layout with its widgets; measures itself and scrolls. */
export function DashboardGrid(props: GridProps) {
  const { t } = useTranslation();
  const { layout, isMobile, Layer } = props;
  const isEdited = Layer !== undefined;
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);

  const items = useMemo(() => orderedItems(layout, props.widgets), [layout, props.widgets]);
  // Rows are as high as columns are wide while it is edited: what fills the height of the view does so when it is shown.
  const settings = useMemo(
    () => (isEdited ? { ...layout.gridSettings, autoFillHeight: false } : layout.gridSettings),
    [layout.gridSettings, isEdited],
  );
  const isMeasured = size !== undefined && size.width > 0;
  const cells = useMemo(
    () => (isMeasured && !isMobile ? desktopGrid(items, settings, size.width, size.height) : undefined),
    [items, settings, size, isMeasured, isMobile],
  );
  const phone = useMemo(
    () => (isMeasured && isMobile ? mobileGrid(items, settings, size.width, size.height, isEdited) : undefined),
    [items, settings, size, isMeasured, isMobile, isEdited],
  );
  const placed = cells ?? phone;
  const height = (placed?.height ?? 0) + (cells && isEdited ? ROOM_BELOW * cells.cellHeight : 0);

  return (
    <Box
      ref={box}
      data-dashboard-grid
      // Scrolled with the keyboard, also while there is nothing in it that can be focused.
      {...(isEdited ? {} : { role: 'group', 'aria-label': t('dashboard.grid'), tabIndex: 0 })}
      style={backgroundStyle(layout.gridSettings)}
      sx={{
        position: 'relative',
        flex: 1,
        minWidth: 0,
        minHeight: 0,
        outlineOffset: '-2px',
        overflowX: 'hidden',
        overflowY: 'auto',
        scrollbarGutter: isMobile ? 'auto' : 'stable',
        // What the layer puts below the widgets stays within.
        isolation: isEdited ? 'isolate' : 'auto',
      }}
    >
      {items.length === 0 && !isEdited && (
        <EmptyState icon="dashboards" title={t('dashboard.noWidgets')} text={t('dashboard.noWidgetsText')} />
      )}
      {placed && (
        <Box
          inert={isEdited}
          // Where they are, the editor has its own.
          sx={{ position: 'relative', '& .widget-buttons': { visibility: isEdited ? 'hidden' : 'visible' } }}
          style={{ height }}
        >
          {items.map(({ id, widget }) => {
            const place = placed.boxes.get(id);
            return place ? (
              <LateFrame key={id} widget={widget} place={place} isLate={items.length > MANY_WIDGETS} />
            ) : null;
          })}
        </Box>
      )}
      {Layer && <Layer {...{ layout, isMobile, items, placed, cells, height, box }} place={props.place} />}
    </Box>
  );
}
