import { type Chart, paintNow, stopLooking } from './echarts.ts';
import type { Area } from './grown-marks.ts';

/** What stays on a canvas as it is while all around it is painted, px: from the upper edge of the chart to `bottom`. */
export interface KeptPart {
  left: number;
  right: number;
  bottom: number;
}

/** What a chart is drawn on. */
export interface ChartGround {
  /** Dots of the screen in a px. */
  ratio: number;
  /** Puts what is drawn to the right of a box by so much into it. */
  pullInto(box: Area, px: number): void;
  /**
   * Paints all around a part.
   * @param leaveOut leaves out what lies within the part alone, and returns what brings it back
   */
  paintAround(kept: KeptPart, leaveOut: () => readonly (() => void)[]): void;
}

/** The canvas of a chart; undefined where it is drawn on none, or on more than one. */
export function groundOf(chart: Chart, element: HTMLElement): ChartGround | undefined {
  const [canvas, ...others] = element.querySelectorAll('canvas');
  const context = others.length === 0 ? canvas?.getContext('2d') : undefined;
  if (!canvas || !context) return undefined;
  const ratio = canvas.width / chart.getWidth();
  // Edges lie between two dots of the screen, so that nothing is painted half.
  const up = (px: number) => Math.ceil(px * ratio);
  const down = (px: number) => Math.floor(px * ratio);
  return {
    ratio,
    pullInto({ x, y, width, height }, px) {
      const [left, top] = [up(x), down(y)];
      const size = [down(x + width) - left, down(y + height) - top] as const;
      context.save();
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.beginPath();
      context.rect(left, top, ...size);
      context.clip();
      // What is there does not shine through.
      context.globalCompositeOperation = 'copy';
      context.drawImage(canvas, left + Math.round(px * ratio), top, ...size, left, top, ...size);
      context.restore();
    },
    paintAround(kept, leaveOut) {
      const [left, right, bottom] = [up(kept.left) / ratio, down(kept.right) / ratio, down(kept.bottom) / ratio];
      const [width, height] = [chart.getWidth(), chart.getHeight()];
      context.save();
      // What was painted last may have left it as it was for that.
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.beginPath();
      if (left > 0) context.rect(0, 0, left, height);
      if (right < width) context.rect(right, 0, width - right, height);
      if (bottom < height) context.rect(left, bottom, right - left, height - bottom);
      context.clip();
      const bringBack = leaveOut();
      paintNow(chart);
      for (const one of bringBack) one();
      stopLooking(chart);
      context.restore();
    },
  };
}
