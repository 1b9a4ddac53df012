import { Box } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import type { Widget } from '../widgets/model.ts';
import { onBeginAllWidgets } from './begin-all-widgets.ts';
import type { Box as Place } from './grid.ts';
import { useOnScreen } from './use-on-screen.ts';
import { WidgetFrame } from './widget-frame.tsx';

/** Layouts with more widgets than this begin with those that are near the screen. */
export const MANY_WIDGETS = 200;

/** A widget that begins when it is near the screen for the first time, so that thousands of others do not keep it waiting. */
export function LateFrame({ widget, place }: { widget: Widget; place: Place }) {
  const box = useRef<HTMLDivElement>(null);
  const onScreen = useOnScreen(box);
  const [asked, setAsked] = useState(false);
  useEffect(() => onBeginAllWidgets(() => setAsked(true)), []);
  if (onScreen && !asked) setAsked(true);
  if (asked) return <WidgetFrame widget={widget} place={place} />;
  return (
    <Box
      ref={box}
      data-widget={widget.id}
      style={{ left: place.left, top: place.top, width: place.width, height: place.height }}
      sx={{ position: 'absolute', background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: '8px' }}
    />
  );
}
