import { Box } from '@mui/material';
import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { type FrameTask, pageFrames } from '../runtime/frame-schedule.ts';
import { movedStretches, type Stretch, timeStretches } from './chart-pan.ts';
import { withPackedPoints } from './drawn-points.ts';
import { type Chart, createChart, paintNow } from './echarts.ts';
import { type ChartGrowth, createGrownLines, type GrownLines } from './grown-lines.ts';
import type { liftPlot, MovedPlot } from './moved-plot.ts';
import type { withNearestItem } from './nearest-item.ts';

/** Shortest drag, px, that counts as a selection. */
const MIN_DRAG = 8;

/**
 * Draws what its lines have grown by on what was drawn of an option. False: it shows something else, or must be drawn as
 * a whole.
 */
export type GrowLines = (option: Record<string, unknown>, growth: ChartGrowth) => boolean;

/** A drag along the time. */
interface Pan {
  from: number;
  axes: readonly Stretch[];
  /** Of what is shown, how much it was moved. */
  part: number;
  plot: MovedPlot;
}

/** Shows what there is to say of a place, as if the pointer had come there now. */
function pointAt(chart: Chart, element: HTMLElement, { x, y }: { x: number; y: number }): void {
  const { left, top } = element.getBoundingClientRect();
  chart.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'mousemove', x: x - left, y: y - top });
}

/**
 * Draws an ECharts option and follows its box. With `onSelect`, dragging over a stretch of time selects it
 * (epoch ms), dragging with Shift, the middle button or a finger moves along the time, and a double click asks for the
 * way back. With `onAsk`, a context menu at a time asks about its values.
 */
export function ChartCanvas(props: {
  option: Record<string, unknown>;
  label: string;
  onSelect?: ((start: number, end: number) => void) | undefined;
  onReset?: (() => void) | undefined;
  onAsk?: ((time: number, at: { x: number; y: number }) => void) | undefined;
  /** What follows the pointer tells of the option alone: what has grown since must be in it from now on. */
  onPointer?: (() => void) | undefined;
  grow?: RefObject<GrowLines | undefined> | undefined;
}) {
  const { option, onSelect, onAsk } = props;
  const box = useRef<HTMLDivElement>(null);
  const chart = useRef<Chart>(undefined);
  const [drag, setDrag] = useState<{ from: number; to: number }>();

  const wanted = useRef(option);
  wanted.current = option;
  /** What the chart draws: its tooltip knows where the pointer is. */
  const drawn = (): Record<string, unknown> => {
    const spotOf = (seriesId: string, value: readonly [number, number]) => {
      const [x, y] = (chart.current?.convertToPixel({ seriesId }, [...value]) ?? []) as number[];
      return x === undefined || y === undefined ? undefined : { x, y };
    };
    const pointerOf = () => {
      const edges = box.current?.getBoundingClientRect();
      return edges && pointer.current && { x: pointer.current.x - edges.left, y: pointer.current.y - edges.top };
    };
    return withPackedPoints(nearest.current?.(wanted.current, spotOf, pointerOf) ?? wanted.current);
  };
  const grown = useRef<GrownLines>(undefined);
  /** What the chart shows. */
  const shown = useRef<Record<string, unknown>>(undefined);
  const draw = () => {
    if (!chart.current) return;
    grown.current?.reset();
    chart.current.setOption(drawn(), { replaceMerge: ['series', 'xAxis', 'yAxis'] });
    paintNow(chart.current);
    shown.current = wanted.current;
  };
  /** Both come with the pointer. */
  const lift = useRef<typeof liftPlot>(undefined);
  const nearest = useRef<typeof withNearestItem>(undefined);
  /** What follows the pointer comes when the pointer does, and charts from before do not know of it. */
  const [follows, setFollows] = useState(false);
  /** Where the pointer is, px of the page. */
  const pointer = useRef<{ x: number; y: number }>(undefined);
  const isPointed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it draws what is wanted then
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const created = createChart(element);
    chart.current = created;
    grown.current = createGrownLines(created, element);
    if (follows) {
      draw();
      if (pointer.current) pointAt(created, element, pointer.current);
    }
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === 0 || element.clientHeight === 0) return;
      grown.current?.reset();
      created.resize();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      created.dispose();
      chart.current = undefined;
      grown.current = undefined;
      shown.current = undefined;
    };
  }, [follows]);

  // Drawing is expensive: it waits for its share of a frame, so that many charts do not draw in the same one.
  /** A plot that was moved along the time, until the chart shows that. */
  const left = useRef<MovedPlot>(undefined);
  const [task] = useState<FrameTask>(() => ({
    isRest: true,
    run() {
      // At once, so that the schedule knows what it takes.
      draw();
      const [shown] = timeStretches(wanted.current) ?? [];
      if (left.current && shown?.min !== left.current.shown.min) {
        left.current.remove();
        left.current = undefined;
      }
    },
  }));
  const { grow } = props;
  useEffect(() => {
    if (!grow) return;
    grow.current = (drawnOption, growth) => {
      const isAtRest = !isPointed.current && !pan.current && !left.current;
      if (!isAtRest || !grown.current || wanted.current !== drawnOption) return false;
      if (shown.current !== drawnOption) {
        // It waits for its share of a frame, of which this is one.
        pageFrames.cancel(task);
        task.run();
      }
      return grown.current.draw(growth);
    };
    return () => {
      grow.current = undefined;
    };
  }, [grow, task]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new option is drawn
  useEffect(() => {
    pageFrames.request(task);
  }, [option, task]);
  useEffect(
    () => () => {
      pageFrames.cancel(task);
      left.current?.remove();
    },
    [task],
  );

  const pan = useRef<Pan>(undefined);
  const loadPointer = () => {
    if (!follows)
      import('./chart-pointer.ts').then(
        (loaded) => {
          if (onSelect) lift.current = loaded.liftPlot;
          nearest.current = loaded.withNearestItem;
          setFollows(true);
        },
        () => undefined,
      );
  };

  function beginPan(event: PointerEvent): boolean {
    const axes = timeStretches(wanted.current);
    const plot = axes && box.current && chart.current && lift.current?.(box.current, chart.current, axes[0] as Stretch);
    if (!axes || !plot) return false;
    left.current?.remove();
    pan.current = { from: positionOf(event), axes, part: 0, plot };
    return true;
  }

  function movePan(moving: Pan, event: PointerEvent) {
    const by = positionOf(event) - moving.from;
    moving.part = -by / moving.plot.width;
    moving.plot.moveTo(by);
  }

  /** @param isDone it was not broken off */
  function endPan(event: PointerEvent, isDone: boolean) {
    const moving = pan.current;
    if (!moving) return;
    pan.current = undefined;
    const [moved] = movedStretches(moving.axes, moving.part);
    if (isDone && moved && onSelect && Math.abs(moving.from - positionOf(event)) >= MIN_DRAG) {
      // What was moved stays until there are the values of the other time.
      left.current = moving.plot;
      moving.plot.stay();
      onSelect(moved.min, moved.max);
    } else moving.plot.remove();
  }

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
      onPointerEnter={() => {
        isPointed.current = true;
        props.onPointer?.();
        loadPointer();
      }}
      onPointerLeave={() => {
        isPointed.current = false;
        pointer.current = undefined;
      }}
      onPointerDown={(event) => {
        if (!onSelect || event.button > 1) return;
        const pans = event.button === 1 || event.shiftKey || event.pointerType === 'touch';
        if (pans ? !beginPan(event) : false) return;
        if (pans) {
          // Otherwise the middle button scrolls.
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          return;
        }
        const at = positionOf(event);
        setDrag({ from: at, to: at });
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      // Before the chart hears of it.
      onPointerMoveCapture={({ clientX: x, clientY: y }) => {
        pointer.current = { x, y };
      }}
      onPointerMove={(event) => {
        if (pan.current) movePan(pan.current, event);
        else if (drag) setDrag({ from: drag.from, to: positionOf(event) });
      }}
      onPointerUp={(event) => (pan.current ? endPan(event, true) : finish())}
      onPointerCancel={(event) => {
        endPan(event, false);
        setDrag(undefined);
      }}
      sx={{
        position: 'relative',
        flex: 1,
        minHeight: 0,
        minWidth: 0,
        userSelect: 'none',
        // A finger that goes up or down scrolls the page.
        touchAction: onSelect ? 'pan-y' : undefined,
        // What stands beside the pointer tells of values that are elsewhere now.
        '& [data-moves] > div:not(:first-of-type):not([data-plot])': { visibility: 'hidden !important' },
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
