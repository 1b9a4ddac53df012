import { Box } from '@mui/material';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { arcPath } from '../drawing/arc.ts';
import { settingsOf } from '../model.ts';
import { isNumeric } from '../runtime/values.ts';
import type { WidgetProps } from '../widget-type.ts';
import { ControlFrame, controlTitle, TITLE_HEIGHT } from './control-frame.tsx';
import { callOptions } from './device-call.ts';
import { angleOf, FROM, initialValue, knobScale, TO, valueAt, valueByKey } from './knob-scale.ts';
import { createLastWins } from './last-wins.ts';
import { perDevice } from './per-device.tsx';
import { text } from './switch-settings.ts';
import { useDeviceCalls } from './use-device-calls.ts';
import { useProblem } from './use-problem.ts';

/** px */
const MAX_SIZE = 240;
/** ms after the last key until the device is told */
const KEY_PAUSE = 300;
const MARKS = 27;

/** A dial that is turned by pointer, wheel or keys; the device is told where it comes to rest. */
export const Knob = perDevice(function Knob({ widget, data, width, height }: WidgetProps) {
  const settings = settingsOf(widget);
  const scale = useMemo(() => knobScale(settings), [settings]);
  const [device] = data.entities;
  const calls = useDeviceCalls(device, callOptions(settings));
  const { problem, clear, note } = useProblem();
  const [value, setValue] = useState(() => initialValue(scale, settings));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once
  useEffect(() => {
    if (!device) return;
    void note(async () => {
      const answer = await calls.call('twoway', text(settings.getValueMethod, 'getValue'), null);
      if (isNumeric(answer)) setValue(Number(answer));
    });
  }, [device?.id]);

  const tell = async (next: number) => {
    await note(async () => {
      await calls.call('oneway', text(settings.setValueMethod, 'setValue'), next);
    });
  };
  const latestTell = useRef(tell);
  latestTell.current = tell;
  const [tellLast] = useState(() => createLastWins((next: number) => latestTell.current(next)));
  const moveTo = (next: number, pause: number) => {
    setValue(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void tellLast(next), pause);
  };

  const dragged = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top, width: across, height: down } = event.currentTarget.getBoundingClientRect();
    return valueAt(scale, event.clientX - left - across / 2, event.clientY - top - down / 2);
  };
  const onKey = (event: KeyboardEvent) => {
    const next = valueByKey(scale, value, event.key);
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next, KEY_PAUSE);
  };

  const title = controlTitle(settings);
  const size = Math.max(60, Math.min(width, height - (title ? TITLE_HEIGHT : 0), MAX_SIZE) - 4);
  const angle = angleOf(scale, Math.min(scale.max, Math.max(scale.min, value)));
  const written = value.toFixed(scale.decimals);
  return (
    <ControlFrame title={title} isBusy={calls.isBusy} problem={problem} onCloseProblem={clear}>
      <Box
        role="slider"
        tabIndex={0}
        aria-label={title || widget.config.title || ''}
        aria-valuemin={scale.min}
        aria-valuemax={scale.max}
        aria-valuenow={value}
        style={{ width: size, height: size }}
        sx={{
          flex: 'none',
          borderRadius: '50%',
          cursor: 'grab',
          touchAction: 'none',
          '&:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
        }}
        onKeyDown={onKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          setValue(dragged(event));
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) setValue(dragged(event));
        }}
        onPointerUp={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) moveTo(dragged(event), 0);
        }}
      >
        <svg viewBox="0 0 200 200" width={size} height={size} aria-hidden="true" style={{ display: 'block' }}>
          {Array.from({ length: MARKS + 1 }, (_, index) => {
            const at = FROM + ((TO - FROM) * index) / MARKS;
            return (
              <line
                key={at}
                x1="100"
                x2="100"
                y1="6"
                y2="14"
                transform={`rotate(${at} 100 100)`}
                stroke={at <= angle ? 'var(--accent)' : 'var(--line-2)'}
                strokeWidth="3"
                strokeLinecap="round"
              />
            );
          })}
          <path
            d={arcPath(100, 100, 78, FROM - 90, Math.max(FROM - 89.9, angle - 90))}
            fill="none"
            stroke="var(--accent)"
            strokeWidth="5"
            strokeLinecap="round"
          />
          <circle cx="100" cy="100" r="68" fill="var(--surface-2)" stroke="var(--line-2)" />
          <circle cx="100" cy="44" r="6" fill="var(--accent)" transform={`rotate(${angle} 100 100)`} />
          <text
            x="100"
            y="112"
            textAnchor="middle"
            style={{ fill: 'var(--text)', fontSize: Math.min(36, 170 / Math.max(3, written.length)), fontWeight: 600 }}
          >
            {written}
          </text>
          <text x="44" y="188" textAnchor="middle" style={{ fill: 'var(--text-3)', fontSize: 12 }}>
            {scale.min}
          </text>
          <text x="156" y="188" textAnchor="middle" style={{ fill: 'var(--text-3)', fontSize: 12 }}>
            {scale.max}
          </text>
        </svg>
      </Box>
    </ControlFrame>
  );
});
