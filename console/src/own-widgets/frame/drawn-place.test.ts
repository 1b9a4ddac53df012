// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FrameDrawing } from '../protocol.ts';
import { compileController, GUARD } from './controller.ts';
import { drawingClasses } from './drawing-classes.ts';

/** Boxes of elements by their ids; jsdom lays nothing out. */
const boxes: Record<string, [x: number, y: number, width: number, height: number]> = {};
const lay = Element.prototype.getBoundingClientRect;

beforeEach(() => {
  Object.assign(globalThis, {
    [GUARD]: () => undefined,
    ResizeObserver: class {
      observe() {}
      disconnect() {}
    },
  });
  Element.prototype.getBoundingClientRect = function (this: Element) {
    return new DOMRect(...(boxes[this.id] ?? [0, 0, 0, 0]));
  };
});
afterEach(() => {
  Element.prototype.getBoundingClientRect = lay;
  document.body.replaceChildren();
});

describe('code of a widget with a drawing of the page in it', () => {
  it('has it at its place, with its settings, without what lies over it, and until it ends it', () => {
    document.body.innerHTML = '<div id="container"><canvas id="gauge"></canvas><b id="note">Full</b></div>';
    Object.assign(boxes, { gauge: [10, 10, 100, 80], note: [20, 20, 30, 10] });
    const container = document.querySelector('#container') as HTMLElement;
    const told: FrameDrawing[] = [];
    const frames: (() => void)[] = [];
    const classes = drawingClasses({
      drawnClass: () => 'TbCanvasDigitalGauge',
      tell: (drawing) => told.push(drawing),
      nextFrame: (run) => frames.push(run),
    });
    Object.assign(globalThis, classes);
    const texts = { instant: (key: string, { name }: Readonly<Record<string, string>>) => `${key} ${name}` };
    const ctx = { $container: { 0: container, append: (part: Element) => container.append(part) }, translate: texts };
    const widget = compileController(`
      self.onInit = function() {
        ctx.settings = { minValue: 5 };
        self.gauge = new TbCanvasDigitalGauge(ctx, 'gauge');
        self.other = new TbCanvasDigitalGauge(ctx, 'gauge');
      };
      self.onDestroy = function() { self.gauge.destroy(); self.other.destroy(); };
    `)(ctx);
    widget.onInit?.();
    for (const run of frames.splice(0)) run();
    expect(told).toEqual([
      {
        box: { x: 10, y: 10, width: 100, height: 80 },
        holes: [{ x: 20, y: 20, width: 30, height: 10 }],
        settings: { minValue: 5 },
      },
    ]);
    // The page draws one.
    expect(container.textContent).toBe('Fullmissing TbCanvasDigitalGauge');
    widget.onDestroy?.();
    expect(container.textContent).toBe('Full');
    expect(told.at(-1)).toEqual({ box: null, holes: [], settings: {} });
  });
});
