import { describe, expect, it } from 'vitest';
import { ICON_NAMES } from './icon-names.ts';
import { findIcons, placeByKey } from './icon-search.ts';

describe('the search for icons', () => {
  it('finds names by their words, those that begin with them first', () => {
    const names = ['alarm', 'add_alarm', 'alarm_off', 'home'];
    expect(findIcons(names, 'alarm')).toEqual(['alarm', 'alarm_off', 'add_alarm']);
    expect(findIcons(names, ' Off alarm ')).toEqual(['alarm_off']);
    expect(findIcons(names, '')).toEqual(names);
    expect(findIcons(names, 'pump')).toEqual([]);
  });

  it('knows the names that widgets are shipped with', () => {
    for (const name of ['more_horiz', 'home', 'dashboard', 'devices_other', 'my_location']) {
      expect(ICON_NAMES).toContain(name);
    }
  });

  it.each([
    ['ArrowRight', 5, 6],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 2, 6],
    ['ArrowDown', 8, 8],
    ['ArrowUp', 6, 2],
    ['Home', 7, 0],
    ['End', 1, 9],
    ['a', 1, undefined],
  ])('moves with %s from %i', (key, at, to) => {
    expect(placeByKey(key, at, 4, 10)).toBe(to);
  });
});
