import { describe, expect, it } from 'vitest';
import { rowsToDraw, scrolledTo } from './use-row-window.ts';

describe('the rows of a table that are drawn', () => {
  it('are those in sight, and a few before and after them', () => {
    expect(rowsToDraw(1000, { first: 0, room: 10 })).toEqual({ start: 0, end: 16 });
    expect(rowsToDraw(1000, { first: 500, room: 10 })).toEqual({ start: 494, end: 516 });
    expect(rowsToDraw(1000, { first: 995, room: 10 })).toEqual({ start: 984, end: 1000 });
  });

  it('are all of a short list, and the last ones of one that has become shorter', () => {
    expect(rowsToDraw(3, { first: 0, room: 10 })).toEqual({ start: 0, end: 3 });
    expect(rowsToDraw(20, { first: 900, room: 10 })).toEqual({ start: 4, end: 20 });
    expect(rowsToDraw(0, { first: 0, room: 10 })).toEqual({ start: 0, end: 0 });
  });
});

describe('scrolling to a row', () => {
  const at = (top: number) => ({ top, room: 436, header: 36 });

  it('does nothing when it is in sight', () => {
    expect(scrolledTo(5, 40, at(100))).toBe(100);
    expect(scrolledTo(0, 40, at(0))).toBe(0);
  });

  it('brings it below the header, or to the lower edge', () => {
    expect(scrolledTo(2, 40, at(400))).toBe(80);
    expect(scrolledTo(30, 40, at(400))).toBe(840);
  });
});
