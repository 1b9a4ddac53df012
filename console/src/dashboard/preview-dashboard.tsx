import './texts/texts.ts';
import '../widgets/texts/texts.ts';
import { Box } from '@mui/material';
import { NULL_UUID } from '@signalbox/contract/id';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { useSession } from '../app/session.ts';
import { locale } from '../i18n/i18n.ts';
import { type TimeWindow, usableMaxDatapoints } from '../time-window/model.ts';
import type { Widget } from '../widgets/model.ts';
import { createScriptHome } from '../widgets/sandbox/scripts.ts';
import { DashboardContext, type DashboardInUse } from './dashboard-context.ts';
import { useBoxSize } from './use-box-size.ts';
import { useOnScreen } from './use-on-screen.ts';
import { timeWindowInUse } from './view-params.ts';
import { WidgetFrame } from './widget-frame.tsx';

const nothing = () => {};

/**
 * What widgets work with that belong to no dashboard: without aliases, nothing they do leads anywhere.
 * @param props.window their time; absent: that of a new dashboard
 */
export function PreviewDashboard({ window, children }: { window?: TimeWindow; children: ReactNode }) {
  const session = useSession();
  const [scriptHome] = useState(() => createScriptHome());
  const maxDatapoints = usableMaxDatapoints(session.maxDatapointsLimit);
  const inUse = useMemo<DashboardInUse>(() => {
    const timeWindow = timeWindowInUse(window, null, maxDatapoints);
    return {
      timeWindow,
      setTimeWindow: nothing,
      dashboardTime: { window: timeWindow, isChosen: false, set: nothing },
      ownTimeWindow: ({ config }) => config.timewindow ?? timeWindow,
      setOwnTimeWindow: nothing,
      zoom: nothing,
      resetZoom: nothing,
      alias: () => undefined,
      aliasNamed: () => undefined,
      pick: nothing,
      keyFilters: () => [],
      filters: {},
      setFilterValues: nothing,
      entityAliases: {},
      replace: nothing,
      about: { id: NULL_UUID, title: '' },
      states: {
        steps: [{ id: 'default', params: {} }],
        names: {},
        open: nothing,
        update: nothing,
        goTo: nothing,
        openOver: nothing,
      },
      runAction: nothing,
      revision: 0,
      lookAgain: nothing,
      environment: { serverOffset: 0, maxDatapoints, locale },
      maxDatapoints,
      scriptHome,
      isMobile: false,
      isEdit: false,
    };
  }, [window, maxDatapoints, scriptHome]);
  return <DashboardContext value={inUse}>{children}</DashboardContext>;
}

/** px of a cell of a dashboard that fills a usual screen. */
const CELL = 54;
/** Smaller than this nothing could be told. */
const MIN_SCALE = 0.5;

/** A widget at work that fills the box around it, as small as it has to be to fit; nobody can operate it. */
export function WidgetPreview({ widget }: { widget: Widget }) {
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  const onScreen = useOnScreen(box);
  const [seen, setSeen] = useState(false);
  if (onScreen && !seen) setSeen(true);
  const { width = 0, height = 0 } = size ?? {};
  const fitting = Math.min(width / (widget.sizeX * CELL), height / (widget.sizeY * CELL));
  const scale = Math.max(MIN_SCALE, Math.min(1, fitting));
  const place = useMemo(
    () => ({ left: 0, top: 0, width: width / scale, height: height / scale }),
    [width, height, scale],
  );
  return (
    <Box
      ref={box}
      inert
      sx={{ position: 'absolute', inset: 0, overflow: 'hidden', '& .widget-tool': { display: 'none' } }}
    >
      {seen && width > 0 && (
        <Box
          style={{
            position: 'absolute',
            top: 0,
            left: 0,
            width: place.width,
            height: place.height,
            transform: `scale(${scale})`,
            transformOrigin: '0 0',
          }}
        >
          <WidgetFrame widget={widget} place={place} />
        </Box>
      )}
    </Box>
  );
}
