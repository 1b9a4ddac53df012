// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FrameContext, FrameDrawing } from '../protocol.ts';
import type { Bridge } from './bridge.ts';
import { WidgetSubscription } from './context/subscription.ts';
import { type Controller, compileController, GUARD } from './controller.ts';
import { drawingClasses } from './drawing-classes.ts';

const FRAME = { widget: { type: 'timeseries', config: {} } } as unknown as FrameContext;
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
      drawn: () => ['TbCanvasDigitalGauge'],
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
        self.other = new TbFlot(ctx);
      };
      self.onDestroy = function() { self.gauge.destroy(); self.other.destroy(); };
    `)(ctx);
    widget.onInit?.();
    for (const run of frames.splice(0)) run();
    expect(told).toEqual([
      {
        id: 1,
        name: 'TbCanvasDigitalGauge',
        box: { x: 10, y: 10, width: 100, height: 80 },
        holes: [{ x: 20, y: 20, width: 30, height: 10 }],
        settings: { minValue: 5 },
      },
    ]);
    expect(container.textContent).toBe('Fullmissing TbFlot');
    widget.onDestroy?.();
    expect(container.textContent).toBe('Full');
    expect(told.at(-1)).toEqual({ id: 1, name: 'TbCanvasDigitalGauge', box: null, holes: [], settings: {} });
  });

  it('has several at their places, up to a bound, each with the values that the script gives it', () => {
    document.body.innerHTML = '<div id="container"><div id="left"></div><div id="right"></div></div>';
    Object.assign(boxes, { left: [0, 0, 100, 80], right: [100, 0, 100, 80] });
    const container = document.querySelector('#container') as HTMLElement;
    const told: FrameDrawing[] = [];
    const frames: (() => void)[] = [];
    const nextFrames = () => {
      for (const run of frames.splice(0)) run();
    };
    Object.assign(
      globalThis,
      drawingClasses({
        drawn: () => ['TbFlot line', 'TbFlot pie'],
        tell: (drawing) => told.push(drawing),
        nextFrame: (run) => frames.push(run),
      }),
    );
    const subscription = (id: string) => {
      const made = new WidgetSubscription({ tell: () => undefined } as unknown as Bridge, id, () => FRAME, {});
      const level = { name: 'level', type: 'timeseries', label: 'Level', color: 'blue', settings: {} } as const;
      made.take({
        shape: { datasources: [{}], configured: [0], rows: [{ source: 0, dataKey: level }], pages: [null] },
        values: [[0, [[1, 5]]]],
        timeWindow: {},
      });
      return made;
    };
    const texts = { instant: (key: string, { name }: Readonly<Record<string, string>>) => `${key} ${name}` };
    const defaultSubscription = subscription('');
    const ctx = {
      $container: { 0: container, append: (part: Element) => container.append(part) },
      ...{ translate: texts, settings: {}, defaultSubscription, data: defaultSubscription.data },
    };
    const widget = compileController(`
      self.onInit = function() {
        self.line = new TbFlot(ctx, document.querySelector('#left'));
        self.pie = new TbFlot(Object.assign({}, ctx, { defaultSubscription: ctx.other }), 'pie', 'right');
      };
      self.onDataUpdated = function() {
        ctx.data[0].data.forEach(function(point) { point[1] = point[1] * 2; });
        ctx.data[0].dataKey.label = 'Twice';
        self.line.update();
      };
      self.many = function() { for (var at = 0; at < 10; at++) new TbFlot(ctx); };
    `)(Object.assign(ctx, { other: subscription('s1') })) as Controller & { many: () => void };
    widget.onInit?.();
    nextFrames();
    const row = { color: 'blue', units: null, decimals: null, settings: {} };
    const [line, pie] = told.splice(0);
    expect(line).toMatchObject({ id: 1, name: 'TbFlot line', box: { x: 0 } });
    expect(line).not.toHaveProperty('rows');
    expect(pie).toMatchObject({ id: 2, name: 'TbFlot pie', box: { x: 100 } });
    expect(pie?.rows).toEqual([{ ...row, label: 'Level', data: [[1, 5]] }]);
    widget.onDataUpdated?.();
    nextFrames();
    expect(told.splice(0).map(({ id, rows }) => ({ id, rows }))).toEqual([
      { id: 1, rows: [{ ...row, label: 'Twice', data: [[1, 10]] }] },
    ]);
    widget.many();
    expect(container.textContent?.match(/missing TbFlot/g)).toHaveLength(4);
  });
});
