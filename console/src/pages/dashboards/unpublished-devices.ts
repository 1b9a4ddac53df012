import { readDashboard } from '../../api/dashboards.ts';
import { getDevicesByIds } from '../../api/devices.ts';
import { findNamedEntities } from '../../api/entity-query.ts';
import { isAssigned } from '../../entity-page/ownership-actions.ts';

/** A device that visitors of a public dashboard do not see. */
export interface UnpublishedDevice {
  id: string;
  name: string;
  /** It is a customer's: it can only be public when it is taken back first. */
  isAssigned: boolean;
}

/** How many devices of one alias, or named by the widgets, that are looked at. */
export const MAX_DEVICES = 100;
/** Ids of one call, so that its address stays short. */
const IDS_AT_ONCE = 50;

type Members = Readonly<Record<string, unknown>>;
const asObject = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

/** What the aliases of a dashboard ask for, without those that depend on who looks or on what was clicked. */
export function fixedFilters(configuration: unknown): Members[] {
  return Object.values(asObject(asObject(configuration).entityAliases)).flatMap((alias) => {
    const filter = asObject(asObject(alias).filter);
    const text = JSON.stringify(filter);
    const depends = filter.type === undefined || filter.type === 'stateEntity' || filter.rootStateEntity === true;
    return depends || text.includes('"CURRENT_') ? [] : [filter];
  });
}

/** Devices that the widgets of a dashboard name themselves. */
export function namedDevices(configuration: unknown): string[] {
  const widgets = Object.values(asObject(asObject(configuration).widgets));
  const sources = widgets.flatMap((widget) => {
    const { datasources } = asObject(asObject(widget).config);
    return Array.isArray(datasources) ? datasources.map(asObject) : [];
  });
  return sources.flatMap(({ entityType, entityId }) =>
    entityType === 'DEVICE' && typeof entityId === 'string' ? [entityId] : [],
  );
}

/**
 * The devices that a dashboard shows and that are not public, by name; `isPartial` when it shows so many that not all
 * were looked at.
 * @param publicCustomerId the customer that stands for everybody
 */
export async function unpublishedDevices(
  dashboardId: string,
  publicCustomerId: string,
): Promise<{ devices: UnpublishedDevice[]; isPartial: boolean }> {
  const { configuration } = await readDashboard(dashboardId);
  const found = await Promise.all(
    fixedFilters(configuration).map((filter) =>
      // An alias that finds nothing, or that the server refuses, shows nothing either.
      findNamedEntities(filter, { sortBy: 'name', pageSize: MAX_DEVICES }).catch(() => ({ entities: [], total: 0 })),
    ),
  );
  const named = namedDevices(configuration);
  const ids = new Set([
    ...found.flatMap(({ entities }) => entities.flatMap(({ entityType, id }) => (entityType === 'DEVICE' ? [id] : []))),
    ...named.slice(0, MAX_DEVICES),
  ]);
  const all = [...ids];
  const parts = Array.from({ length: Math.ceil(all.length / IDS_AT_ONCE) }, (_, part) =>
    getDevicesByIds(all.slice(part * IDS_AT_ONCE, (part + 1) * IDS_AT_ONCE)),
  );
  const devices = (await Promise.all(parts))
    .flat()
    .filter((device) => device.customerId.id !== publicCustomerId)
    .map((device) => ({ id: device.id.id, name: device.name, isAssigned: isAssigned(device) }))
    .sort((one, other) => one.name.localeCompare(other.name));
  const isPartial = named.length > MAX_DEVICES || found.some(({ total }) => total > MAX_DEVICES);
  return { devices, isPartial };
}
