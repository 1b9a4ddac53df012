import { type RpcRequest, rpcRoutes } from '@signalbox/contract/rpc';
import { call } from './client.ts';

/** The caller shows how it stands. */
const QUIET = { ignoreErrors: true, ignoreLoading: true };

/**
 * Calls a device.
 * @returns what it answered; for a persistent call `{ rpcId }`
 * @throws RequestError, 504 when it did not answer in time
 */
export function postDeviceCall(
  deviceId: string,
  kind: 'oneway' | 'twoway',
  body: RpcRequest,
  signal: AbortSignal,
): Promise<unknown> {
  const route = kind === 'oneway' ? rpcRoutes.callOneway : rpcRoutes.callTwoway;
  return call(route, { params: { deviceId }, body }, { ...QUIET, signal });
}

/** How a persistent call stands. */
export function getPersistentCall(rpcId: string, signal: AbortSignal) {
  return call(rpcRoutes.getPersistentRpc, { params: { rpcId } }, { ...QUIET, signal });
}
