import { Box } from '@mui/material';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../controls/states.tsx';
import type { Widget } from '../widgets/model.ts';
import type { Layout } from './configuration.ts';
import { backgroundStyle, desktopGrid, mobileGrid, orderedItems } from './grid.ts';
import { WidgetFrame } from './widget-frame.tsx';

/** A layout with its widgets; measures itself and scrolls. */
export function DashboardGrid(props: { layout: Layout; widgets: Readonly<Record<string, Widget>>; isMobile: boolean }) {
  const { t } = useTranslation();
  const { layout, isMobile } = props;
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<{ width: number; height: number }>();

  // Before the first paint, so that the widgets are there from the start.
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const items = useMemo(() => orderedItems(layout, props.widgets), [layout, props.widgets]);
  const placed = useMemo(() => {
    if (!size || size.width === 0) return undefined;
    const place = isMobile ? mobileGrid : desktopGrid;
    return place(items, layout.gridSettings, size.width, size.height);
  }, [items, layout.gridSettings, size, isMobile]);

  return (
    <Box
      ref={box}
      style={backgroundStyle(layout.gridSettings)}
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
        <EmptyState icon="dashboards" title={t('dashboard.noWidgets')} text={t('dashboard.noWidgetsText')} />
      )}
      {placed && (
        <Box sx={{ position: 'relative' }} style={{ height: placed.height }}>
          {items.map(({ id, widget }) => {
            const place = placed.boxes.get(id);
            return place ? <WidgetFrame key={id} widget={widget} place={place} /> : null;
          })}
        </Box>
      )}
    </Box>
  );
}
