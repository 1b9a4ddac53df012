import { describe, expect, it } from 'vitest';
import type { Area } from '../../app/places/places.ts';
import { columnsFor, consolePath, filteredAreas } from './navigation-model.ts';

const area = (section: string, ...paths: string[]) =>
  ({ section, name: section, places: paths.map((path) => ({ path })) }) as unknown as Area;
const AREAS = [area('devices', '/devices', '/deviceProfiles'), area('assets', '/assets')];
const pathsOf = (settings: object) =>
  filteredAreas(AREAS, settings as Record<string, unknown>).map(({ places }) => places.map(({ path }) => path));

describe('navigation cards', () => {
  it('show all, only some places, or all but some', () => {
    expect(pathsOf({})).toEqual([['/devices', '/deviceProfiles'], ['/assets']]);
    expect(pathsOf({ filterType: 'include', filter: ['/devices'] })).toEqual([['/devices']]);
    expect(pathsOf({ filterType: 'exclude', filter: ['/devices', '/assets'] })).toEqual([['/deviceProfiles']]);
    expect(pathsOf({ filterType: 'include', filter: 'no list' })).toEqual([]);
  });

  it('have more columns the wider they are', () => {
    expect([300, 600, 1280, 1920].map(columnsFor)).toEqual([1, 2, 3, 4]);
  });

  it('lead to pages of the console only', () => {
    expect(consolePath('/devices')).toBe('/devices');
    for (const path of ['https://a.example', '//a.example', '/\\a.example', 'javascript:alert(1)', '/api/user', 7]) {
      expect(consolePath(path)).toBeUndefined();
    }
  });
});
