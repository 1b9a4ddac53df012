import type { DeviceContext } from '../../entities/device-directory.ts';
import type { ShownCertificates } from '../certificates/certificate-checks.ts';
import type { Peer } from '../datagrams.ts';
import type { DeviceAuthenticator } from '../device-credentials.ts';
import type { Strangers } from '../strangers.ts';
import { CoapError, Code } from './codes.ts';
import type { Endpoint } from './endpoints.ts';

export interface DeviceLookupParts {
  authenticator: Pick<DeviceAuthenticator, 'byToken' | 'byCertificates'>;
  strangers: Strangers;
  /** Certificates that a client has shown when it agreed on keys: then they count, and no token. */
  certificatesOf: (peer: Peer) => ShownCertificates | undefined;
  /** The client has shown a token of a device. */
  trust: (endpoint: Endpoint, tenantId: string) => void;
}

/** Finds the device whose token or certificate a client shows; `later`: its address has shown too many tokens of nobody. */
export type DeviceLookup = (token: string | undefined, endpoint: Endpoint) => Promise<DeviceContext | 'later'>;

/** @returns a function that throws CoapError for tokens of nobody, and for devices of other transports */
export function createDeviceLookup(parts: DeviceLookupParts): DeviceLookup {
  const { authenticator, strangers, certificatesOf, trust } = parts;
  return async (token, endpoint) => {
    const certificates = certificatesOf(endpoint.peer);
    if (!token && !certificates) throw new CoapError(Code.unauthorized, 'There is no access token');
    if (!endpoint.isKnown && !strangers.mayTry(endpoint.address)) return 'later';
    const context = await (certificates
      ? authenticator.byCertificates(certificates, 'COAP')
      : authenticator.byToken(token ?? '', 'COAP'));
    if (!context) {
      strangers.failed(endpoint.address);
      throw new CoapError(Code.unauthorized, '');
    }
    trust(endpoint, context.device.tenantId);
    const { transportType } = context.profile;
    if (transportType !== 'DEFAULT' && transportType !== 'COAP') {
      throw new CoapError(Code.serverError, `The profile of the device is for ${transportType}`);
    }
    return context;
  };
}
