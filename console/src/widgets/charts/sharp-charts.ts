import { getInstanceByDom } from 'echarts/core';
import { paintNow } from './echarts.ts';

/** What ECharts marks the element of a chart with. */
const CHART = '[_echarts_instance_]';

/** Redraws what a chart shows; undefined where it shows more than it could draw again. */
function drawnSharply(element: HTMLElement, scale: number): HTMLCanvasElement | undefined {
  const chart = getInstanceByDom(element);
  if (!chart || chart.getDevicePixelRatio() >= scale) return undefined;
  // What waits to be painted would be taken for painted.
  paintNow(chart);
  // Drawn a part at a time, and not kept.
  const isPassing = chart
    .getZr()
    .storage.getDisplayList()
    .some(({ incremental }) => incremental);
  return isPassing ? undefined : chart.renderToCanvas({ pixelRatio: scale });
}

/**
 * Lets the charts in an element be copied with `scale` dots for each px, where the screen has fewer: whoever asks their
 * canvases for a picture gets that.
 * @returns what ends it
 */
export function sharpenCharts(element: Element, scale: number): () => void {
  const sharpened: HTMLCanvasElement[] = [];
  for (const box of element.querySelectorAll<HTMLElement>(CHART)) {
    const [canvas, ...others] = box.querySelectorAll('canvas');
    const sharp = canvas && others.length === 0 ? drawnSharply(box, scale) : undefined;
    if (!canvas || !sharp) continue;
    canvas.toDataURL = (...how) => sharp.toDataURL(...how);
    sharpened.push(canvas);
  }
  return () => {
    // What all canvases have is there again.
    for (const canvas of sharpened) Reflect.deleteProperty(canvas, 'toDataURL');
  };
}
