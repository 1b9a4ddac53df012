import { Box } from '@mui/material';
import { useEffect, useMemo, useState } from 'react';
import type { DashboardViewProps } from './dashboard-props.ts';
import { OpenDashboard } from './open-dashboard.tsx';
import { useServerTimeDifference } from './server-time.ts';
import { upgradedConfiguration } from './upgrade.ts';

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
