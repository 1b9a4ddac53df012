import type { Logger } from 'pino';
import type { LiveBus } from '../bus/live-bus.ts';
import type { DeviceClaims } from '../claiming/device-claims.ts';
import type { Settings } from '../config/settings.ts';
import type { DeviceState } from '../device-state/device-state.ts';
import type { DeviceDirectory } from '../entities/device-directory.ts';
import type { NamedEntities } from '../entities/named-entities.ts';
import type { Relations } from '../entities/relations.ts';
import type { TransportDevices } from '../entities/transport-devices.ts';
import type { EventStore } from '../events/event-store.ts';
import { createRefusalEvents } from '../events/refusal-events.ts';
import type { MessageLog } from '../messages/message-log.ts';
import type { PackageDelivery } from '../ota/package-delivery.ts';
import type { Provisioning } from '../provisioning/provisioning-service.ts';
import type { ClientCalls } from '../rpc/client-calls.ts';
import type { DeviceCalls } from '../rpc/device-calls.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import type { KeyLimits } from '../telemetry/key-limits.ts';
import type { UsageMeter } from '../usage/usage-meter.ts';
import { createCoapTransport } from './coap/coap-server.ts';
import { createDeviceAuthenticator } from './device-credentials.ts';
import { createDeviceSessions } from './device-sessions.ts';
import { createGatewayDevices } from './gateway-devices.ts';
import { deviceApiRouteImplementations } from './http/device-api-routes.ts';
import { plainListener, tlsListener } from './mqtt/listeners.ts';
import { createMqttTransport } from './mqtt/mqtt-server.ts';
import { createSnmpTransport } from './snmp/snmp-transport.ts';
import type { Transport, TransportAddress } from './transport.ts';

export interface TransportsParts {
  directory: DeviceDirectory;
  transportDevices: TransportDevices;
  messageLog: Pick<MessageLog, 'append' | 'pressure' | 'onRelief'>;
  attributes: Pick<AttributeStore, 'find'>;
  keyLimits: Pick<KeyLimits, 'checkSeries' | 'checkAttributes'>;
  events: Pick<EventStore, 'append'>;
  packages: PackageDelivery;
  claims: Pick<DeviceClaims, 'register'>;
  provisioning: Provisioning;
  named: Pick<NamedEntities, 'ensure'>;
  relations: Pick<Relations, 'save'>;
  rpc: { deviceCalls: DeviceCalls; clientCalls: ClientCalls };
  deviceState: DeviceState;
  usage: UsageMeter;
  liveBus: LiveBus;
  log: Logger;
  settings: Pick<
    Settings,
    | 'bind'
    | 'coapPort'
    | 'mqttPort'
    | 'mqttTlsPort'
    | 'tlsCertificate'
    | 'tlsKey'
    | 'tlsPassword'
    | 'outboundAllowed'
    | 'snmpTrapPort'
    | 'sessionInactivityTimeout'
    | 'activityReportPeriod'
    | 'jsonTypeCast'
    | 'maxStringValueLength'
    | 'maxTimeAhead'
    | 'maxKeysPerDevice'
  >;
  /** Name of this server in messages that are answered to it. */
  serviceId: string;
}

/** All ways in for devices: transports that listen by themselves, and HTTP as routes of the one HTTP server. */
export function composeTransports({ rpc, ...rest }: TransportsParts) {
  const reportRefusal = createRefusalEvents(rest.events, rest.serviceId);
  const authenticator = createDeviceAuthenticator(rest.directory, reportRefusal);
  const sessions = createDeviceSessions({ ...rest, ...rpc });
  const parts = { ...rest, sessions, authenticator, reportRefusal, gatewayDevices: createGatewayDevices(rest) };
  /** A new transport is a folder next to mqtt/ and a line here. */
  const list: readonly Transport[] = [
    createMqttTransport(plainListener(rest.settings.mqttPort), parts),
    ...(rest.settings.tlsCertificate === '' ? [] : [createMqttTransport(tlsListener(rest.settings, rest.log), parts)]),
    createCoapTransport(parts),
    createSnmpTransport(parts),
  ];
  const listening = () =>
    list.flatMap((transport) => {
      const address = transport.address();
      return address ? [{ name: transport.name, address }] : [];
    });
  return {
    routes: deviceApiRouteImplementations(parts),
    async listen(): Promise<void> {
      for (const transport of list) await transport.listen();
    },
    /** Name of each transport → where devices reach it; once it listens. */
    addresses: (): Record<string, TransportAddress> =>
      Object.fromEntries(listening().map(({ name, address }) => [name, address])),
    /** Name of each transport → its port; once it listens. */
    ports: (): Record<string, number> =>
      Object.fromEntries(listening().map(({ name, address }) => [name, address.port])),
    /** Open connections of all transports. */
    connectionCount: (): number => list.reduce((sum, transport) => sum + transport.connectionCount(), 0),
    /** Ends all sessions and stops listening. */
    async close(): Promise<void> {
      sessions.close();
      await Promise.all(list.map((transport) => transport.close()));
    },
  };
}
