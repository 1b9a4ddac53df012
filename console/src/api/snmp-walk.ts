import { type SnmpWalk, snmpWalkRoutes } from '@signalbox/contract/snmp-walk';
import { call } from './client.ts';

/** A page of the objects that a device has below a base. @param after the last object of the page before */
export function walkDevice(deviceId: string, base: string, after?: string): Promise<SnmpWalk> {
  return call(snmpWalkRoutes.walkSnmpDevice, { params: { deviceId }, query: { base, after } }, { ignoreErrors: true });
}
