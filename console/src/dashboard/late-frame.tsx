import { Box } from '@mui/material';
import { memo, useEffect, useRef, useState } from 'react';
import type { Widget } from '../widgets/model.ts';
import { onBeginAllWidgets } from './begin-all-widgets.ts';
import type { Box as Place } from './grid.ts';
import { useOnScreen } from './use-on-screen.ts';
import { WidgetFrame } from './widget-frame.tsx';

/** Layouts with more widgets than this begin with those that are near the screen. */
export const MANY_WIDGETS = 200;

interface LateFrameProps {
  widget: Widget;
  place: Place;
  /** It begins when it is near the screen for the first time, so that thousands of others do not keep it waiting. */
  isLate: boolean;
}

/** A widget in its place. It is drawn again when it or its place becomes another, not with all others. */
export const LateFrame = memo(
  function LateFrame({ widget, place, isLate }: LateFrameProps) {
    const [isBegun, setBegun] = useState(!isLate);
    if (isBegun) return <WidgetFrame widget={widget} place={place} />;
    return <WaitingFrame id={widget.id} place={place} onBegin={() => setBegun(true)} />;
  },
  (one, other) =>
    one.widget === other.widget &&
    (['left', 'top', 'width', 'height'] as const).every((side) => one.place[side] === other.place[side]),
);

function WaitingFrame({ id, place, onBegin }: { id: string; place: Place; onBegin: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const onScreen = useOnScreen(box);
  const begin = useRef(onBegin);
  begin.current = onBegin;
  useEffect(() => onBeginAllWidgets(() => begin.current()), []);
  useEffect(() => {
    if (onScreen) begin.current();
  }, [onScreen]);
  return (
    <Box
      ref={box}
      data-widget={id}
      style={{ left: place.left, top: place.top, width: place.width, height: place.height }}
      sx={{ position: 'absolute', background: 'var(--surface)', border: '1px solid var(--line)', borderRadius: '8px' }}
    />
  );
}
