import { type SharedKeys, sharedKeyRoutes } from '@signalbox/contract/shared-keys';
import { call } from './client.ts';

/** Which of the tenant's own values its customers and visitors may read. */
export function readSharedKeys(): Promise<SharedKeys> {
  return call(sharedKeyRoutes.getSharedKeys, {}, { ignoreErrors: true, ignoreLoading: true });
}

export function saveSharedKeys(keys: SharedKeys): Promise<SharedKeys> {
  return call(sharedKeyRoutes.saveSharedKeys, { body: keys }, { ignoreErrors: true });
}
