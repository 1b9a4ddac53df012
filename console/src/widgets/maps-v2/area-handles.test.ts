// @vitest-environment jsdom
import { Map as LeafletMap } from 'leaflet';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type AreaHandles, createHandles } from './area-handles.ts';
import type { Rings } from './polygons.ts';

const SQUARE: Rings = [
  [
    { lat: 1, lng: 0 },
    { lat: 1, lng: 1 },
    { lat: 0, lng: 1 },
    { lat: 0, lng: 0 },
  ],
];
const MOVED_BY_OTHERS: Rings = [SQUARE[0]?.with(2, { lat: -1, lng: 2 }) ?? []];
const texts = { point: (number: number) => `Point ${number}`, add: 'Add', howToMove: 'Shift and arrows' };

let map: LeafletMap;
let handles: AreaHandles;
let changes: Rings[];

beforeEach(() => {
  const container = document.createElement('div');
  document.body.replaceChildren(container);
  map = new LeafletMap(container, { center: [0, 0], zoom: 3 });
  changes = [];
  handles = createHandles(map, SQUARE, texts, (rings) => changes.push(rings));
});
afterEach(() => {
  handles.remove();
  map.remove();
});

const point = (number: number) => document.querySelector(`[aria-label="Point ${number}"]`) as HTMLElement;
const all = () => [...document.querySelectorAll<HTMLElement>('.map-handle')];
const press = (element: HTMLElement, key: string, shiftKey = false) =>
  element.dispatchEvent(new KeyboardEvent('keydown', { key, shiftKey, bubbles: true }));

describe('the handles of an area', () => {
  it('keep the focus and a move when values come meanwhile, and the move counts for what has come', () => {
    const first = point(1);
    first.focus();
    press(first, 'ArrowLeft', true);
    handles.update(MOVED_BY_OTHERS);
    expect(document.activeElement).toBe(first);
    press(first, 'Enter');
    expect(changes).toHaveLength(1);
    const [outline] = changes[0] ?? [];
    expect(outline?.[0]?.lng).toBeLessThan(0);
    expect(outline?.slice(1)).toEqual(MOVED_BY_OTHERS[0]?.slice(1));
  });

  it('go where values say as soon as they are not moved', () => {
    const first = point(1);
    const style = first.getAttribute('style');
    first.focus();
    press(first, 'ArrowLeft', true);
    expect(first.getAttribute('style')).not.toBe(style);
    press(first, 'Escape');
    expect([first.getAttribute('style'), changes]).toEqual([style, []]);
    const third = point(3).getAttribute('style');
    handles.update(MOVED_BY_OTHERS);
    expect(point(3).getAttribute('style')).not.toBe(third);
    expect(point(1)).toBe(first);
  });

  it('leave the focus at the point that was added, and beside one that was removed', () => {
    const adding = all()[1] as HTMLElement;
    adding.focus();
    press(adding, 'ArrowUp', true);
    press(adding, 'Enter');
    handles.update(changes[0] ?? []);
    expect([document.activeElement, all().length]).toEqual([point(2), 10]);
    press(point(2), 'Delete');
    handles.update(changes[1] ?? []);
    expect([document.activeElement, all().length]).toEqual([point(2), 8]);
  });

  it('forget a move of a point that is not there any more', () => {
    point(4).focus();
    press(point(4), 'ArrowLeft', true);
    handles.update([SQUARE[0]?.slice(0, 3) ?? []]);
    expect([changes, all().length]).toEqual([[], 6]);
  });
});
