import { Panel, useReactFlow, useStoreApi } from '@xyflow/react';
import { type PointerEvent, useEffect, useRef } from 'react';
import { INPUT_PLACE } from '../arrange.ts';
import type { Chain } from '../model/chain.ts';
import { GROUP_COLOURS, groupOf } from '../node-kinds.ts';
import { NODE_HEIGHT, NODE_WIDTH } from '../node-size.ts';
import { boundsOf } from './geometry.ts';
import { areaOf, coloursOf } from './paint.ts';

/** px */
const SIZE = { width: 140, height: 90 };
const MARGIN = 5;
/** ms between two pictures: it is small, and large chains have much to paint. */
const PERIOD = 80;

/** How the chain lies in the picture. */
function fitOf(chain: Chain) {
  const bounds = boundsOf(chain);
  const scale = Math.min(
    (SIZE.width - 2 * MARGIN) / Math.max(1, bounds.width),
    (SIZE.height - 2 * MARGIN) / Math.max(1, bounds.height),
  );
  const left = (SIZE.width - bounds.width * scale) / 2 - bounds.x * scale;
  const top = (SIZE.height - bounds.height * scale) / 2 - bounds.y * scale;
  return { scale, left, top };
}

/** The whole chain in small, with what is in view; a drag moves the view, the wheel zooms. */
export function OverviewMap({ chain, label }: { chain: Chain; label: string }) {
  const store = useStoreApi();
  const flow = useReactFlow();
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const paint = () => {
      timer = undefined;
      const element = canvas.current;
      const context = element?.getContext('2d');
      if (!element || !context) return;
      const ratio = window.devicePixelRatio || 1;
      element.width = SIZE.width * ratio;
      element.height = SIZE.height * ratio;
      context.scale(ratio, ratio);
      const colours = coloursOf(element);
      const { scale, left, top } = fitOf(chain);
      const card = (x: number, y: number, colour: string) => {
        context.fillStyle = colours(colour);
        context.fillRect(
          left + x * scale,
          top + y * scale,
          Math.max(1.5, NODE_WIDTH * scale),
          Math.max(1.5, NODE_HEIGHT * scale),
        );
      };
      context.fillStyle = colours('--line');
      for (const { x, y, width, height } of chain.notes) {
        context.fillRect(left + x * scale, top + y * scale, width * scale, height * scale);
      }
      card(INPUT_PLACE.x, INPUT_PLACE.y, GROUP_COLOURS.INPUT);
      for (const { x, y, type } of chain.nodes) card(x, y, GROUP_COLOURS[groupOf(type)]);
      const { transform, width, height } = store.getState();
      const seen = areaOf({ x: transform[0], y: transform[1], zoom: transform[2], width, height });
      const box = [left + seen.x * scale, top + seen.y * scale, seen.width * scale, seen.height * scale] as const;
      const mask = new Path2D();
      mask.rect(0, 0, SIZE.width, SIZE.height);
      mask.rect(...box);
      context.globalAlpha = 0.6;
      context.fillStyle = colours('--bg');
      context.fill(mask, 'evenodd');
      context.globalAlpha = 1;
      context.strokeStyle = colours('--text-3');
      context.strokeRect(...box);
    };
    const again = () => {
      timer ??= setTimeout(paint, PERIOD);
    };
    again();
    const unsubscribe = store.subscribe((now, before) => {
      if (now.transform !== before.transform || now.width !== before.width || now.height !== before.height) again();
    });
    const theme = new MutationObserver(again);
    theme.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      unsubscribe();
      theme.disconnect();
      clearTimeout(timer);
    };
  }, [chain, store]);
  const go = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    else if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.getBoundingClientRect();
    const { scale, left, top } = fitOf(chain);
    const x = (event.clientX - box.x - left) / scale;
    const y = (event.clientY - box.y - top) / scale;
    void flow.setCenter(x, y, { zoom: flow.getZoom() });
  };
  return (
    <Panel position="bottom-right" className="react-flow__minimap">
      <canvas
        ref={canvas}
        role="img"
        aria-label={label}
        style={{ ...SIZE, display: 'block', cursor: 'grab', touchAction: 'none' }}
        onPointerDown={go}
        onPointerMove={go}
        onWheel={(event) => void (event.deltaY < 0 ? flow.zoomIn() : flow.zoomOut())}
      />
    </Panel>
  );
}
