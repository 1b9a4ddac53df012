import { LineChart } from 'echarts/charts';
import { GridSimpleComponent } from 'echarts/components';
import * as core from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

// Only what most charts draw with: `bars.ts` brings bars, `threshold-lines.ts` lines across, `chart-pointer.ts` what
// stands beside the pointer.
core.use([LineChart, GridSimpleComponent, CanvasRenderer]);

export type Chart = core.ECharts;

/** A chart in `element`, sized as it is. */
export function createChart(element: HTMLElement): Chart {
  return core.init(element, null, { renderer: 'canvas' });
}

/** Looks no more at each frame whether anything has changed: that wakes it by itself. */
export function stopLooking(chart: Chart): void {
  chart.getZr().animation.stop();
}

/** Paints what has changed at once, and looks no further. */
export function paintNow(chart: Chart): void {
  chart.getZr().flush();
  stopLooking(chart);
}
