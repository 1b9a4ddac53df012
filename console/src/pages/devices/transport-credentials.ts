import type { CredentialsType, DeviceTransportType } from '@signalbox/contract/device';

/** Types a transport can work with; the first is what it starts with. */
export const TYPES_OF_TRANSPORT: Readonly<Record<DeviceTransportType, readonly CredentialsType[]>> = {
  DEFAULT: ['ACCESS_TOKEN', 'X509_CERTIFICATE', 'MQTT_BASIC'],
  MQTT: ['ACCESS_TOKEN', 'X509_CERTIFICATE', 'MQTT_BASIC'],
  COAP: ['ACCESS_TOKEN', 'X509_CERTIFICATE'],
  LWM2M: ['LWM2M_CREDENTIALS'],
  SNMP: ['ACCESS_TOKEN'],
};
