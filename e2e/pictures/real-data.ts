import type { Api } from '../harness/api.ts';

/** A widget type as lists have it. */
export interface PicturedType {
  alias: string;
  bundleAlias: string;
  descriptor: { defaultConfig: string };
}

interface Made {
  id: { id: string; entityType: string };
  name: string;
}

interface Config {
  datasources?: { dataKeys: { label: string; name: string }[] }[];
  settings: Record<string, unknown>;
}

/** What is photographed with entities instead of values that functions make up. */
export interface RealData {
  device: Made;
  building: Made;
  edge: Made;
  gateway: Made;
}

/** A picture of a house, for forms that hold pictures. */
const HOUSE = `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 90"><rect width="160" height="90" fill="#dbe9f6"/><path d="M40 45 80 18l40 27v35H40z" fill="#fff" stroke="#4a6785" stroke-width="3"/><path d="M72 80V56h16v24" fill="#8fb3d5"/></svg>')}`;

const VALUES: Readonly<Record<string, unknown>> = {
  Count: 42,
  'Set point': 21.5,
  Note: 'Filter changed',
  Enabled: true,
  latitude: 48.2082,
  longitude: 16.3738,
  Picture: HOUSE,
  'Next service': Date.parse('2026-06-15T09:30:00Z'),
  Configuration: { interval: 60, unit: '°C' },
  'Name of the place': 'Boiler room',
  Alarm: true,
  'Events sent': 128,
  Temperature: 22,
};

/**
 * Creates what is photographed.
 * @param now when its values were measured, epoch ms
 * @param tail of all names
 */
export async function createRealData(api: Api, now: number, tail = ''): Promise<RealData> {
  const device = await api.post<Made>('/api/device', { name: `Boiler${tail}`, type: 'default' });
  const gateway = await api.post<Made>('/api/device', {
    name: `Gateway of the cellar${tail}`,
    type: 'default',
    additionalInfo: { gateway: true },
  });
  const building = await api.post<Made>('/api/asset', { name: `Building A${tail}`, type: 'building' });
  const edge = await api.post<Made>('/api/edge', {
    ...{
      name: `Site in Vienna${tail}`,
      type: 'site',
      routingKey: `rk${tail}`,
      secret: `s${tail}`,
      edgeLicenseKey: 'l',
      cloudEndpoint: 'http://c',
    },
  });
  for (const { id } of [device, gateway]) {
    const base = `/api/plugins/telemetry/DEVICE/${id.id}`;
    await api.post(`${base}/timeseries/ANY`, { ts: now, values: VALUES });
    for (const scope of ['SERVER_SCOPE', 'SHARED_SCOPE']) await api.post(`${base}/${scope}`, VALUES);
    await api.post('/api/relation', { from: building.id, to: id, type: 'Contains', typeGroup: 'COMMON' });
  }
  for (const name of ['Floor 1', 'Floor 2']) {
    const floor = await api.post<Made>('/api/asset', { name: name + tail, type: 'floor' });
    await api.post('/api/relation', { from: building.id, to: floor.id, type: 'Contains', typeGroup: 'COMMON' });
  }
  return { device, gateway, building, edge };
}

/** Maps of these providers need a key of theirs; they are drawn on one that needs none. */
const WITH_KEYS = new Set(['google-map', 'tencent-map', 'here']);

/** What devices answer on is black, and empty without one. */
export const TERMINALS: ReadonlySet<string> = new Set(['rpc_debug_terminal', 'rpc_remote_shell']);

/** What a type is photographed with: its own configuration, of an entity where it would show nothing otherwise. */
export function withRealData({ alias, bundleAlias, descriptor }: PicturedType, real: RealData): string {
  const config = JSON.parse(descriptor.defaultConfig) as Config;
  const of = ({ id, name }: Made, type: string) => {
    const keys = (config.datasources?.[0]?.dataKeys ?? []).map((key) => ({ ...key, name: key.label, type }));
    config.datasources = [
      { type: 'entity', entityType: id.entityType, entityId: id.id, entityName: name, dataKeys: keys } as never,
    ];
  };
  if (WITH_KEYS.has(String(config.settings?.provider))) config.settings.provider = 'openstreet-map';
  const isForm = bundleAlias === 'input_widgets' && !alias.startsWith('markers_placement');
  if (isForm) of(real.device, alias.endsWith('timeseries') ? 'timeseries' : 'attribute');
  if (alias === 'entities_hierarchy') of(real.building, 'attribute');
  if (alias === 'edges_overview') of(real.edge, 'attribute');
  if (bundleAlias === 'gateway_widgets') of(real.gateway, 'timeseries');
  return JSON.stringify(config);
}
