// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of widgets name values this way
import { type ActionSource, libraryController, type TypeParameters } from '../controller.ts';
import { groupedForm } from '../settings-form.ts';
import type { TypeDefinition } from '../type-definition.ts';
import { type ConfigPart, type Datasource, functionKey, simulatedBy } from '../widget-config.ts';
import {
  clusterGroup,
  type MapProvider,
  markersGroup,
  polygonGroup,
  providerGroup,
  routeGroup,
} from './map-settings.ts';

const MAPS: readonly MapProvider[] = ['google-map', 'openstreet-map', 'here', 'image-map', 'tencent-map'];

const TOOLTIP_ACTION: Record<string, ActionSource> = {
  tooltipAction: { name: 'widget-action.tooltip-tag-action', multiple: true },
};

const CLICKS: Record<string, ActionSource> = {
  markerClick: { name: 'widget-action.marker-click', multiple: false },
  polygonClick: { name: 'widget-action.polygon-click', multiple: false },
  ...TOOLTIP_ACTION,
};

/** Parts of `maps` on which markers are shown, moved along routes, or placed. */
export interface MapUse {
  hasRoutes?: true;
  isPlacing?: true;
}

/** Around a place, a circle with time: latitude and longitude of something that drives. */
export function driving(name: string, latitude: number, longitude: number, seconds: number): Datasource {
  const angle = `time / ${(seconds * 1000) / (2 * Math.PI)}`;
  return simulatedBy(name, [
    functionKey('latitude', `return ${latitude} + 0.02 * Math.sin(${angle});`, 0),
    functionKey('longitude', `return ${longitude} + 0.03 * Math.cos(${angle});`, 1),
  ]);
}

function standing(name: string, latitude: number, longitude: number): Datasource {
  return simulatedBy(name, [
    functionKey('latitude', `return ${latitude};`, 0),
    functionKey('longitude', `return ${longitude};`, 1),
    functionKey('temperature', 'return Math.round(220 + 40 * Math.sin(time / 20000)) / 10;', 2),
  ]);
}

const onPicture = (name: string, x: number, y: number): Datasource =>
  simulatedBy(name, [functionKey('xPos', `return ${x};`, 0), functionKey('yPos', `return ${y};`, 1)]);

function sources(provider: MapProvider, { hasRoutes }: MapUse): Datasource[] {
  if (provider === 'image-map') return [onPicture('First point', 0.3, 0.35), onPicture('Second point', 0.65, 0.6)];
  if (hasRoutes) return [driving('First truck', 52.52, 13.4, 60), driving('Second truck', 52.49, 13.34, 90)];
  return [standing('First point', 52.52, 13.4), standing('Second point', 52.48, 13.36)];
}

/** A floor with rooms, as a drawing of our own: what markers stand on until somebody chooses a picture. */
const FLOOR =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 260"><rect width="400" height="260" fill="#fafafa"/>' +
  '<g fill="none" stroke="#78909c" stroke-width="4"><path d="M20 20h360v220H20z"/>' +
  '<path d="M150 20v80M150 140v100M150 120h230M280 20v70"/></g></svg>';
const PICTURE = `data:image/svg+xml;base64,${Buffer.from(FLOOR).toString('base64')}`;

const PICTURE_TOOLTIP = '<b>${entityName}</b><br/><br/><b>X:</b> ${xPos:2}<br/><b>Y:</b> ${yPos:2}';

function parametersOf({ hasRoutes }: MapUse): TypeParameters {
  return { hasDataPageLink: true, ...(hasRoutes && { ignoreDataUpdateOnIntervalTick: true }) };
}

/** A map of a provider (widgets.md §4.12, §4.13). */
export function mapType(
  provider: MapProvider,
  use: MapUse,
  texts: Pick<TypeDefinition, 'alias' | 'name' | 'description' | 'size'>,
): TypeDefinition {
  const { hasRoutes = false, isPlacing = false } = use;
  const config: ConfigPart = { showTitle: false, datasources: sources(provider, use) };
  if (hasRoutes) config.timewindow = { realtime: { interval: 1000, timewindowMs: 60_000 } };
  if (isPlacing) config.actions = PLACING_ACTIONS;
  return {
    ...texts,
    type: hasRoutes ? 'timeseries' : 'latest',
    controller: libraryController('', `new TbMapWidgetV2('${provider}', ${hasRoutes}, self.ctx)`, {
      parameters: parametersOf(use),
      actionSources: CLICKS,
    }),
    settings: groupedForm('Map', [
      providerGroup(provider, MAPS),
      markersGroup(isPlacing),
      polygonGroup(isPlacing),
      hasRoutes ? routeGroup : clusterGroup,
    ]),
    ...(provider === 'image-map' ? { preset: { mapImageUrl: PICTURE, tooltipPattern: PICTURE_TOOLTIP } } : {}),
    config,
  };
}

/** Takes the place of an entity away: writes null to the keys that hold it. */
const removing = (id: string, name: string, keys: string): Record<string, unknown> => ({
  id,
  name,
  icon: 'delete',
  type: 'custom',
  customFunction: [
    'var settings = widgetContext.settings;',
    `var keys = ${keys};`,
    'var source = widgetContext.datasources.filter(function(datasource) {',
    '  return datasource.entityId === entityId.id;',
    '})[0];',
    'if (!source) return;',
    'function valuesOf(type) {',
    '  return source.dataKeys.filter(function(key) {',
    '    return key.type === type && keys.indexOf(key.name) !== -1;',
    '  }).map(function(key) {',
    '    return { key: key.name, value: null };',
    '  });',
    '}',
    "var attributes = valuesOf('attribute');",
    "var series = valuesOf('timeseries');",
    'var service = widgetContext.attributeService;',
    "if (attributes.length) service.saveEntityAttributes(entityId, 'SERVER_SCOPE', attributes).subscribe();",
    "if (series.length) service.saveEntityTimeseries(entityId, 'scope', series).subscribe();",
  ].join('\n'),
});

const PLACING_ACTIONS = {
  tooltipAction: [
    removing(
      '4bbb7e0f-6a26-4a0f-8e6c-9b1f6f1f6a01',
      'delete',
      '[settings.latKeyName, settings.lngKeyName, settings.xPosKeyName, settings.yPosKeyName]',
    ),
    removing('4bbb7e0f-6a26-4a0f-8e6c-9b1f6f1f6a02', 'delete_polygon', '[settings.polygonKeyName]'),
  ],
};
