import type { Stretch } from './chart-pan.ts';
import type { Chart } from './echarts.ts';

/** A copy of what a chart shows between its axes, over the chart: it moves without anything being drawn again. */
export interface MovedPlot {
  /** px */
  width: number;
  /** What the time axis shows below it. */
  shown: Stretch;
  moveTo: (px: number) => void;
  /** It goes by itself after a while, when nobody removes it. */
  stay: () => void;
  remove: () => void;
}

/** ms after which a copy goes, whatever became of the values that it waits for. */
const LONGEST = 5_000;

/** px that lines reach beyond the last value. */
const LINE = 3;

/** Lifts the plot of a chart off; undefined where it has none. */
export function liftPlot(element: HTMLElement, chart: Chart, shown: Stretch): MovedPlot | undefined {
  const source = element.querySelector('canvas');
  const start = Number(chart.convertToPixel({ xAxisIndex: 0 }, shown.min));
  const end = Number(chart.convertToPixel({ xAxisIndex: 0 }, shown.max));
  const width = end - start;
  if (!source || !(width > 0) || element.clientWidth === 0) return undefined;
  const ratio = source.width / element.clientWidth;
  // The line under the pointer is not part of what moves.
  chart.dispatchAction({ type: 'hideTip' });
  chart.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' }, { flush: true });
  const copy = document.createElement('canvas');
  copy.width = Math.max(1, Math.round(width * ratio));
  copy.height = source.height;
  copy.getContext('2d')?.drawImage(source, start * ratio, 0, copy.width, copy.height, 0, 0, copy.width, copy.height);
  Object.assign(copy.style, { display: 'block', width: `${width}px`, height: '100%', willChange: 'transform' });
  const frame = document.createElement('div');
  Object.assign(frame.style, {
    ...{ position: 'absolute', top: '0', bottom: '0', left: `${start}px`, width: `${width + LINE}px` },
    ...{ overflow: 'hidden', background: 'var(--surface)', pointerEvents: 'none', zIndex: '1' },
  });
  frame.append(copy);
  frame.dataset.plot = '';
  element.append(frame);
  element.dataset.moves = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const remove = () => {
    clearTimeout(timer);
    frame.remove();
    // Fingers have shown one on their way.
    if (!chart.isDisposed()) chart.dispatchAction({ type: 'hideTip' });
    delete element.dataset.moves;
  };
  return {
    ...{ width, shown, remove },
    stay() {
      timer = setTimeout(remove, LONGEST);
    },
    moveTo(px) {
      copy.style.transform = `translateX(${px}px)`;
    },
  };
}
