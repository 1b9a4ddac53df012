import { Box } from '@mui/material';
import { systemRoutes } from '@signalbox/contract/system';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { call } from '../api/client.ts';
import { ASK_AGAIN } from './ask-again.ts';
import type { DashboardViewProps } from './dashboard-props.ts';
import { OpenDashboard } from './open-dashboard.tsx';
import { upgradedConfiguration } from './upgrade.ts';

/** Server time minus the time of this browser, ms; undefined while it is not known. */
function useServerTimeDifference(): number | undefined {
  const serverTime = useQuery({
    queryKey: ['server time'],
    queryFn: async () => {
      const before = Date.now();
      const time = await call(systemRoutes.getServerTime, {}, { ignoreErrors: true, ignoreLoading: true });
      return Math.ceil(time - (before + Date.now()) / 2);
    },
    staleTime: 10 * 60_000,
    retry: false,
    ...ASK_AGAIN,
  });
  return serverTime.isPending ? undefined : (serverTime.data ?? 0);
}

/** A dashboard to look at: toolbar, states, time window, widgets. */
export function DashboardView(props: DashboardViewProps) {
  const { dashboard } = props;
  const { configuration, id, title } = dashboard;
  const given = props.configuration;
  const upgraded = useMemo(() => given ?? upgradedConfiguration(configuration, title), [given, configuration, title]);
  const [fullScreen, setFullScreen] = useState(false);
  const serverOffset = useServerTimeDifference();
  // Escape ends the full screen of the browser without telling the page.
  useEffect(() => {
    const changed = () => {
      if (!document.fullscreenElement) setFullScreen(false);
    };
    document.addEventListener('fullscreenchange', changed);
    return () => document.removeEventListener('fullscreenchange', changed);
  }, []);
  // Its editor stands within the page.
  const isEdited = props.parts !== undefined;
  useEffect(() => {
    if (!isEdited) return;
    setFullScreen(false);
    if (document.fullscreenElement) void document.exitFullscreen();
  }, [isEdited]);
  return (
    <Box
      data-dashboard
      sx={{
        flex: 1,
        minWidth: 0,
        minHeight: 0,
        display: 'flex',
        flexDirection: 'column',
        background: 'var(--bg)',
        ...(fullScreen ? { position: 'fixed', inset: 0, zIndex: 'drawer' } : { position: 'relative' }),
      }}
    >
      <OpenDashboard
        // Another dashboard starts with fresh state.
        key={id.id}
        {...props}
        upgraded={upgraded}
        serverOffset={serverOffset}
        fullScreen={fullScreen}
        onFullScreen={() => {
          setFullScreen(!fullScreen);
          if (!fullScreen) void document.documentElement.requestFullscreen?.().catch(() => undefined);
          else if (document.fullscreenElement) void document.exitFullscreen();
        }}
      />
    </Box>
  );
}
