import type { TransportConfigurations } from '../entities/device-profile/transport-configuration.ts';
import { completeMqttConfiguration } from './mqtt/mqtt-configuration.ts';
import { completeSnmpConfiguration } from './snmp/snmp-configuration.ts';
import { completeCoapConfiguration } from './unserved/coap-configuration.ts';

/**
 * How each transport checks and completes its part of a device profile. Those in unserved/ have no transport yet: what
 * clients say about them is only kept.
 */
export const profileConfigurations: TransportConfigurations = {
  MQTT: completeMqttConfiguration,
  COAP: completeCoapConfiguration,
  SNMP: completeSnmpConfiguration,
};
