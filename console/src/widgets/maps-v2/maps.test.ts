// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { DataRow } from '../model.ts';
import { testMachine } from '../sandbox/test-machine.ts';
import { clusterSpots, outlineOf } from './clusters.ts';
import { decorationStrokes, lengthOf } from './decorations.ts';
import { clusterSettings, mapHasScripts, polygonSettings, viewSettings, writtenPlace } from './map-settings.ts';
import { markerName } from './marker-element.ts';
import { createLooks } from './marker-looks.ts';
import { mapEntities, placeOf, routeOf } from './place-values.ts';
import { picturePlane, WORLD } from './plane.ts';
import { areaValue, ringsOf, withNewPoint, withoutPoint, withPoint } from './polygons.ts';
import { groundOf, isTileAddress } from './providers.ts';
import { savedValues } from './save-place.ts';
import { headingOf, rowsAt, stepTimes, tripSteps } from './trip-model.ts';
import { anchorTimes } from './trip-points.ts';
import { tripSettings } from './trip-settings.ts';
import { type OpenTooltip, withOpened, withToggled } from './trip-tooltips.ts';

const KEYS = { lat: 'latitude', lng: 'longitude', onPicture: false };

function row(name: string, data: DataRow['data'], type: 'timeseries' | 'attribute' = 'timeseries'): DataRow {
  return {
    datasourceIndex: 0,
    datasource: { type: 'entity', dataKeys: [] },
    entity: { entityType: 'DEVICE', id: 'e', name: 'Pump', label: '', description: '' },
    aliasName: 'Pumps',
    dataKey: { name, type, label: name, color: '', settings: {} },
    data,
  };
}

describe('what a map is drawn on', () => {
  it.each([
    [{}, 'openstreet-map', 'tiles'],
    [{ provider: 'image-map' }, 'openstreet-map', 'picture'],
    [{ provider: 'here', credentials: { app_id: 'a', app_code: 'b' } }, 'image-map', 'tiles'],
    [{ gmApiKey: 'key' }, 'google-map', 'google'],
    [{ gmApiKey: ' ' }, 'google-map', 'map.noGoogleKey'],
    [{ credentials: { app_id: 'a' } }, 'here', 'map.noHereCredentials'],
    [{}, 'tencent-map', 'map.noTencentKey'],
    [{ tmApiKey: 'key' }, 'tencent-map', 'map.tencentScript'],
    [{ tmTileUrl: 'https://tiles.example/{z}/{x}/{y}' }, 'tencent-map', 'map.noTencentKey'],
    [{ tmApiKey: 'key', tmTileUrl: 'javascript:{x}{y}{z}' }, 'tencent-map', 'map.badTileAddress'],
    [{ useCustomProvider: true }, 'openstreet-map', 'map.noTileAddress'],
    [{ useCustomProvider: true, customProviderTileUrl: 'ftp://a/{z}/{x}/{y}' }, 'openstreet-map', 'map.badTileAddress'],
    [{ mapProvider: 'constructor' }, 'openstreet-map', 'tiles'],
  ])('%j of %s is %s', (settings, own, expected) => {
    const ground = groundOf(settings, own);
    expect(ground.kind === 'missing' ? ground.text : ground.kind).toBe(expected);
  });

  it('is asked for with the key of the user, written for an address', () => {
    const ground = groundOf({ credentials: { apiKey: 'a&b' } }, 'here');
    expect(ground.kind === 'tiles' && ground.tiles.address).toContain('apiKey=a%26b');
  });

  it('has tiles of Tencent from the address, of the kind and with the key that the settings name', () => {
    const tmTileUrl = 'https://tiles.example/{type}/{z}/{x}/{-y}?key={key}';
    const address = (kind: string) => {
      const ground = groundOf({ tmTileUrl, tmApiKey: 'a&b', tmDefaultMapType: kind }, 'tencent-map');
      return ground.kind === 'tiles' ? ground.tiles.address : ground.kind;
    };
    expect(address('satellite')).toBe('https://tiles.example/satellite/{z}/{x}/{-y}?key=a%26b');
    expect(address('something')).toContain('/roadmap/');
  });

  it('has tiles from addresses of the web only', () => {
    expect(isTileAddress('https://tiles.example/{z}/{x}/{y}.png')).toBe(true);
    for (const address of [
      'javascript:alert({x}{y}{z})',
      '//host/{z}/{x}/{y}',
      'https://host/',
      'https:///{z}/{x}/{y}',
    ])
      expect(isTileAddress(address)).toBe(false);
  });
});

describe('places', () => {
  it('are numbers within the world, also written as text', () => {
    expect(placeOf('52.5', 13, false)).toEqual({ lat: 52.5, lng: 13 });
    for (const [lat, lng] of [
      ['', 13],
      [null, 13],
      [91, 0],
      [0, 181],
      ['north', 1],
    ])
      expect(placeOf(lat, lng, false)).toBeUndefined();
    expect(writtenPlace('52.5, 13')).toEqual({ lat: 52.5, lng: 13 });
    expect(writtenPlace([0, 0])).toEqual({ lat: 0, lng: 0 });
    expect(writtenPlace('somewhere')).toBeUndefined();
  });

  it('of pictures are shares of it', () => {
    const plane = picturePlane(0.5);
    expect(plane.toMap({ lat: 0.5, lng: 0.25 })).toEqual({ lat: -250, lng: 250 });
    expect(plane.toValues({ lat: -250, lng: 250 })).toEqual({ lat: 0.5, lng: 0.25 });
    expect(plane.toValues({ lat: 10, lng: 2000 })).toEqual({ lat: 0, lng: 1 });
    expect(WORLD.toValues({ lat: 1.23456789, lng: 190 })).toEqual({ lat: 1.2345679, lng: -170 });
  });

  it('of entities are those of their keys', () => {
    const [pump] = mapEntities([row('latitude', [[1, 52]]), row('longitude', [[1, 13]])], KEYS);
    expect(pump?.place).toEqual({ lat: 52, lng: 13 });
    expect(pump?.data).toMatchObject({ entityName: 'Pump', latitude: 52, dsIndex: 0, aliasName: 'Pumps' });
  });

  it('make a route by their times, or one after the other', () => {
    const times = (...list: [number, number][]) => list;
    const joined = [
      row('latitude', times([1, 50], [2, 51], [4, 54])),
      row('longitude', times([1, 10], [2, 11], [3, 12])),
    ];
    expect(routeOf(joined, KEYS).map(({ time }) => time)).toEqual([1, 2]);
    const apart = [row('latitude', times([1, 50], [3, 51])), row('longitude', times([2, 10]))];
    expect(routeOf(apart, KEYS)).toEqual([
      { time: 2, lat: 50, lng: 10 },
      { time: 3, lat: 51, lng: 10 },
    ]);
  });

  it('are saved to where their keys are', () => {
    const rows = [row('latitude', [], 'attribute'), row('longitude', []), row('speed', [])];
    expect(savedValues(rows, { latitude: 1, longitude: null })).toEqual({
      SERVER_SCOPE: { latitude: 1 },
      timeseries: { longitude: null },
    });
  });
});

describe('settings of maps', () => {
  it('say where it looks', () => {
    expect(viewSettings({})).toEqual({ zoom: undefined, center: undefined, fit: true, scrollZoom: true });
    const settings = { defaultZoomLevel: 30, useDefaultCenterPosition: true, defaultCenterPosition: '1,2' };
    expect(viewSettings(settings)).toMatchObject({ zoom: 20, center: { lat: 1, lng: 2 } });
  });

  it('say whether there are functions to run', () => {
    expect(mapHasScripts({ labelFunction: 'return 1' })).toBe(false);
    expect(mapHasScripts({ useLabelFunction: true, labelFunction: 'return 1' })).toBe(true);
    expect(mapHasScripts({ posFunction: 'return {x: origXPos, y: origYPos};' })).toBe(false);
    expect(mapHasScripts({ posFunction: 'return {x: 0, y: origYPos};' })).toBe(true);
  });

  it('say whether there are polygons', () => {
    expect(polygonSettings({}, true)).toBeNull();
    expect(polygonSettings({ showPolygon: true, polKeyName: 'area' }, true)).toMatchObject({
      key: 'area',
      isEditable: true,
    });
  });
});

describe('markers', () => {
  it('are called what their entity is, and what is written at them', () => {
    expect(markerName('Pump', '')).toBe('Pump');
    expect(markerName('Pump', '<b>Pump</b>: 3 bar')).toBe('Pump: 3 bar');
    expect(markerName('Pump', '3 bar')).toBe('Pump, 3 bar');
  });

  it('have texts in which values are text', () => {
    const entities = mapEntities([row('note', [[1, '<img src=x onerror=alert(1)>']])], KEYS);
    const settings = {
      showLabel: true,
      label: `<i>\${note}</i>`,
      color: 'red; x',
      markerImage: 'javascript:alert(1)',
    };
    const look = createLooks(entities, { settings }, undefined).of(0);
    expect(look.label).toBe('<i>&lt;img src=x onerror=alert(1)&gt;</i>');
    expect(look).toMatchObject({ color: '#fe7569', picture: undefined });
  });

  it('have pictures of other servers where the settings name them, and not where a device does', () => {
    const there = 'https://pictures.example/a.png';
    const address = (settings: Record<string, unknown>, sent: string) => {
      const entities = mapEntities([row('sent', [[1, sent]])], KEYS);
      return createLooks(entities, { settings }, testMachine()).of(0).picture?.address;
    };
    expect(address({ markerImage: there }, '')).toBe(there);
    const byFunction = (url: string) => ({
      ...{ useMarkerImageFunction: true, markerImages: [there], markerImageFunction: `return { url: ${url} };` },
    });
    expect(address(byFunction('images[0]'), '')).toBe(there);
    expect(address(byFunction('data.sent'), 'https://tracker.example/a.png')).toBeUndefined();
    expect(address(byFunction('data.sent'), '/own.png')).toBe('/own.png');
  });

  it('close to each other are one', () => {
    const spots = [0, 10, 100, 105, 300].map((x) => ({ key: `${x}`, x, y: 0 }));
    expect(clusterSpots(spots, 50)).toEqual([
      { key: '0', x: 5, y: 0, members: ['0', '10'] },
      { key: '100', x: 102.5, y: 0, members: ['100', '105'] },
      { key: '300', x: 300, y: 0, members: ['300'] },
    ]);
    const many = Array.from({ length: 5000 }, (_, at) => ({ key: `${at}`, x: (at * 37) % 1000, y: (at * 91) % 700 }));
    expect(clusterSpots(many, 80).flatMap(({ members }) => members)).toHaveLength(5000);
  });

  it('are drawn beyond the view when the settings want it', () => {
    const onlyInView = (settings: object) =>
      clusterSettings({ useClusterMarkers: true, ...settings }, false)?.onlyInView;
    expect(onlyInView({})).toBe(true);
    expect(onlyInView({ removeOutsideVisibleBounds: false })).toBe(false);
  });

  it('have an outline', () => {
    const corners = [
      { x: 0, y: 0 },
      { x: 2, y: 0 },
      { x: 2, y: 2 },
      { x: 0, y: 2 },
    ];
    expect(outlineOf([...corners, { x: 1, y: 1 }])).toEqual(corners);
  });
});

describe('tooltips of trips', () => {
  const bus: OpenTooltip = { key: 'bus', on: 'marker' };
  const yard: OpenTooltip = { key: 'bus', on: 'area' };

  it('stay beside one another, or close the others, as the settings say', () => {
    expect(tripSettings({ autocloseTooltip: true }).closesOthers).toBe(true);
    expect(withOpened([bus], yard, false)).toEqual([bus, yard]);
    expect(withOpened([bus], yard, true)).toEqual([yard]);
    expect(withToggled([bus], 'tram', false)).toEqual([bus, { key: 'tram', on: 'marker' }]);
    expect(withToggled([bus, yard], 'bus', false)).toEqual([yard]);
  });

  it('beside the map are one at a time', () => {
    const of = (key: string): OpenTooltip => ({ key, on: 'side' });
    expect(withOpened([bus, of('bus')], of('tram'), false)).toEqual([bus, of('tram')]);
  });
});

describe('trips', () => {
  const points = [
    { time: 0, lat: 0, lng: 0 },
    { time: 100, lat: 10, lng: 0 },
    { time: 200, lat: 10, lng: 20 },
  ];

  it('have steps of the same length, and end at their end', () => {
    expect(stepTimes(0, 250, 100)).toEqual([0, 100, 200, 250]);
    expect(stepTimes(5, 5, 100)).toEqual([5]);
    expect(stepTimes(0, 1e9, 1).length).toBeLessThanOrEqual(20_001);
  });

  it('move evenly between what was measured, and look where they go', () => {
    const steps = tripSteps(points, [0, 50, 100, 150, 200, 300]);
    expect(steps.map(({ lat, lng }) => [lat, lng])).toEqual([
      [0, 0],
      [5, 0],
      [10, 0],
      [10, 10],
      [10, 20],
      [10, 20],
    ]);
    expect(steps[0]?.heading).toBe(0);
    expect(headingOf({ lat: 0, lng: 0 }, { lat: 0, lng: 1 })).toBe(90);
    expect(tripSteps([], [0])).toEqual([]);
  });

  it('have the values of their time', () => {
    const rows = [
      row('speed', [
        [10, 1],
        [20, 2],
        [30, 3],
      ]),
    ];
    expect([5, 10, 25, 99].map((time) => rowsAt(rows, time)[0]?.data[0]?.[1])).toEqual([undefined, 1, 2, 3]);
  });

  it('have arrows at equal distances', () => {
    const decoration = { symbol: 'dash', size: 5, color: undefined, start: '10', end: '0', repeat: '50%' } as const;
    const strokes = decorationStrokes(
      [
        { x: 0, y: 0 },
        { x: 100, y: 0 },
      ],
      decoration,
    );
    expect(strokes.map(([, tip]) => tip?.x)).toEqual([10, 60]);
    expect([lengthOf('20px', 10), lengthOf('5%', 200), lengthOf('?', 1)]).toEqual([20, 10, 0]);
  });

  it('stop at the points that a function chooses', () => {
    const at = (time: number) => ({ key: '0', lat: 0, lng: 0, time, color: '' });
    const settings = { usePointAsAnchor: true, pointAsAnchorFunction: 'return true;' };
    expect(anchorTimes(settings, [at(20), at(10), at(20)])).toEqual([10, 20]);
    expect(anchorTimes({ ...settings, usePointAsAnchor: false }, [at(20)])).toEqual([]);
  });

  it('are played as the settings say', () => {
    expect(tripSettings({})).toEqual({
      ...{ step: 1000, rotation: 0, closesOthers: false },
      ...{ points: undefined, tooltip: undefined },
    });
    expect(tripSettings({ showPoints: true, pointSize: 4 }).points).toMatchObject({ size: 4, tooltipAtSide: true });
  });
});

describe('areas', () => {
  const square = [
    [
      [0, 0],
      [0, 2],
      [2, 2],
      [2, 0],
    ],
  ].flat();

  it('are lists of points, or of rings of them', () => {
    expect(ringsOf(JSON.stringify(square), false)?.[0]).toHaveLength(4);
    expect(ringsOf([square, square], false)).toHaveLength(2);
    expect(
      ringsOf(
        [
          [0, 0],
          [1, 2],
        ],
        false,
      )?.[0],
    ).toHaveLength(4);
    expect(
      ringsOf(
        [
          [1, 0],
          [2, 0],
          [1, 1],
        ],
        true,
      )?.[0]?.[0],
    ).toEqual({ lat: 0, lng: 1 });
    for (const none of ['', '{', '[]', 'null', [[1, 'x']], [[1, 2]], 5]) expect(ringsOf(none, false)).toBeUndefined();
  });

  it('are stored as they were read', () => {
    expect(areaValue(ringsOf(square, false) ?? [], false)).toEqual(square);
    expect(areaValue(ringsOf(square, true) ?? [], true)).toEqual(square);
  });

  it('change point by point, and keep three', () => {
    const rings = ringsOf(square, false) ?? [];
    const place = { lat: 9, lng: 9 };
    expect(withPoint(rings, { ring: 0, at: 1 }, place)[0]?.[1]).toEqual(place);
    expect(withNewPoint(rings, { ring: 0, at: 3 }, place)[0]?.[4]).toEqual(place);
    const three = withoutPoint(rings, { ring: 0, at: 0 });
    expect(three[0]).toHaveLength(3);
    expect(withoutPoint(three, { ring: 0, at: 0 })[0]).toHaveLength(3);
  });
});
