import { numberOf, optionalNumber, textOf } from '../drawing/setting-values.ts';
import type { Settings } from '../model.ts';
import type { Place, PlaceKeys } from './place-values.ts';
import { safeColor } from './safe-color.ts';

/** Where a map looks at first. */
export interface ViewSettings {
  zoom: number | undefined;
  center: Place | undefined;
  fit: boolean;
  scrollZoom: boolean;
}

/** Groups of markers that are close to each other. */
export interface ClusterSettings {
  zoomOnClick: boolean;
  /** From this zoom on there are none. */
  maxZoom: number | undefined;
  showCoverage: boolean;
  animate: boolean;
  /** px */
  radius: number;
  /** Markers are added bit by bit, so that the page answers meanwhile. */
  inChunks: boolean;
  /** Only what is in view is drawn. */
  onlyInView: boolean;
}

const between = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));

/** A place written as "latitude,longitude", or as a list. */
export function writtenPlace(value: unknown): Place | undefined {
  const parts = Array.isArray(value) ? value : String(value ?? '').split(',');
  const [lat, lng] = parts.map((part) => optionalNumber(typeof part === 'string' ? part.trim() : part));
  return lat === undefined || lng === undefined ? undefined : { lat, lng };
}

export function viewSettings(settings: Settings): ViewSettings {
  const zoom = optionalNumber(settings.defaultZoomLevel);
  return {
    zoom: zoom === undefined ? undefined : between(zoom, 0, 20),
    center: settings.useDefaultCenterPosition === true ? writtenPlace(settings.defaultCenterPosition) : undefined,
    fit: settings.fitMapBounds !== false,
    scrollZoom: settings.disableScrollZooming !== true,
  };
}

export function placeKeys(settings: Settings, onPicture: boolean): PlaceKeys {
  return onPicture
    ? { lat: textOf(settings.yPosKeyName) ?? 'yPos', lng: textOf(settings.xPosKeyName) ?? 'xPos', onPicture }
    : { lat: textOf(settings.latKeyName) ?? 'latitude', lng: textOf(settings.lngKeyName) ?? 'longitude', onPicture };
}

/** Undefined: each marker is shown by itself. */
export function clusterSettings(settings: Settings, onPicture: boolean): ClusterSettings | undefined {
  if (settings.useClusterMarkers !== true || onPicture) return undefined;
  return {
    zoomOnClick: settings.zoomOnClick !== false,
    maxZoom: optionalNumber(settings.maxZoom),
    showCoverage: settings.showCoverageOnHover !== false,
    animate: settings.animate !== false,
    radius: Math.max(1, numberOf(settings.maxClusterRadius, 80)),
    inChunks: settings.chunkedLoading === true,
    onlyInView: settings.removeOutsideVisibleBounds !== false,
  };
}

/** How the line of a route is drawn; its colour is that of the marker. */
export function lineSettings(settings: Settings) {
  return {
    weight: Math.max(0, numberOf(settings.strokeWeight, 2)),
    opacity: between(numberOf(settings.strokeOpacity, 1), 0, 1),
  };
}

/** How polygons are drawn; null: they are not. */
export function polygonSettings(settings: Settings, isPlacing: boolean) {
  const key = textOf(settings.polygonKeyName) ?? textOf(settings.polKeyName) ?? 'coordinates';
  const isEditable = settings.editablePolygon === undefined ? isPlacing : settings.editablePolygon === true;
  if (settings.showPolygon !== true) return null;
  return {
    key,
    isEditable,
    fill: safeColor(settings.polygonColor, '#0000ff'),
    fillOpacity: between(numberOf(settings.polygonOpacity, 0.5), 0, 1),
    stroke: safeColor(settings.polygonStrokeColor, '#fe0001'),
    strokeOpacity: between(numberOf(settings.polygonStrokeOpacity, 1), 0, 1),
    weight: Math.max(0, numberOf(settings.polygonStrokeWeight, 1)),
    hasTooltip: settings.showPolygonTooltip === true,
  };
}

/** Whether people may move markers; maps to place them on say so unless told otherwise. */
export function markersMove(settings: Settings, isPlacing: boolean): boolean {
  return settings.draggableMarker === undefined ? isPlacing : settings.draggableMarker === true;
}

/** When the tooltip of a marker opens; undefined: it has none. */
export function tooltipMoment(settings: Settings): 'click' | 'hover' | undefined {
  if (settings.showTooltip !== true) return undefined;
  return settings.showTooltipAction === 'hover' ? 'hover' : 'click';
}

const KEEPS_PLACE = 'return{x:origXPos,y:origYPos};';

/** The function that moves places on a picture, when it does something. */
export function placeFunction(settings: Settings): string | undefined {
  const body = textOf(settings.posFunction);
  return body && body.replace(/\s/g, '') !== KEEPS_PLACE ? body : undefined;
}

const FUNCTIONS: readonly (readonly [flag: string, body: string])[] = [
  ['useLabelFunction', 'labelFunction'],
  ['useTooltipFunction', 'tooltipFunction'],
  ['useColorFunction', 'colorFunction'],
  ['useMarkerImageFunction', 'markerImageFunction'],
  ['usePolygonColorFunction', 'polygonColorFunction'],
  ['usePolygonTooltipFunction', 'polygonTooltipFunction'],
  ['useColorPointFunction', 'colorPointFunction'],
  ['usePointAsAnchor', 'pointAsAnchorFunction'],
];

/** Whether settings of a map hold functions that are used. */
export function mapHasScripts(settings: Settings = {}): boolean {
  const isUsed = FUNCTIONS.some(([flag, body]) => settings[flag] === true && textOf(settings[body]) !== null);
  return isUsed || placeFunction(settings) !== undefined;
}
