import type { Logger } from 'pino';
import type { LiveBus } from '../../bus/live-bus.ts';
import { parseAddressRanges } from '../../config/address-ranges.ts';
import type { TransportDevice, TransportDevices } from '../../entities/transport-devices.ts';
import { createAddressGuard } from '../../outbound/address-guard.ts';
import type { Transport } from '../transport.ts';
import { createFindAddress } from './host-addresses.ts';
import { walkObjects } from './object-walk.ts';
import { type PolledDeviceParts, startPolling } from './polled-device.ts';
import { createPolledDevices } from './polled-devices.ts';
import { createTraps } from './traps.ts';
import { createUdpSockets } from './udp-sockets.ts';

export interface SnmpTransportParts extends Omit<PolledDeviceParts, 'findAddress' | 'sockets' | 'traps'> {
  transportDevices: TransportDevices;
  liveBus: LiveBus;
  log: Logger;
  settings: { outboundAllowed: string; bind: string; snmpTrapPort: number };
}

/** SNMP 1, 2c and 3. The platform asks the devices, and listens only for their notifications, if it has a port for them. */
export function createSnmpTransport({ transportDevices, liveBus, log, settings, ...rest }: SnmpTransportParts) {
  const sockets = createUdpSockets(log);
  const guard = createAddressGuard(parseAddressRanges(settings.outboundAllowed));
  const traps = createTraps({ settings, log });
  const parts: PolledDeviceParts = { ...rest, sockets, traps, findAddress: createFindAddress(guard) };
  const polled = createPolledDevices({
    devices: transportDevices,
    liveBus,
    log,
    reportRefusal: rest.reportRefusal,
    start: (device, spread) => startPolling(device, parts, spread),
  });
  const transport: Transport = {
    name: 'snmp',
    async listen() {
      await traps.listen();
      polled.open();
    },
    address() {
      const port = traps.port();
      return port === undefined ? undefined : { title: 'SNMP', scheme: 'snmp', port };
    },
    connectionCount: () => 0,
    async close() {
      polled.close();
      sockets.close();
      traps.close();
    },
  };
  return {
    transport,
    /** The objects of a device, as its own settings reach it. */
    walk: (device: TransportDevice, query: { base: string; after?: string | undefined }) =>
      walkObjects(device, query, parts),
  };
}
