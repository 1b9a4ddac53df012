import type { DeviceContext } from '../../entities/device-directory.ts';
import type { DeviceAuthenticator } from '../device-credentials.ts';
import { CoapError, Code } from './codes.ts';
import type { Endpoint } from './endpoints.ts';
import type { Strangers } from './strangers.ts';

export interface DeviceLookupParts {
  authenticator: Pick<DeviceAuthenticator, 'byToken'>;
  strangers: Strangers;
  /** The client has shown a token of a device. */
  trust: (endpoint: Endpoint) => void;
}

/** Finds the device whose token a client shows; `later`: its address has shown too many tokens of nobody. */
export type DeviceLookup = (token: string | undefined, endpoint: Endpoint) => Promise<DeviceContext | 'later'>;

/** @returns a function that throws CoapError for tokens of nobody, and for devices of other transports */
export function createDeviceLookup({ authenticator, strangers, trust }: DeviceLookupParts): DeviceLookup {
  return async (token, endpoint) => {
    if (!token) throw new CoapError(Code.unauthorized, 'There is no access token');
    if (!endpoint.isKnown && !strangers.mayTry(endpoint.address)) return 'later';
    const context = await authenticator.byToken(token);
    if (!context) {
      strangers.failed(endpoint.address);
      throw new CoapError(Code.unauthorized, '');
    }
    trust(endpoint);
    const { transportType } = context.profile;
    if (transportType !== 'DEFAULT' && transportType !== 'COAP') {
      throw new CoapError(Code.serverError, `The profile of the device is for ${transportType}`);
    }
    return context;
  };
}
