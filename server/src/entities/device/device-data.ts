import type { DeviceData, DeviceTransportType } from '@signalbox/contract/device';
import { isPowerTime, MAX_POWER_TIME, POWER_MODES, POWER_TIMES } from '@signalbox/contract/power-saving';
import { badRequest } from '../../http/errors.ts';

type Json = Record<string, unknown>;

const SNMP_VERSIONS = ['V1', 'V2C', 'V3'];

/** A transport configuration without any settings, with the defaults of its type. */
function empty(type: DeviceTransportType): Json {
  switch (type) {
    case 'COAP':
    case 'LWM2M':
      return { type, powerMode: null, psmActivityTimer: null, edrxCycle: null, pagingTransmissionWindow: null };
    case 'SNMP':
      return {
        type,
        host: 'localhost',
        port: 161,
        protocolVersion: 'V2C',
        community: 'public',
        username: null,
        securityName: null,
        contextName: null,
        authenticationProtocol: null,
        authenticationPassphrase: null,
        privacyProtocol: null,
        privacyPassphrase: null,
        engineId: null,
      };
    default:
      return { type };
  }
}

const isFilled = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';

function isValidSnmp(configuration: Json): boolean {
  const { host, port, protocolVersion } = configuration;
  if (!isFilled(host) || !Number.isInteger(port) || !SNMP_VERSIONS.includes(protocolVersion as string)) return false;
  if (protocolVersion !== 'V3') return isFilled(configuration.community);
  const required = [
    'username',
    'securityName',
    'authenticationProtocol',
    'authenticationPassphrase',
    'privacyProtocol',
    'privacyPassphrase',
  ];
  return (
    required.every((name) => isFilled(configuration[name])) &&
    typeof configuration.contextName === 'string' &&
    typeof configuration.engineId === 'string'
  );
}

/**
 * The transport part of a device, made to fit its profile (rest-content.md §1.5): a configuration of another type is
 * replaced by an empty one of the profile's.
 * @throws ApiError 400 / 31 for SNMP and power settings that cannot be used
 */
export function completeDeviceData(transportType: DeviceTransportType, given: unknown): DeviceData {
  const requested = ((given ?? {}) as Json).transportConfiguration as Json | null | undefined;
  const fits = requested !== null && typeof requested === 'object' && requested.type === transportType;
  let transport = empty(transportType);
  if (fits && transportType !== 'DEFAULT') {
    transport = { ...transport, ...requested };
    const isPowerMode = transport.powerMode === undefined || transport.powerMode === null;
    if (!isPowerMode && !(POWER_MODES as readonly unknown[]).includes(transport.powerMode)) {
      throw badRequest(`Transport configuration is not valid: powerMode must be one of ${POWER_MODES.join(', ')}`);
    }
    for (const name of POWER_TIMES) {
      if (isPowerTime(transport[name])) continue;
      throw badRequest(
        `Transport configuration is not valid: ${name} must be a whole number of milliseconds up to ${MAX_POWER_TIME}`,
      );
    }
    if (transportType === 'SNMP' && !isValidSnmp(transport)) throw badRequest('Transport configuration is not valid');
  }
  return {
    configuration: { type: 'DEFAULT' },
    transportConfiguration: transport as DeviceData['transportConfiguration'],
  };
}
