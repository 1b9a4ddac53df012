import { Box } from '@mui/material';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../controls/states.tsx';
import type { GridProps } from './dashboard-props.ts';
import { backgroundStyle, desktopGrid, mobileGrid, orderedItems } from './grid.ts';
import { LateFrame, MANY_WIDGETS } from './late-frame.tsx';
import { useBoxSize } from './use-box-size.ts';
import { WidgetFrame } from './widget-frame.tsx';

/** A layout with its widgets; measures itself and scrolls. */
export function DashboardGrid(props: GridProps) {
  const { t } = useTranslation();
  const { layout, isMobile } = props;
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);

  const items = useMemo(() => orderedItems(layout, props.widgets), [layout, props.widgets]);
  const placed = useMemo(() => {
    if (!size || size.width === 0) return undefined;
    const place = isMobile ? mobileGrid : desktopGrid;
    return place(items, layout.gridSettings, size.width, size.height);
  }, [items, layout.gridSettings, size, isMobile]);

  const Frame = items.length > MANY_WIDGETS ? LateFrame : WidgetFrame;
  return (
    <Box
      ref={box}
      data-dashboard-grid
      // Scrolled with the keyboard, also while there is nothing in it that can be focused.
      role="group"
      aria-label={t('dashboard.grid')}
      tabIndex={0}
      style={backgroundStyle(layout.gridSettings)}
      sx={{
        flex: 1,
        minWidth: 0,
        minHeight: 0,
        outlineOffset: '-2px',
        overflowX: 'hidden',
        overflowY: 'auto',
        scrollbarGutter: isMobile ? 'auto' : 'stable',
      }}
    >
      {items.length === 0 && (
        <EmptyState icon="dashboards" title={t('dashboard.noWidgets')} text={t('dashboard.noWidgetsText')} />
      )}
      {placed && (
        <Box sx={{ position: 'relative' }} style={{ height: placed.height }}>
          {items.map(({ id, widget }) => {
            const place = placed.boxes.get(id);
            return place ? <Frame key={id} widget={widget} place={place} /> : null;
          })}
        </Box>
      )}
    </Box>
  );
}
