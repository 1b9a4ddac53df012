import { isPowerTime, MAX_POWER_TIME, POWER_MODES, POWER_TIMES } from '@signalbox/contract/power-saving';
import type { TransportConfiguration } from '../../entities/device-profile/transport-configuration.ts';
import { badRequest } from '../../http/errors.ts';
import { completePayloadConfiguration } from '../payload/payload-configuration.ts';

const DEVICE_TYPES: readonly unknown[] = ['DEFAULT', 'EFENTO'];

/**
 * Checks how long devices are said to listen and to sleep.
 * @throws ApiError 400 / 31 that names the time that is not one, or longer than any device sleeps
 */
export function checkPowerTimes(settings: Readonly<Record<string, unknown>>): void {
  for (const name of POWER_TIMES) {
    if (isPowerTime(settings[name])) continue;
    throw badRequest(
      `Device profile transport configuration is not valid: field '${name}' must be a whole number of milliseconds up to ${MAX_POWER_TIME}!`,
    );
  }
}

/** @throws ApiError 400 / 31 when the mode in which devices save power is none */
export function checkPowerMode(settings: Readonly<Record<string, unknown>>): void {
  if ((POWER_MODES as readonly unknown[]).includes(settings.powerMode ?? 'DRX')) return;
  throw badRequest(
    `Device profile transport configuration is not valid: field 'powerMode' must be one of ${POWER_MODES.join(', ')}!`,
  );
}

/** @throws ApiError 400 / 31 that names the setting that cannot be used */
function completeClientSettings(given: unknown): Record<string, unknown> | null {
  if (given === null) return null;
  if (typeof given !== 'object' || Array.isArray(given)) {
    throw badRequest("Device profile transport configuration is not valid: field 'clientSettings' must be an object!");
  }
  const settings = given as Record<string, unknown>;
  checkPowerMode(settings);
  checkPowerTimes(settings);
  return { powerMode: null, psmActivityTimer: null, edrxCycle: null, pagingTransmissionWindow: null, ...settings };
}

/**
 * What a profile says about CoAP, with its defaults.
 * @throws ApiError 400 / 31 for devices, payloads and power settings that cannot be used
 */
export function completeCoapConfiguration(given: TransportConfiguration): TransportConfiguration {
  const deviceType = (given.coapDeviceTypeConfiguration ?? {}) as Record<string, unknown>;
  const coapDeviceType = deviceType.coapDeviceType ?? 'DEFAULT';
  if (!DEVICE_TYPES.includes(coapDeviceType)) {
    throw badRequest(
      `Device profile transport configuration is not valid: field 'coapDeviceType' must be one of ${DEVICE_TYPES.join(', ')}!`,
    );
  }
  const clientSettings = completeClientSettings(given.clientSettings ?? null);
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
    clientSettings,
  };
}
