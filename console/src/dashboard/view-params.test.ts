import { describe, expect, it } from 'vitest';
import type { TimeWindow } from '../time-window/model.ts';
import type { DashboardFilter } from './configuration.ts';
import {
  clearFilterValues,
  clearPickedEntities,
  filtersInUse,
  hasFilterValues,
  pickedEntities,
  resetZoom,
  setFilterValue,
  setPickedEntity,
  setTimeWindow,
  timeWindowInUse,
  timeWindowParam,
  type Zooms,
  zoom,
} from './view-params.ts';

const ALIAS = '68a058e1-fdda-8482-715b-3ae4a488568e';
const DEVICE = '784f394c-42b6-435a-983c-b7beff2784f9';

function filter(editable: boolean): DashboardFilter {
  return {
    id: 'f',
    filter: 'Warm',
    keyFilters: [
      {
        key: { type: 'TIME_SERIES', key: 'temperature' },
        valueType: 'NUMERIC',
        predicates: [
          {
            keyFilterPredicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: 20 } },
            userInfo: { editable, label: 'Warmer than' },
          },
        ],
      },
    ],
  };
}

function userValueOf(filters: ReturnType<typeof filtersInUse>): unknown {
  const value = filters.f?.keyFilters[0]?.predicates[0]?.keyFilterPredicate.value;
  return (value as { userValue?: unknown } | undefined)?.userValue;
}

describe('what a viewer chose', () => {
  it('stands in the address: the entity of an alias', () => {
    const params = new URLSearchParams('state=x');
    setPickedEntity(params, ALIAS, { entityType: 'DEVICE', id: DEVICE });
    expect(pickedEntities(new URLSearchParams(params.toString()))).toEqual({
      [ALIAS]: { entityType: 'DEVICE', id: DEVICE },
    });
    clearPickedEntities(params, ['other', ALIAS]);
    expect(params.toString()).toBe('state=x');
    expect(pickedEntities(new URLSearchParams('entity.a=<script>&entity.b=DEVICE:1&x=DEVICE'))).toEqual({});
  });

  it('stands in the address: values of filters that may be changed, and no others', () => {
    const params = new URLSearchParams();
    setFilterValue(params, 'f', [0, 0], 25);
    expect(hasFilterValues(params)).toBe(true);
    expect(userValueOf(filtersInUse({ f: filter(true) }, params))).toBe(25);
    expect(userValueOf(filtersInUse({ f: filter(false) }, params))).toBeUndefined();
    setFilterValue(params, 'f', [0, 0], 'warm');
    expect(userValueOf(filtersInUse({ f: filter(true) }, params))).toBeUndefined();
    clearFilterValues(params);
    expect(params.size).toBe(0);
  });

  it('leaves the filters as they are when nothing was chosen, so that nothing is requested again', () => {
    const filters = { f: filter(true) };
    expect(filtersInUse(filters, new URLSearchParams())).toBe(filters);
  });

  it('stands in the address: the time window; one that cannot be read is the own one of the dashboard', () => {
    const own = { selectedTab: 1, history: { historyType: 0, timewindowMs: 3_600_000 } };
    const params = new URLSearchParams();
    setTimeWindow(params, { selectedTab: 0, realtime: { realtimeType: 0, timewindowMs: 60_000 } });
    const chosen = timeWindowInUse(own, params.get('timeWindow'), 500);
    expect(chosen).toMatchObject({ selectedTab: 0, realtime: { timewindowMs: 60_000 } });
    expect(timeWindowInUse(own, '{', 500)).toMatchObject({ selectedTab: 1, history: { timewindowMs: 3_600_000 } });
    for (const unreadable of [
      '7',
      '{"timezone":7}',
      '{"selectedTab":0,"realtime":"now"}',
      '{"selectedTab":1,"history":{"historyType":1,"fixedTimewindow":{"startTimeMs":9e15,"endTimeMs":9e18}}}',
      '{"selectedTab":1,"history":{"historyType":0,"timewindowMs":1e16}}',
    ]) {
      expect(timeWindowInUse(own, unreadable, 500)).toMatchObject({ ...own, timezone: null });
    }
    setTimeWindow(params, own, 'widget');
    expect(timeWindowInUse(undefined, params.get(timeWindowParam('widget')), 500)).toMatchObject(own);
    setTimeWindow(params, null);
    setTimeWindow(params, null, 'widget');
    expect(params.size).toBe(0);
  });
});

describe('a zoom', () => {
  const DAY = 86_400_000;
  const last = (timewindowMs: number): TimeWindow => ({ selectedTab: 0, realtime: { timewindowMs, interval: 1000 } });
  const stretch = (startTimeMs: number): TimeWindow => ({
    selectedTab: 1,
    history: { historyType: 1, fixedTimewindow: { startTimeMs, endTimeMs: startTimeMs + DAY } },
  });
  const viewOf = (text = '') => {
    const params = new URLSearchParams(text);
    return { params, change: (edit: (now: URLSearchParams) => void) => edit(params) };
  };

  it('goes back to what was chosen before the first of them', () => {
    const view = viewOf('state=x');
    setTimeWindow(view.params, last(DAY));
    const chosen = view.params.toString();
    const zooms: Zooms = new Map();
    zoom(view, zooms, stretch(DAY));
    zoom(view, zooms, stretch(2 * DAY));
    expect(view.params.get('timeWindow')).toContain(String(2 * DAY));
    resetZoom(view, zooms);
    expect(view.params.toString()).toBe(chosen);
    resetZoom(view, zooms);
    expect(view.params.toString()).toBe(chosen);
  });

  it('goes back to the stored time, of a widget of its own, and leaves that of others', () => {
    const view = viewOf();
    const zooms: Zooms = new Map();
    zoom(view, zooms, stretch(DAY), 'w');
    zoom(view, zooms, stretch(DAY));
    resetZoom(view, zooms, 'w');
    expect([...view.params.keys()]).toEqual(['timeWindow']);
  });

  it('is forgotten when another time is chosen', () => {
    const view = viewOf();
    const zooms: Zooms = new Map();
    zoom(view, zooms, stretch(DAY));
    setTimeWindow(view.params, last(DAY));
    const chosen = view.params.toString();
    resetZoom(view, zooms);
    expect(view.params.toString()).toBe(chosen);
    zoom(view, zooms, stretch(2 * DAY));
    setTimeWindow(view.params, last(2 * DAY));
    const later = view.params.toString();
    zoom(view, zooms, stretch(DAY));
    resetZoom(view, zooms);
    expect(view.params.toString()).toBe(later);
  });
});
