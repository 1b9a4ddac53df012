import { type ComponentType, useMemo } from 'react';
import type { WidgetData } from '../widgets/model.ts';
import type { WidgetProps } from '../widgets/widget-type.ts';
import { withComparedKeys } from './compared-by-default.ts';
import { MAX_DRAWINGS } from './drawing-name.ts';
import type { SystemType } from './drawn-by.ts';
import { rowsOf, withDrawnRows } from './drawn-data.ts';
import type { FrameBox, FrameDrawing } from './protocol.ts';

/** A drawing of the page that a type has within its own. */
export interface OwnDrawingType {
  /** Of the script, what stands for it. */
  name: string;
  original: SystemType;
  Drawing: ComponentType<WidgetProps>;
}

/** px; larger ones are nothing that a person sees. */
const LARGEST = 20_000;
const MOST_HOLES = 30;

function boxOf(value: unknown): FrameBox | undefined {
  const { x, y, width, height } = (value ?? {}) as Record<keyof FrameBox, unknown>;
  const numbers = [x, y, width, height].map((number) => (typeof number === 'number' ? Math.round(number) : Number.NaN));
  if (!numbers.every((number) => Math.abs(number) <= LARGEST)) return undefined;
  const [left, top, across, down] = numbers as [number, number, number, number];
  return across > 0 && down > 0 ? { x: left, y: top, width: across, height: down } : undefined;
}

/** What a frame asks the page to draw; it may send anything. */
export function drawingOf({ id, name, box, holes, settings, rows }: FrameDrawing): FrameDrawing {
  const isPlain = typeof settings === 'object' && settings !== null && !Array.isArray(settings);
  return {
    id: Number(id),
    name: String(name),
    box: boxOf(box) ?? null,
    holes: holes.slice(0, MOST_HOLES).flatMap((hole) => boxOf(hole) ?? []),
    settings: isPlain ? settings : {},
    ...(Array.isArray(rows) ? { rows: rowsOf(rows) } : {}),
  };
}

/** Drawings with a new one, or without one that has ended; by their ids, and never more than a widget may have. */
export function withDrawing(
  drawings: ReadonlyMap<number, FrameDrawing>,
  drawing: FrameDrawing,
): ReadonlyMap<number, FrameDrawing> {
  const next = new Map(drawings);
  if (drawing.box === null) next.delete(drawing.id);
  else if (next.has(drawing.id) || next.size < MAX_DRAWINGS) next.set(drawing.id, drawing);
  return next;
}

/** The same as boxes that do not lie over each other. */
function apart(boxes: readonly FrameBox[]): FrameBox[] {
  const found: FrameBox[] = [];
  for (let box of boxes) {
    for (let at = 0; at < found.length; at++) {
      const { x, y, width, height } = found[at] as FrameBox;
      if (box.x > x + width || x > box.x + box.width || box.y > y + height || y > box.y + box.height) continue;
      const [left, top] = [Math.min(x, box.x), Math.min(y, box.y)];
      const [right, bottom] = [Math.max(x + width, box.x + box.width), Math.max(y + height, box.y + box.height)];
      box = { x: left, y: top, width: right - left, height: bottom - top };
      found.splice(at, 1);
      at = -1;
    }
    found.push(box);
  }
  return found;
}

/** The shape of a box with holes in it, for `clip-path`; undefined without any. */
export function shapeOf(box: FrameBox, holes: readonly FrameBox[]): string | undefined {
  if (holes.length === 0) return undefined;
  const of = ({ x, y, width, height }: FrameBox) => {
    const [left, top] = [Math.max(0, x - box.x), Math.max(0, y - box.y)];
    const [right, bottom] = [Math.min(box.width, x - box.x + width), Math.min(box.height, y - box.y + height)];
    return right > left && bottom > top ? `M${left} ${top}V${bottom}H${right}V${top}Z` : '';
  };
  return `path(evenodd, "M0 0H${box.width}V${box.height}H0Z${apart(holes).map(of).join('')}")`;
}

/** The drawing at its place over the frame. What the widget has drawn there itself is seen, and used, through holes. */
export function OwnDrawing({
  type,
  comparesByDefault,
  drawing,
  box,
  ...props
}: WidgetProps & { type: OwnDrawingType; comparesByDefault: boolean; drawing: FrameDrawing; box: FrameBox }) {
  const { Drawing, original } = type;
  const { settings, holes, rows } = drawing;
  const data = useMemo(
    () => withComparedKeys(withDrawnRows(props.data as WidgetData, rows), comparesByDefault),
    [props.data, rows, comparesByDefault],
  );
  const widget = useMemo(() => {
    const { config } = props.widget;
    const isChanged = Object.keys(settings).length > 0;
    return { ...props.widget, ...original, config: isChanged ? { ...config, settings } : config };
  }, [props.widget, original, settings]);
  return (
    <div
      data-over-frame
      style={{
        ...{ position: 'absolute', left: box.x, top: box.y, width: box.width, height: box.height },
        ...{ display: 'flex', flexDirection: 'column', clipPath: shapeOf(box, holes) },
      }}
    >
      {/* The script is given all data, and the drawing what it makes of them. */}
      <Drawing {...props} widget={widget} data={data} width={box.width} height={box.height} ahead={undefined} />
    </div>
  );
}
