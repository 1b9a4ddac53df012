// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of widgets name values this way
import { NONE, OWN, type TypeReference } from './common.ts';

export const provider = (chosen: string, ofTrip = false) => ({
  provider: chosen,
  gmApiKey: '',
  gmDefaultMapType: 'roadmap',
  mapProvider: 'OpenStreetMap.Mapnik',
  useCustomProvider: false,
  customProviderTileUrl: '',
  mapProviderHere: 'HERE.normalDay',
  credentials: { app_id: '', app_code: '' },
  ...(ofTrip ? {} : { mapImageUrl: NONE, imageEntityAlias: '', imageUrlAttribute: '' }),
  tmApiKey: '',
  // The address is ours.
  tmTileUrl: '',
  tmDefaultMapType: 'roadmap',
});

export const PLACE = { latKeyName: 'latitude', lngKeyName: 'longitude' };

export const LABEL = { showLabel: true, useLabelFunction: false, label: '${entityName}', labelFunction: NONE };

export const TOOLTIP = { useTooltipFunction: false, tooltipPattern: OWN, tooltipFunction: NONE };

export const MARKER_IMAGE = {
  useMarkerImageFunction: false,
  markerImage: NONE,
  markerImageSize: 34,
  markerImageFunction: NONE,
  markerImages: NONE,
};

export const polygon = (editablePolygon: boolean) => ({
  showPolygon: false,
  polygonKeyName: 'coordinates',
  editablePolygon,
  polygonColor: '#0000ff',
  usePolygonColorFunction: false,
  polygonColorFunction: NONE,
  polygonOpacity: 0.5,
  polygonStrokeColor: '#fe0001',
  polygonStrokeOpacity: 1,
  polygonStrokeWeight: 1,
  showPolygonTooltip: false,
  usePolygonTooltipFunction: false,
  polygonTooltipPattern: OWN,
  polygonTooltipFunction: NONE,
});

export const ROUTE = { strokeWeight: 2, strokeOpacity: 1 };

const CLUSTER = {
  useClusterMarkers: false,
  zoomOnClick: true,
  maxZoom: NONE,
  showCoverageOnHover: true,
  animate: true,
  maxClusterRadius: 80,
  chunkedLoading: false,
  removeOutsideVisibleBounds: true,
};

export function map(
  name: string,
  size: [number, number],
  chosen: string,
  { hasRoutes = false, isPlacing = false } = {},
): TypeReference {
  return {
    name,
    type: hasRoutes ? 'timeseries' : 'latest',
    size,
    settings: {
      ...provider(chosen),
      defaultZoomLevel: NONE,
      useDefaultCenterPosition: false,
      defaultCenterPosition: '0,0',
      fitMapBounds: true,
      mapPageSize: 16384,
      draggableMarker: isPlacing,
      disableScrollZooming: false,
      ...PLACE,
      xPosKeyName: 'xPos',
      yPosKeyName: 'yPos',
      ...LABEL,
      showTooltip: true,
      showTooltipAction: 'click',
      autocloseTooltip: true,
      ...TOOLTIP,
      markerOffsetX: 0.5,
      markerOffsetY: 1,
      posFunction: OWN,
      color: '#FE7569',
      useColorFunction: false,
      colorFunction: NONE,
      ...MARKER_IMAGE,
      ...polygon(isPlacing),
      ...(hasRoutes ? ROUTE : CLUSTER),
    },
    parameters: { hasDataPageLink: true, ...(hasRoutes ? { ignoreDataUpdateOnIntervalTick: true } : {}) },
    sources: { markerClick: false, polygonClick: false, tooltipAction: true },
  };
}
