import { describe, expect, it } from 'vitest';
import type { WidgetData } from '../widgets/model.ts';
import { rowsOf, withDrawnRows } from './drawn-data.ts';
import { drawingOf, shapeOf, withDrawing } from './own-drawing.tsx';
import type { FrameDrawing } from './protocol.ts';

const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

describe('a drawing of the page in a frame', () => {
  it('is where the frame says, if that is a place', () => {
    const said = (drawing: unknown) => drawingOf(drawing as FrameDrawing);
    expect(
      said({
        id: 1,
        name: 'TbFlot pie',
        box: box(1.4, 2, 30, 40),
        holes: [box(0, 0, 5, 5), null, box(0, 0, 0, 5)],
        settings: { a: 1 },
      }),
    ).toEqual({
      id: 1,
      name: 'TbFlot pie',
      box: box(1, 2, 30, 40),
      holes: [box(0, 0, 5, 5)],
      settings: { a: 1 },
    });
    for (const wrong of [null, 'all', box(0, 0, 1e9, 5), box(0, 0, Number.NaN, 5), { x: 1 }])
      expect(said({ box: wrong, holes: [], settings: [] })).toMatchObject({ box: null, holes: [], settings: {} });
    const many = Array.from({ length: 500 }, () => box(0, 0, 1, 1));
    expect(said({ box: null, holes: many, settings: {} }).holes).toHaveLength(30);
  });

  it('is one of a few', () => {
    const drawing = (id: number, place: object | null) =>
      drawingOf({ id, name: 'TbFlot line', box: place, holes: [], settings: {} } as unknown as FrameDrawing);
    let drawings: ReadonlyMap<number, FrameDrawing> = new Map();
    for (let id = 1; id <= 20; id++) drawings = withDrawing(drawings, drawing(id, box(0, 0, 9, 9)));
    expect([...drawings.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    drawings = withDrawing(drawings, drawing(3, null));
    drawings = withDrawing(drawings, drawing(9, box(1, 1, 9, 9)));
    drawings = withDrawing(drawings, drawing(1, box(5, 5, 9, 9)));
    expect([...drawings.keys()]).toEqual([1, 2, 4, 5, 6, 7, 8, 9]);
    expect(drawings.get(1)?.box).toEqual(box(5, 5, 9, 9));
  });

  it('shows rows that the script has changed, as far as they are rows', () => {
    const { rows } = drawingOf({
      ...{ id: 1, name: 'TbFlot line', box: null, holes: [], settings: {} },
      rows: [
        { label: 'Twice', color: 'red', units: 'l', decimals: 1, settings: { showLines: false }, data: [[1, 2]] },
        { label: 5, data: [[1, { a: 1 }], ['x', 1], 7, [3, '4'], [Number.NaN, 1]] },
        null,
      ],
    } as unknown as FrameDrawing);
    const empty = { color: '', units: null, decimals: null, settings: {} };
    expect(rows).toEqual([
      { label: 'Twice', color: 'red', units: 'l', decimals: 1, settings: { showLines: false }, data: [[1, 2]] },
      { ...empty, label: '', data: [[3, '4']] },
      { ...empty, label: '', data: [] },
    ]);
    const entity = { entityType: 'DEVICE', id: 'a', name: 'Tank', label: '', description: '' };
    const row = { datasourceIndex: 0, datasource: { type: 'entity', dataKeys: [] }, entity, aliasName: 'Tanks' };
    const dataKey = { name: 'level', type: 'timeseries', label: 'level', color: 'blue', settings: {} };
    const data = { status: 'ready', rows: [{ ...row, dataKey, data: [[1, 1]] }] } as unknown as WidgetData;
    expect(withDrawnRows(data, undefined)).toBe(data);
    expect(withDrawnRows(data, rows?.slice(0, 2)).rows).toMatchObject([
      { entity, dataKey: { name: 'level', label: 'Twice', color: 'red', units: 'l' }, data: [[1, 2]] },
      { entity, dataKey: { name: '', label: '' }, data: [[3, '4']] },
    ]);
    const many = Array.from({ length: 3 }, () => ({ data: Array.from({ length: 60_000 }, (_, at) => [at, at]) }));
    expect(rowsOf(many).map(({ data: points }) => points.length)).toEqual([60_000, 40_000, 0]);
  });

  it('leaves out what lies over it, once where several things do', () => {
    expect(shapeOf(box(10, 10, 100, 50), [])).toBeUndefined();
    expect(shapeOf(box(10, 10, 100, 50), [box(0, 20, 30, 10), box(20, 25, 30, 10), box(200, 0, 5, 5)])).toBe(
      'path(evenodd, "M0 0H100V50H0ZM0 10V25H40V10Z")',
    );
  });
});
