import { Box, LinearProgress } from '@mui/material';
import type { CSSProperties, ReactNode } from 'react';
import { isDefaultSurface, isDefaultText, textOn, visibleColor } from '../drawing/colors.ts';
import { faint } from '../drawing/ground.ts';
import type { WidgetConfig } from '../model.ts';

/** The red of errors, before it is made to stand out from the ground. */
const ERROR = '#e5484d';

/** The colours of a terminal on a ground of its own; on that of the theme there are none. */
export function terminalColors({ backgroundColor, color }: WidgetConfig): Readonly<Record<string, string>> {
  if (!backgroundColor || isDefaultSurface(backgroundColor)) return {};
  const text = (isDefaultText(color) ? undefined : color) || textOn(backgroundColor) || 'inherit';
  return {
    '--text': text,
    '--text-2': faint(text, 0.85),
    '--text-3': faint(text, 0.7),
    '--surface-2': 'transparent',
    '--critical': visibleColor(ERROR, backgroundColor),
  };
}

/** A terminal below a line that says whose it is. */
export function TerminalFrame(props: { config: WidgetConfig; isBusy: boolean; about: string; children: ReactNode }) {
  return (
    <Box
      style={terminalColors(props.config) as CSSProperties}
      sx={{ flex: 1, minHeight: 0, display: 'flex', flexDirection: 'column', position: 'relative' }}
    >
      <Box sx={{ position: 'absolute', insetInline: 0, top: 0, height: 2, zIndex: 1 }}>
        {props.isBusy && <LinearProgress sx={{ height: 2 }} />}
      </Box>
      <Box sx={{ fontSize: 12, color: 'var(--text-3)', px: 2, py: 1 }}>{props.about}</Box>
      {props.children}
    </Box>
  );
}
