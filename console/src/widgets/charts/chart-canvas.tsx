import { Box } from '@mui/material';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import { type FrameTask, pageFrames } from '../runtime/frame-schedule.ts';
import { type Chart, createChart } from './echarts.ts';

/** Shortest drag, px, that counts as a selection. */
const MIN_DRAG = 8;

/**
 * Draws an ECharts option and follows its box. With `onSelect`, dragging over a stretch of time selects it
 * (epoch ms); a double click asks for the way back. With `onAsk`, a context menu at a time asks about its values.
 */
export function ChartCanvas(props: {
  option: Record<string, unknown>;
  label: string;
  onSelect?: ((start: number, end: number) => void) | undefined;
  onReset?: (() => void) | undefined;
  onAsk?: ((time: number, at: { x: number; y: number }) => void) | undefined;
}) {
  const { option, onSelect, onAsk } = props;
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart>(undefined);
  const [drag, setDrag] = useState<{ from: number; to: number }>();

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const created = createChart(element);
    chart.current = created;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientHeight > 0) created.resize();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      created.dispose();
      chart.current = undefined;
    };
  }, []);

  // Drawing is expensive: it waits for its share of a frame, so that many charts do not draw in the same one.
  const wanted = useRef(option);
  wanted.current = option;
  const [task] = useState<FrameTask>(() => ({
    // A few drawings a second are as many as eyes follow.
    minGap: 250,
    run: () =>
      chart.current?.setOption(wanted.current, { replaceMerge: ['series', 'xAxis', 'yAxis'], lazyUpdate: true }),
  }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new option is drawn
  useEffect(() => {
    pageFrames.request(task);
  }, [option, task]);
  useEffect(() => () => pageFrames.cancel(task), [task]);

  const positionOf = (event: PointerEvent) => event.clientX - (box.current?.getBoundingClientRect().left ?? 0);

  function finish() {
    if (!drag) return;
    const from = Math.min(drag.from, drag.to);
    const to = Math.max(drag.from, drag.to);
    setDrag(undefined);
    if (to - from < MIN_DRAG || !chart.current || !onSelect) return;
    const start = Number(chart.current.convertFromPixel({ xAxisIndex: 0 }, from));
    const end = Number(chart.current.convertFromPixel({ xAxisIndex: 0 }, to));
    if (Number.isFinite(start) && end - start >= 1000) onSelect(Math.round(start), Math.round(end));
  }

  return (
    <Box
      role="img"
      aria-label={props.label}
      onDoubleClick={props.onReset}
      onContextMenu={(event) => {
        const offset = event.clientX - (box.current?.getBoundingClientRect().left ?? 0);
        const time = Number(chart.current?.convertFromPixel({ xAxisIndex: 0 }, offset));
        if (!onAsk || !Number.isFinite(time)) return;
        event.preventDefault();
        onAsk(time, { x: event.clientX, y: event.clientY });
      }}
      onPointerDown={(event) => {
        if (!onSelect || event.button !== 0 || event.pointerType === 'touch') return;
        const at = positionOf(event);
        setDrag({ from: at, to: at });
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (drag) setDrag({ from: drag.from, to: positionOf(event) });
      }}
      onPointerUp={finish}
      onPointerCancel={() => setDrag(undefined)}
      sx={{
        position: 'relative',
        flex: 1,
        minHeight: 0,
        minWidth: 0,
        userSelect: 'none',
        cursor: onSelect ? 'crosshair' : 'default',
      }}
    >
      {/* Numbers and units on axes read from the left in every language. */}
      <div ref={box} dir="ltr" style={{ position: 'absolute', inset: 0 }} />
      {drag && Math.abs(drag.to - drag.from) >= MIN_DRAG && (
        <Box
          sx={{
            position: 'absolute',
            top: 0,
            bottom: 0,
            left: Math.min(drag.from, drag.to),
            width: Math.abs(drag.to - drag.from),
            background: 'var(--accent-soft)',
            opacity: 0.6,
            borderInline: '1px solid var(--accent)',
            pointerEvents: 'none',
          }}
        />
      )}
    </Box>
  );
}
