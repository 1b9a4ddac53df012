import { deviceRoutes } from '@signalbox/contract/device';
import { call, tokens } from './client.ts';
import { saveDevice } from './devices.ts';
import { findNamedEntities } from './entity-query.ts';

/** Gateways that are read at once. */
const PAGE_SIZE = 50;

/** Devices that are gateways, by name. */
export async function findGateways(
  search: string,
  page: number,
): Promise<{ choices: { id: string; label: string }[]; hasNext: boolean }> {
  // System administrators have none (specification §6).
  if (tokens.claims()?.scopes.includes('SYS_ADMIN')) return { choices: [], hasNext: false };
  const { entities, total } = await findNamedEntities(
    { type: 'entityType', entityType: 'DEVICE' },
    { sortBy: 'name', pageSize: PAGE_SIZE, page, search, infoHas: '"gateway":true' },
  );
  return { choices: entities.map(({ id, name }) => ({ id, label: name })), hasNext: total > (page + 1) * PAGE_SIZE };
}

/** Whether there is a device with this name; what cannot be asked is not there (specification §8). */
async function existsDevice(deviceName: string): Promise<boolean> {
  try {
    await call(deviceRoutes.getTenantDevices, { query: { deviceName } }, { ignoreErrors: true, ignoreLoading: true });
    return true;
  } catch {
    return false;
  }
}

/** Creates a device that is a gateway. Returns its id; undefined when another device has the name. */
export async function createGateway(name: string, type = 'Gateway'): Promise<string | undefined> {
  if (await existsDevice(name)) return undefined;
  const { id } = await saveDevice({ name, type, label: null, additionalInfo: { gateway: true } });
  return id.id;
}
