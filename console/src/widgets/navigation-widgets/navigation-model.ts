import type { Area } from '../../app/places/places.ts';
import type { Settings } from '../model.ts';

/** The areas that the settings let in: all, only places of these paths, or all but these. */
export function filteredAreas(areas: readonly Area[], settings: Settings): readonly Area[] {
  const { filterType } = settings;
  if (filterType !== 'include' && filterType !== 'exclude') return areas;
  const named = new Set(Array.isArray(settings.filter) ? settings.filter.map(String) : []);
  return areas
    .map((area) => ({
      ...area,
      places: area.places.filter(({ path }) => named.has(path) === (filterType === 'include')),
    }))
    .filter(({ places }) => places.length > 0);
}

/** Columns of areas in a widget of this width, px. */
export function columnsFor(width: number): number {
  if (width >= 1920) return 4;
  if (width >= 1280) return 3;
  return width >= 480 ? 2 : 1;
}

/** The path of a page of the console; undefined for any other address. */
export function consolePath(path: unknown): string | undefined {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) && !path.startsWith('/api/') ? path : undefined;
}
