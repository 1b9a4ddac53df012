/** What a widget type of maps is, by the name that dashboards have for it. */
export interface MapType {
  /** Of its map, unless the settings name another one. */
  provider: string;
  hasRoutes?: boolean;
  /** People place things on it. */
  isPlacing?: boolean;
}

export const MAP_TYPES: Readonly<Record<string, MapType>> = {
  openstreetmap: { provider: 'openstreet-map' },
  google_maps: { provider: 'google-map' },
  tencent_maps: { provider: 'tencent-map' },
  here_map: { provider: 'here' },
  image_map: { provider: 'image-map' },
  route_map_openstreetmap: { provider: 'openstreet-map', hasRoutes: true },
  route_map: { provider: 'google-map', hasRoutes: true },
  route_map_tencent_maps: { provider: 'tencent-map', hasRoutes: true },
};

export const PLACING_TYPES: Readonly<Record<string, MapType>> = {
  markers_placement_openstreetmap: { provider: 'openstreet-map', isPlacing: true },
  markers_placement_image_map: { provider: 'image-map', isPlacing: true },
  markers_placement_google_maps: { provider: 'google-map', isPlacing: true },
};

export function mapTypeOf(alias: string): MapType {
  return MAP_TYPES[alias] ?? PLACING_TYPES[alias] ?? { provider: 'openstreet-map' };
}
