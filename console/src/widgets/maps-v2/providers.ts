import { textOf } from '../drawing/setting-values.ts';
import type { Settings } from '../model.ts';

/** Where the tiles of a map come from. */
export interface Tiles {
  /** With {z}, {x} and {y}; {s} stands for one of `subdomains`, {r} for @2x on dense screens. */
  address: string;
  /** Whom the map belongs to: names with the addresses of their pages. */
  attribution: readonly (readonly [name: string, address: string])[];
  subdomains?: string;
  /** The closest zoom that there are tiles for; closer ones are enlarged. */
  maxZoom: number;
}

const OPEN_STREET_MAP = ['© OpenStreetMap', 'https://www.openstreetmap.org/copyright'] as const;
const ESRI = ['Tiles © Esri', 'https://www.esri.com/en-us/legal/copyright-trademarks'] as const;
const CARTO = ['© CARTO', 'https://carto.com/attributions'] as const;
const ESRI_ADDRESS = 'https://server.arcgisonline.com/ArcGIS/rest/services';

/** The free maps by the names that settings give them. */
const OPEN_MAPS: Readonly<Record<string, Tiles>> = {
  'OpenStreetMap.Mapnik': {
    address: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    attribution: [OPEN_STREET_MAP],
    maxZoom: 19,
  },
  'OpenStreetMap.HOT': {
    address: 'https://{s}.tile.openstreetmap.fr/hot/{z}/{x}/{y}.png',
    attribution: [OPEN_STREET_MAP, ['Humanitarian OpenStreetMap Team', 'https://www.hotosm.org']],
    subdomains: 'abc',
    maxZoom: 19,
  },
  'Esri.WorldStreetMap': {
    address: `${ESRI_ADDRESS}/World_Street_Map/MapServer/tile/{z}/{y}/{x}`,
    attribution: [ESRI],
    maxZoom: 19,
  },
  'Esri.WorldTopoMap': {
    address: `${ESRI_ADDRESS}/World_Topo_Map/MapServer/tile/{z}/{y}/{x}`,
    attribution: [ESRI],
    maxZoom: 19,
  },
  'CartoDB.Positron': {
    address: 'https://{s}.basemaps.cartocdn.com/light_all/{z}/{x}/{y}{r}.png',
    attribution: [OPEN_STREET_MAP, CARTO],
    subdomains: 'abcd',
    maxZoom: 20,
  },
  'CartoDB.DarkMatter': {
    address: 'https://{s}.basemaps.cartocdn.com/dark_all/{z}/{x}/{y}{r}.png',
    attribution: [OPEN_STREET_MAP, CARTO],
    subdomains: 'abcd',
    maxZoom: 20,
  },
};

/** Maps of HERE: style and format of today's addresses, and scheme of those for an id with a code. */
const HERE_MAPS: Readonly<Record<string, { style: string; format: string; scheme: string; base: string }>> = {
  'HERE.normalDay': { style: 'explore.day', format: 'png8', scheme: 'normal.day', base: 'base' },
  'HERE.normalNight': { style: 'explore.night', format: 'png8', scheme: 'normal.night', base: 'base' },
  'HERE.hybridDay': { style: 'explore.satellite.day', format: 'jpeg', scheme: 'hybrid.day', base: 'aerial' },
  'HERE.terrainDay': { style: 'topo.day', format: 'png8', scheme: 'terrain.day', base: 'aerial' },
};

const HERE = ['© HERE', 'https://legal.here.com/terms'] as const;

/** Kinds of maps of Google, as its tiles call them. */
export type GoogleKind = 'roadmap' | 'satellite' | 'hybrid' | 'terrain';

/** What a map is drawn on. */
export type Ground =
  | { kind: 'tiles'; tiles: Tiles }
  | { kind: 'google'; key: string; map: GoogleKind }
  | { kind: 'picture' }
  /** Why there is none: a text. */
  | { kind: 'missing'; text: string };

/** Whether tiles may come from an address that people wrote. */
export function isTileAddress(address: string): boolean {
  return /^https?:\/\/[^/\s?#]+\//i.test(address) && [/\{x\}/, /\{-?y\}/, /\{z\}/].every((part) => part.test(address));
}

const TENCENT_KINDS: readonly string[] = ['roadmap', 'satellite', 'hybrid'];

/** Tencent offers a script, which no page runs here; who has an address of its tiles names it beside the key. */
function tencentGround(settings: Settings): Ground {
  const key = textOf(settings.tmApiKey)?.trim();
  if (!key) return { kind: 'missing', text: 'map.noTencentKey' };
  const written = textOf(settings.tmTileUrl)?.trim();
  if (!written) return { kind: 'missing', text: 'map.tencentScript' };
  if (!isTileAddress(written)) return { kind: 'missing', text: 'map.badTileAddress' };
  const type = TENCENT_KINDS.find((kind) => kind === settings.tmDefaultMapType) ?? 'roadmap';
  const address = written.replaceAll('{type}', type).replaceAll('{key}', encodeURIComponent(key));
  const owner = ['© Tencent', 'https://map.qq.com'] as const;
  return { kind: 'tiles', tiles: { address, attribution: [owner], subdomains: '0123', maxZoom: 18 } };
}

function openGround(settings: Settings): Ground {
  if (settings.useCustomProvider === true) {
    const address = textOf(settings.customProviderTileUrl)?.trim();
    if (!address) return { kind: 'missing', text: 'map.noTileAddress' };
    if (!isTileAddress(address)) return { kind: 'missing', text: 'map.badTileAddress' };
    return { kind: 'tiles', tiles: { address, attribution: [], subdomains: 'abc', maxZoom: 20 } };
  }
  const name = textOf(settings.mapProvider) ?? '';
  const tiles = Object.hasOwn(OPEN_MAPS, name) ? OPEN_MAPS[name] : OPEN_MAPS['OpenStreetMap.Mapnik'];
  return { kind: 'tiles', tiles: tiles as Tiles };
}

function hereGround(settings: Settings): Ground {
  const credentials = (settings.credentials ?? {}) as Settings;
  const name = textOf(settings.mapProviderHere) ?? '';
  const map = (Object.hasOwn(HERE_MAPS, name) && HERE_MAPS[name]) || HERE_MAPS['HERE.normalDay'];
  const key = textOf(credentials.apiKey);
  const id = textOf(credentials.app_id);
  const code = textOf(credentials.app_code);
  if (!map || (!key && !(id && code))) return { kind: 'missing', text: 'map.noHereCredentials' };
  const address = key
    ? `https://maps.hereapi.com/v3/base/mc/{z}/{x}/{y}/${map.format}?style=${map.style}&apiKey=${encodeURIComponent(key)}`
    : `https://{s}.${map.base}.maps.api.here.com/maptile/2.1/maptile/newest/${map.scheme}/{z}/{x}/{y}/256/png8` +
      `?app_id=${encodeURIComponent(id ?? '')}&app_code=${encodeURIComponent(code ?? '')}`;
  return { kind: 'tiles', tiles: { address, attribution: [HERE], subdomains: '1234', maxZoom: 20 } };
}

const GOOGLE_KINDS: readonly GoogleKind[] = ['roadmap', 'satellite', 'hybrid', 'terrain'];

/**
 * What the settings of a map ask for; nothing is asked of a provider that needs a key without one.
 * @param own the provider of the widget's type; one that the settings name wins
 */
export function groundOf(settings: Settings, own: string): Ground {
  switch (textOf(settings.provider) ?? own) {
    case 'image-map':
      return { kind: 'picture' };
    case 'google-map': {
      const key = textOf(settings.gmApiKey);
      const map = GOOGLE_KINDS.find((kind) => kind === settings.gmDefaultMapType) ?? 'roadmap';
      return key ? { kind: 'google', key, map } : { kind: 'missing', text: 'map.noGoogleKey' };
    }
    case 'tencent-map':
      return tencentGround(settings);
    case 'here':
      return hereGround(settings);
    default:
      return openGround(settings);
  }
}
