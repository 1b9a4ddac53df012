import type { TransportConfiguration } from '../../entities/device-profile/transport-configuration.ts';
import { completePayloadConfiguration } from '../payload/payload-configuration.ts';

/**
 * What a profile says about CoAP, with its defaults.
 * @throws ApiError 400 / 31 for payloads that cannot be used
 */
export function completeCoapConfiguration(given: TransportConfiguration): TransportConfiguration {
  const deviceType = (given.coapDeviceTypeConfiguration ?? {}) as Record<string, unknown>;
  const coapDeviceType = deviceType.coapDeviceType ?? 'DEFAULT';
  return {
    ...given,
    coapDeviceTypeConfiguration:
      coapDeviceType === 'EFENTO'
        ? { coapDeviceType }
        : {
            coapDeviceType,
            transportPayloadTypeConfiguration: completePayloadConfiguration(
              deviceType.transportPayloadTypeConfiguration,
            ),
          },
    clientSettings: given.clientSettings ?? null,
  };
}
