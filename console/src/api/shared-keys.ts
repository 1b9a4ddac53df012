import { type SharedKeys, sharedKeyRoutes } from '@signalbox/contract/shared-keys';
import { call } from './client.ts';

/** Which of the tenant's own values its customers and visitors may read. */
export function readSharedKeys(): Promise<SharedKeys> {
  return call(sharedKeyRoutes.getSharedKeys, {}, { ignoreErrors: true, ignoreLoading: true });
}

export function saveSharedKeys(keys: SharedKeys, basedOn?: string): Promise<SharedKeys> {
  return call(sharedKeyRoutes.saveSharedKeys, { query: { basedOn }, body: keys }, { ignoreErrors: true });
}
