import { useStoreApi } from '@xyflow/react';
import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react';
import { type Chain, INPUT } from '../model/chain.ts';
import type { CanvasSelection } from '../selection.ts';
import { type Area, keysWithin, linkAt, nodeAt, type Point } from './geometry.ts';
import type { Painter } from './painted-layer.tsx';

/** px that a pointer moves before it drags. */
const DRAG_DISTANCE = 3;
/** px between a pointer and a link that it means. */
const LINK_REACH = 8;

type Keys = readonly (readonly [string, boolean])[];
export type Select = (kind: 'nodes' | 'links', keys: Keys) => void;

interface Parts {
  chain: Chain;
  selection: CanvasSelection;
  readOnly: boolean;
  onSelect: Select;
  onMoved: (places: ReadonlyMap<string, Point>) => void;
  painter: RefObject<Painter | null>;
  /** Whether something is painted that can be pointed at. */
  isPainted: boolean;
}

/** What is selected instead of what was: the changes. */
function changesTo(before: ReadonlySet<string>, after: ReadonlySet<string>): Keys {
  return [
    ...[...before].filter((key) => !after.has(key)).map((key) => [key, false] as const),
    ...[...after].filter((key) => !before.has(key)).map((key) => [key, true] as const),
  ];
}

const NOTHING: ReadonlySet<string> = new Set();

/** New places of what is dragged. */
export function shiftedPlaces(chain: Chain, keys: ReadonlySet<string>, dx: number, dy: number): Map<string, Point> {
  return new Map(
    [...chain.nodes, ...chain.notes]
      .filter(({ key }) => keys.has(key))
      .map(({ key, x, y }) => [key, { x: x + dx, y: y + dy }]),
  );
}

/** Lets what is painted be pointed at like elements of the page: selected, dragged, and framed. */
export function usePaintedNodes(parts: Parts) {
  const store = useStoreApi();
  const latest = useRef(parts);
  latest.current = parts;
  /** A drag that has begun. */
  const drag = useRef<{ key: string; from: Point; keys: ReadonlySet<string> | undefined }>(undefined);

  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const { domNode, transform } = store.getState();
    const box = domNode?.getBoundingClientRect();
    return {
      x: (event.clientX - (box?.x ?? 0) - transform[0]) / transform[2],
      y: (event.clientY - (box?.y ?? 0) - transform[1]) / transform[2],
    };
  };
  const isPane = (event: { target: EventTarget }): boolean =>
    event.target instanceof Element && event.target.classList.contains('react-flow__pane');
  const under = (event: { clientX: number; clientY: number }): { node?: string; link?: string } => {
    const { chain, isPainted } = latest.current;
    if (!isPainted) return {};
    const point = pointOf(event);
    const node = nodeAt(chain, point);
    if (node !== undefined) return { node };
    const link = linkAt(chain, point, LINK_REACH / store.getState().transform[2]);
    return link === undefined ? {} : { link };
  };
  const selectOnly = (nodes: ReadonlySet<string>, links: ReadonlySet<string>) => {
    const { selection, onSelect } = latest.current;
    const [ofLinks, ofNodes] = [changesTo(selection.links, links), changesTo(selection.nodes, nodes)];
    if (ofLinks.length > 0) onSelect('links', ofLinks);
    if (ofNodes.length > 0) onSelect('nodes', ofNodes);
  };
  useFrames(store, latest, selectOnly);

  return {
    under,
    isPane,
    /** Nothing, or the painted link there, is selected by a click on the canvas. */
    paneClicked(event: MouseEvent): void {
      const { link } = under(event);
      selectOnly(NOTHING, link === undefined ? NOTHING : new Set([link]));
    },
    onPointerDownCapture(event: PointerEvent): void {
      if (event.button !== 0 || event.pointerType === 'touch' || !isPane(event)) return;
      const { node } = under(event);
      if (node === undefined) return;
      // Not the beginning of a frame.
      event.stopPropagation();
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { key: node, from: pointOf(event), keys: undefined };
    },
    onPointerMove(event: PointerEvent): void {
      const { chain, selection, readOnly, painter } = latest.current;
      const now = drag.current;
      if (!now || readOnly) return;
      const point = pointOf(event);
      const [dx, dy] = [point.x - now.from.x, point.y - now.from.y];
      if (!now.keys) {
        if (Math.hypot(dx, dy) * store.getState().transform[2] < DRAG_DISTANCE) return;
        const isOfGroup = selection.nodes.has(now.key);
        now.keys = isOfGroup ? selection.nodes : new Set([now.key]);
        if (!isOfGroup) selectOnly(now.keys, NOTHING);
      }
      if (chain.nodes.length > 0) painter.current?.shift({ keys: now.keys, dx, dy });
    },
    onPointerUp(event: PointerEvent): void {
      const { chain, selection, onSelect, onMoved, painter } = latest.current;
      const now = drag.current;
      if (!now) return;
      drag.current = undefined;
      painter.current?.shift(undefined);
      const point = pointOf(event);
      if (now.keys) onMoved(shiftedPlaces(chain, now.keys, point.x - now.from.x, point.y - now.from.y));
      else if (event.ctrlKey || event.metaKey || event.shiftKey) {
        onSelect('nodes', [[now.key, !selection.nodes.has(now.key)]]);
      } else selectOnly(new Set([now.key]), NOTHING);
    },
    onPointerCancel(): void {
      drag.current = undefined;
      latest.current.painter.current?.shift(undefined);
    },
  };
}

/** Selects what is painted within the frame that somebody drew; the library selects elements alone. */
function useFrames(
  store: ReturnType<typeof useStoreApi>,
  latest: RefObject<Parts>,
  selectOnly: (nodes: ReadonlySet<string>, links: ReadonlySet<string>) => void,
): void {
  const select = useRef(selectOnly);
  select.current = selectOnly;
  useEffect(
    () =>
      store.subscribe((now, before) => {
        const frame = before.userSelectionRect;
        if (!frame || now.userSelectionRect || !before.userSelectionActive || !latest.current.isPainted) return;
        const [x, y, zoom] = before.transform;
        const area: Area = {
          x: (frame.x - x) / zoom,
          y: (frame.y - y) / zoom,
          width: frame.width / zoom,
          height: frame.height / zoom,
        };
        const { nodes, links } = keysWithin(latest.current.chain, area);
        nodes.delete(INPUT);
        select.current(nodes, links);
      }),
    [store, latest],
  );
}
