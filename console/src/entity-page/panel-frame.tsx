import { Box, Skeleton, useMediaQuery } from '@mui/material';
import { type ReactNode, useState } from 'react';
import { localStore } from '../api/browser-storage.ts';
import { SkeletonLines } from '../controls/states.tsx';
import { clampWidth, ResizeBar } from './resize-bar.tsx';

const WIDTH_KEY = 'signalbox-details-width';
const DEFAULT_WIDTH = 480;

/** The place of the panel over the list, as wide as it was drawn last. Full page on phones. */
export function PanelFrame({ label, children }: { label: string; children: ReactNode }) {
  const phone = useMediaQuery((theme) => theme.breakpoints.down('sm'));
  const [width, setWidth] = useState(() => clampWidth(Number(localStore.getItem(WIDTH_KEY)) || DEFAULT_WIDTH));
  const resize = (next: number) => {
    setWidth(next);
    localStore.setItem(WIDTH_KEY, String(next));
  };
  return (
    <Box
      component="aside"
      aria-label={label}
      sx={{
        // Beside the list where both have room, else over it: the list does not move then.
        position: { xs: 'absolute', lg: 'relative' },
        insetBlock: { xs: 0, lg: 'auto' },
        insetInlineEnd: { xs: 0, lg: 'auto' },
        insetInlineStart: { xs: 0, sm: 'auto' },
        zIndex: 3,
        flex: 'none',
        background: 'var(--surface)',
        borderInlineStart: { xs: 0, sm: '1px solid var(--line)' },
        boxShadow: 'var(--shadow-2)',
        display: 'flex',
        flexDirection: 'column',
        minWidth: 0,
      }}
      style={phone ? undefined : { width, maxWidth: '85%' }}
    >
      {!phone && <ResizeBar width={width} onWidth={resize} />}
      {children}
    </Box>
  );
}

/** The panel while what it shows is being loaded. */
export function WaitingPanel({ label }: { label: string }) {
  return (
    <PanelFrame label={label}>
      <Box sx={{ p: { xs: '14px 12px', sm: '18px' }, display: 'grid', gap: 6 }}>
        <Skeleton width="60%" height={28} />
        <SkeletonLines />
      </Box>
    </PanelFrame>
  );
}
