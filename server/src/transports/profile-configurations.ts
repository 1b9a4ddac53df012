import type { TransportConfigurations } from '../entities/device-profile/transport-configuration.ts';
import { completeCoapConfiguration } from './coap/coap-configuration.ts';
import { completeLwm2mConfiguration } from './lwm2m/lwm2m-configuration.ts';
import { completeMqttConfiguration } from './mqtt/mqtt-configuration.ts';
import { completeSnmpConfiguration } from './snmp/snmp-configuration.ts';

/** How each transport checks and completes its part of a device profile. */
export const profileConfigurations: TransportConfigurations = {
  MQTT: completeMqttConfiguration,
  COAP: completeCoapConfiguration,
  LWM2M: completeLwm2mConfiguration,
  SNMP: completeSnmpConfiguration,
};
