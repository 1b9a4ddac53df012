// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of widgets name values this way
import {
  choice,
  code,
  color,
  functionOr,
  image,
  is,
  isNotSet,
  isSet,
  list,
  number,
  object,
  required,
  type Setting,
  script,
  text,
  toggle,
  when,
} from '../setting.ts';
import type { SettingsGroup } from '../settings-form.ts';

/** Where a map comes from. */
export type MapProvider = 'google-map' | 'openstreet-map' | 'here' | 'image-map' | 'tencent-map';

const PROVIDERS: Readonly<Record<MapProvider, string>> = {
  'google-map': 'Google Maps',
  'openstreet-map': 'OpenStreetMap and others',
  here: 'HERE',
  'image-map': 'A picture',
  'tencent-map': 'Tencent Maps',
};

const HERE_MAPS = {
  'HERE.normalDay': 'Streets',
  'HERE.normalNight': 'Streets at night',
  'HERE.hybridDay': 'Photographs with names',
  'HERE.terrainDay': 'Terrain',
};

const OPEN_MAPS = {
  'OpenStreetMap.Mapnik': 'OpenStreetMap',
  'OpenStreetMap.HOT': 'OpenStreetMap, humanitarian',
  'Esri.WorldStreetMap': 'Esri streets',
  'Esri.WorldTopoMap': 'Esri topography',
  'CartoDB.Positron': 'Carto, light',
  'CartoDB.DarkMatter': 'Carto, dark',
};

/** Parameters of functions about a marker, a line or a polygon. */
export const OF_ENTITY = ['data', 'dsData', 'dsIndex'];

const ofProvider: Readonly<Record<MapProvider, readonly Setting[]>> = {
  'google-map': [
    text('gmApiKey', 'Key for Google Maps', ''),
    choice(
      'gmDefaultMapType',
      'Kind of map',
      { roadmap: 'Streets', satellite: 'Photographs', hybrid: 'Photographs with names', terrain: 'Terrain' },
      'roadmap',
    ),
  ],
  'tencent-map': [
    text('tmApiKey', 'Key for Tencent Maps', ''),
    text('tmTileUrl', 'Address of its tiles, with {z}, {x}, {y} or {-y}, {type} and {key}', ''),
    choice(
      'tmDefaultMapType',
      'Kind of map',
      { roadmap: 'Streets', satellite: 'Photographs', hybrid: 'Photographs with names' },
      'roadmap',
    ),
  ],
  here: [
    choice('mapProviderHere', 'Kind of map', HERE_MAPS, 'HERE.normalDay'),
    object('credentials', 'Credentials for HERE', [
      required(text('app_id', 'Id of the application', '')),
      required(text('app_code', 'Code of the application', '')),
    ]),
  ],
  'openstreet-map': [
    choice('mapProvider', 'Kind of map', OPEN_MAPS, 'OpenStreetMap.Mapnik'),
    toggle('useCustomProvider', 'Tiles of another server', false),
  ],
  'image-map': [
    image('mapImageUrl', 'Picture'),
    text('imageEntityAlias', 'Alias of the entity with the address of the picture', ''),
    text('imageUrlAttribute', 'Attribute with the address of the picture', ''),
  ],
};

/** Which map is drawn; `chosen` at first. */
export function providerGroup(chosen: MapProvider, offered: readonly MapProvider[]): SettingsGroup {
  const names = Object.fromEntries(offered.map((provider) => [provider, PROVIDERS[provider]]));
  const customTiles = text('customProviderTileUrl', 'Address of the tiles with {x}, {y} and {z}', '');
  const ownTiles = when(`${is('provider', 'openstreet-map')} && ${isSet('useCustomProvider')}`, [customTiles]);
  return {
    title: 'Map',
    settings: [
      choice('provider', 'Map of', names, chosen),
      ...offered.flatMap((provider) => [
        ...when(is('provider', provider), ofProvider[provider]),
        ...(provider === 'openstreet-map' ? ownTiles : []),
      ]),
    ],
  };
}

export const latitudeAndLongitude: readonly Setting[] = [
  text('latKeyName', 'Key with the latitude', 'latitude'),
  text('lngKeyName', 'Key with the longitude', 'longitude'),
];

/** The text at a marker. */
export const label: readonly Setting[] = [
  toggle('showLabel', 'Text at a marker', true),
  ...functionOr(
    toggle('useLabelFunction', 'Text by a function', false),
    script('labelFunction', 'Text at a marker', OF_ENTITY),
    [text('label', 'Text; ${name of a key} stands for its value', '${entityName}')],
  ),
];

const PLACE_PATTERN =
  '<b>${entityName}</b><br/><br/><b>Latitude:</b> ${latitude:7}<br/><b>Longitude:</b> ${longitude:7}';

/** What a tooltip says. */
export const tooltipText: readonly Setting[] = functionOr(
  toggle('useTooltipFunction', 'Tooltip by a function', false),
  script('tooltipFunction', 'Tooltip', OF_ENTITY),
  [code('tooltipPattern', 'Tooltip', 'html', PLACE_PATTERN)],
);

/** Pictures of markers. */
export const markerImage: readonly Setting[] = [
  ...functionOr(
    toggle('useMarkerImageFunction', 'Picture by a function', false),
    script('markerImageFunction', 'Picture of a marker', ['data', 'images', 'dsData', 'dsIndex']),
    [image('markerImage', 'Picture of markers'), number('markerImageSize', 'Width of the picture, px', 34)],
  ),
  ...when(isSet('useMarkerImageFunction'), [list('markerImages', 'Pictures for the function', image('', 'Picture'))]),
];

export const colorOrFunction = (flag: string, body: string, chosen: Setting, title: string): Setting[] => [
  chosen,
  ...functionOr(toggle(flag, `${title} by a function`, false), script(body, title, OF_ENTITY)),
];

/** What maps with and without routes have. */
export function markersGroup(isPlacing: boolean): SettingsGroup {
  return {
    title: 'Markers',
    settings: [
      number('defaultZoomLevel', 'Zoom at first, from 0 to 20', undefined, { minimum: 0, maximum: 20 }),
      toggle('useDefaultCenterPosition', 'Begin at a certain place', false),
      text('defaultCenterPosition', 'Place to begin at: latitude, longitude', '0,0'),
      toggle('fitMapBounds', 'Show all markers', true),
      number('mapPageSize', 'Entities at most', 16_384, { minimum: 1 }),
      toggle('draggableMarker', 'Markers can be moved', isPlacing),
      toggle('disableScrollZooming', 'Do not zoom by scrolling', false),
      ...when("model.provider !== 'image-map'", latitudeAndLongitude),
      ...when(is('provider', 'image-map'), [
        text('xPosKeyName', 'Key with the place from left to right, 0 to 1', 'xPos'),
        text('yPosKeyName', 'Key with the place from top to bottom, 0 to 1', 'yPos'),
      ]),
      ...label,
      toggle('showTooltip', 'Tooltip', true),
      choice('showTooltipAction', 'Tooltip when', { click: 'Clicked', hover: 'The pointer is over it' }, 'click'),
      toggle('autocloseTooltip', 'Close a tooltip when another one opens', true),
      ...tooltipText,
      number('markerOffsetX', 'Left part of the picture, 0 to 1', 0.5),
      number('markerOffsetY', 'Upper part of the picture, 0 to 1', 1),
      ...when(is('provider', 'image-map'), [
        script('posFunction', 'Place on the picture', ['origXPos', 'origYPos'], 'return { x: origXPos, y: origYPos };'),
      ]),
      ...colorOrFunction('useColorFunction', 'colorFunction', color('color', 'Colour', '#FE7569'), 'Colour'),
      ...markerImage,
    ],
  };
}

/** Areas on a map. */
export function polygonGroup(isPlacing: boolean): SettingsGroup {
  const shown = isSet('showPolygon');
  const withTooltip = `${shown} && ${isSet('showPolygonTooltip')}`;
  const byFunction = (flag: string): string => `${shown} && ${isSet(flag)}`;
  return {
    title: 'Polygons',
    settings: [
      toggle('showPolygon', 'Show polygons', false),
      ...when(shown, [
        text('polygonKeyName', 'Key with the points', 'coordinates'),
        toggle('editablePolygon', 'Polygons can be drawn and changed', isPlacing),
        color('polygonColor', 'Colour', '#0000ff'),
        toggle('usePolygonColorFunction', 'Colour by a function', false),
      ]),
      ...when(byFunction('usePolygonColorFunction'), [script('polygonColorFunction', 'Colour', OF_ENTITY)]),
      ...when(shown, [
        number('polygonOpacity', 'Opacity, 0 to 1', 0.5, { minimum: 0, maximum: 1 }),
        color('polygonStrokeColor', 'Colour of the edge', '#fe0001'),
        number('polygonStrokeOpacity', 'Opacity of the edge, 0 to 1', 1, { minimum: 0, maximum: 1 }),
        number('polygonStrokeWeight', 'Width of the edge, px', 1, { minimum: 0 }),
        toggle('showPolygonTooltip', 'Tooltip', false),
      ]),
      ...when(withTooltip, [toggle('usePolygonTooltipFunction', 'Tooltip by a function', false)]),
      ...when(`${withTooltip} && ${isNotSet('usePolygonTooltipFunction')}`, [
        code('polygonTooltipPattern', 'Tooltip', 'html', '<b>${entityName}</b>'),
      ]),
      ...when(`${withTooltip} && ${isSet('usePolygonTooltipFunction')}`, [
        script('polygonTooltipFunction', 'Tooltip', OF_ENTITY),
      ]),
    ],
  };
}

/** Lines of routes. */
export const routeGroup: SettingsGroup = {
  title: 'Route',
  settings: [
    number('strokeWeight', 'Width of the line, px', 2, { minimum: 0 }),
    number('strokeOpacity', 'Opacity of the line, 0 to 1', 1, { minimum: 0, maximum: 1 }),
  ],
};

/** Markers close to each other as one. */
export const clusterGroup: SettingsGroup = {
  title: 'Groups of markers',
  settings: [
    ...when("model.provider !== 'image-map'", [
      toggle('useClusterMarkers', 'Show markers close to each other as one', false),
    ]),
    ...when(`model.provider !== 'image-map' && ${isSet('useClusterMarkers')}`, [
      toggle('zoomOnClick', 'A click zooms in', true),
      number('maxZoom', 'Show single markers from this zoom on', undefined, { minimum: 0, maximum: 18 }),
      toggle('showCoverageOnHover', 'Show the area of a group under the pointer', true),
      toggle('animate', 'Move markers when they come together and part', true),
      number('maxClusterRadius', 'Distance of markers in a group, px', 80, { minimum: 0 }),
      toggle('chunkedLoading', 'Add markers bit by bit', false),
      toggle('removeOutsideVisibleBounds', 'Draw only what is in view', true),
    ]),
  ],
};
