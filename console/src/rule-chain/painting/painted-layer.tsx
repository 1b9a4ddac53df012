import { useStoreApi } from '@xyflow/react';
import { type RefObject, useEffect, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import type { Shift } from './geometry.ts';
import { coloursOf, type Painting, paintChain } from './paint.ts';

const NOTHING: ReadonlySet<string> = new Set();

/** What a drag does with the layer: nothing else is drawn again meanwhile. */
export interface Painter {
  /** Moves what is dragged; undefined ends it. */
  shift: (shift: Shift | undefined) => void;
}

/** Paints what is not drawn as elements of the page, in one picture below them. */
export function PaintedLayer(props: {
  painting: Omit<Painting, 'shift'>;
  painter: RefObject<Painter | null>;
  /** Everything is painted, because not all elements are there yet. */
  isWhole: boolean;
  /** Nothing is left to paint. */
  isEmpty: boolean;
}) {
  const store = useStoreApi();
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const shifted = useRef<Shift>(undefined);
  const frame = useRef<number>(undefined);
  const isClear = useRef(true);

  const schedule = useRef(() => {
    frame.current ??= requestAnimationFrame(() => {
      frame.current = undefined;
      paint.current();
    });
  });
  const paint = useRef(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (!element || !context) return;
    const { painting, isEmpty, isWhole } = latest.current;
    const { transform, width, height, domNode } = store.getState();
    domNode?.classList.toggle('sb-whole', isWhole || shifted.current !== undefined);
    const ratio = window.devicePixelRatio || 1;
    const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (isEmpty && !shifted.current) {
      if (!isClear.current) context.clearRect(0, 0, element.width, element.height);
      isClear.current = true;
      return;
    }
    isClear.current = false;
    if (element.width !== wide) element.width = wide;
    if (element.height !== high) element.height = high;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const [x, y, zoom] = transform;
    const all = shifted.current && { nodes: NOTHING, links: NOTHING };
    paintChain(
      context,
      { ...painting, ...all, shift: shifted.current },
      { x, y, zoom, width, height },
      coloursOf(element),
    );
  });

  useImperativeHandle(
    props.painter,
    () => ({
      shift(shift) {
        shifted.current = shift;
        schedule.current();
      },
    }),
    [],
  );
  // Before the page is drawn with elements gone that are now to be painted.
  useLayoutEffect(() => paint.current());
  useEffect(() => {
    const again = schedule.current;
    const unsubscribe = store.subscribe((now, before) => {
      if (now.transform !== before.transform || now.width !== before.width || now.height !== before.height) again();
    });
    const theme = new MutationObserver(again);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      unsubscribe();
      theme.disconnect();
      if (frame.current !== undefined) cancelAnimationFrame(frame.current);
      frame.current = undefined;
    };
  }, [store]);
  const { traffic } = props.painting;
  useEffect(() => traffic?.subscribeAll(schedule.current), [traffic]);
  return <canvas ref={canvas} className="sb-painted" />;
}
