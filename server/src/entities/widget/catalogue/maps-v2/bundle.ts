import type { BundleDefinition } from '../type-definition.ts';
import { mapType } from './map-types.ts';
import { tripAnimation } from './trip-animation.ts';

const ROUTES = { hasRoutes: true } as const;

export const maps: BundleDefinition = {
  alias: 'maps_v2',
  title: 'Maps',
  description: 'Where things are and where they went, on maps and on pictures.',
  types: [
    mapType(
      'openstreet-map',
      {},
      {
        alias: 'openstreetmap',
        name: 'OpenStreetMap',
        description: 'Markers and areas on OpenStreetMap, on other free maps, or on tiles of a server of your own.',
        size: [8.5, 6],
      },
    ),
    mapType(
      'google-map',
      {},
      {
        alias: 'google_maps',
        name: 'Google Maps',
        description: 'Markers and areas on Google Maps, with your own key.',
        size: [8.5, 6],
      },
    ),
    mapType(
      'tencent-map',
      {},
      {
        alias: 'tencent_maps',
        name: 'Tencent Maps',
        description: 'Markers and areas on Tencent Maps, with your own key.',
        size: [9, 6],
      },
    ),
    mapType(
      'here',
      {},
      {
        alias: 'here_map',
        name: 'HERE Map',
        description: 'Markers and areas on maps of HERE, with your own credentials.',
        size: [9.5, 6],
      },
    ),
    mapType(
      'image-map',
      {},
      {
        alias: 'image_map',
        name: 'Image Map',
        description: 'Markers on a picture of your own: a floor, a site, a machine.',
        size: [8.5, 6.5],
      },
    ),
    mapType('openstreet-map', ROUTES, {
      alias: 'route_map_openstreetmap',
      name: 'Route Map - OpenStreetMap',
      description: 'Where things went in a period, as lines on OpenStreetMap with a marker at the end.',
      size: [8.5, 6],
    }),
    mapType('google-map', ROUTES, {
      alias: 'route_map',
      name: 'Route Map',
      description: 'Where things went in a period, as lines on Google Maps with a marker at the end.',
      size: [8.5, 6],
    }),
    mapType('tencent-map', ROUTES, {
      alias: 'route_map_tencent_maps',
      name: 'Route Map - Tencent Maps',
      description: 'Where things went in a period, as lines on Tencent Maps with a marker at the end.',
      size: [8.5, 6],
    }),
    tripAnimation,
  ],
};
