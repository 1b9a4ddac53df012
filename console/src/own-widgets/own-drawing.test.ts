import { describe, expect, it } from 'vitest';
import { drawingOf, shapeOf } from './own-drawing.tsx';
import type { FrameDrawing } from './protocol.ts';

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

describe('a drawing of the page in a frame', () => {
  it('is where the frame says, if that is a place', () => {
    const said = (drawing: unknown) => drawingOf(drawing as FrameDrawing);
    expect(
      said({ box: box(1.4, 2, 30, 40), holes: [box(0, 0, 5, 5), null, box(0, 0, 0, 5)], settings: { a: 1 } }),
    ).toEqual({
      box: box(1, 2, 30, 40),
      holes: [box(0, 0, 5, 5)],
      settings: { a: 1 },
    });
    for (const wrong of [null, 'all', box(0, 0, 1e9, 5), box(0, 0, Number.NaN, 5), { x: 1 }])
      expect(said({ box: wrong, holes: [], settings: [] })).toEqual({ box: null, holes: [], settings: {} });
    const many = Array.from({ length: 500 }, () => box(0, 0, 1, 1));
    expect(said({ box: null, holes: many, settings: {} }).holes).toHaveLength(30);
  });

  it('leaves out what lies over it, once where several things do', () => {
    expect(shapeOf(box(10, 10, 100, 50), [])).toBeUndefined();
    expect(shapeOf(box(10, 10, 100, 50), [box(0, 20, 30, 10), box(20, 25, 30, 10), box(200, 0, 5, 5)])).toBe(
      'path(evenodd, "M0 0H100V50H0ZM0 10V25H40V10Z")',
    );
  });
});
