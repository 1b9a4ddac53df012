import { type Context, createContext, destroyContext, domToCanvas } from 'modern-screenshot';
import { readPicture } from './images-of-others.ts';

/** Of elements that ECharts draws in, which only comes with charts. */
const CHART = '[_echarts_instance_]';

/** Draws elements of the page one after the other. */
export interface WidgetPainter {
  /** @returns a canvas with `scale` px for each px of the element */
  paint(element: HTMLElement, size: { width: number; height: number }): Promise<HTMLCanvasElement>;
  end(): void;
}

/**
 * Buttons that only pointers bring up, those by which maps are zoomed and tables searched and leafed through, and frames,
 * which no page can read.
 */
const LEFT_OUT = '.widget-tool, .leaflet-bar, .table-tools, .table-pages > :is(button, select), iframe';

/** Whether a part of a widget is in its picture. */
export const isPainted = (node: Node): boolean => !(node instanceof HTMLElement && node.matches(LEFT_OUT));

/** What scrolls does not on a picture: bars, where browsers draw them beside what is scrolled, would cut off some of it. */
function withoutBars(cloned: Node): void {
  if (!(cloned instanceof HTMLElement)) return;
  const { style } = cloned;
  for (const side of ['overflowX', 'overflowY'] as const) {
    if (style[side] === 'auto' || style[side] === 'scroll') style[side] = 'hidden';
  }
}

/** Keeps between widgets what takes longest to find out: how elements look that have no style. */
export function createWidgetPainter(fonts: string, scale: number): WidgetPainter {
  let sandbox: HTMLIFrameElement | undefined;
  let styles: Context['defaultComputedStyles'] = new Map();
  return {
    async paint(element, size) {
      const context = await createContext(element, {
        ...size,
        scale,
        style: { left: '0', top: '0', margin: '0' },
        font: { cssText: fonts },
        filter: isPainted,
        onCloneEachNode: withoutBars,
        fetchFn: readPicture,
        features: { restoreScrollPosition: true },
        autoDestruct: false,
      });
      const soften = element.querySelector(CHART)
        ? (await import('../widgets/charts/sharp-charts.ts')).sharpenCharts(element, scale)
        : undefined;
      if (sandbox) context.sandbox = sandbox;
      for (const [name, style] of styles) context.defaultComputedStyles.set(name, style);
      try {
        return await domToCanvas(context);
      } finally {
        soften?.();
        styles = new Map(context.defaultComputedStyles);
        sandbox = context.sandbox;
        delete context.sandbox;
        destroyContext(context);
      }
    },
    end() {
      sandbox?.remove();
      sandbox = undefined;
    },
  };
}
