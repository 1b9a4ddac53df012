import type { Logger } from 'pino';
import type { EntityDirectory } from '../access/entity-directory.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import type { DeviceClaims } from '../claiming/device-claims.ts';
import { parseAddressRanges } from '../config/address-ranges.ts';
import { limitLines } from '../config/line-limit.ts';
import type { Settings } from '../config/settings.ts';
import type { DeviceState } from '../device-state/device-state.ts';
import type { DeviceDirectory } from '../entities/device-directory.ts';
import type { NamedEntities } from '../entities/named-entities.ts';
import type { Relations } from '../entities/relations.ts';
import type { Lwm2mModelFiles } from '../entities/resource/lwm2m-model-files.ts';
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
import { createCertificateChecks } from './certificates/certificate-checks.ts';
import { openRevocations } from './certificates/revocations.ts';
import { openTrustStore } from './certificates/trust-store.ts';
import { createCoapTransport } from './coap/coap-server.ts';
import { dtlsListeners, plainListener as plainCoapListener } from './coap/listeners.ts';
import { createDeviceAuthenticator } from './device-credentials.ts';
import { createDeviceSessions } from './device-sessions.ts';
import { createExchangeLog } from './exchanges/exchange-log.ts';
import { exchangeRoutes } from './exchanges/exchange-routes.ts';
import { createGatewayDevices } from './gateway-devices.ts';
import { deviceApiRouteImplementations } from './http/device-api-routes.ts';
import { createBootstrapTransport } from './lwm2m/bootstrap/bootstrap-server.ts';
import { createClientRoom } from './lwm2m/client-room.ts';
import { bootstrapListeners, serverListeners } from './lwm2m/listeners.ts';
import type { Lwm2mClient } from './lwm2m/lwm2m-client.ts';
import { lwm2mRoutes } from './lwm2m/lwm2m-routes.ts';
import { createLwm2mTransport } from './lwm2m/lwm2m-server.ts';
import { createObjectModels } from './lwm2m/objects/object-models.ts';
import { createOfferedPackages } from './lwm2m/updates/offered-packages.ts';
import { createUpdateMemories } from './lwm2m/updates/update-memory.ts';
import { plainListener, tlsListener } from './mqtt/listeners.ts';
import { createMqttTransport } from './mqtt/mqtt-server.ts';
import { webSocketListener } from './mqtt/web-socket-listener.ts';
import { createSnmpTransport } from './snmp/snmp-transport.ts';
import { walkRoutes } from './snmp/walk-routes.ts';
import type { Transport, TransportAddress } from './transport.ts';

export interface TransportsParts {
  directory: DeviceDirectory;
  /** Owners of devices, for calls of people. */
  entities: EntityDirectory;
  transportDevices: TransportDevices;
  lwm2mModelFiles: Lwm2mModelFiles;
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
    | 'coapDtlsPort'
    | 'mqttPort'
    | 'mqttTlsPort'
    | 'tlsCertificate'
    | 'tlsKey'
    | 'tlsPassword'
    | 'tlsRevocationLists'
    | 'lwm2mPort'
    | 'lwm2mDtlsPort'
    | 'lwm2mBootstrapPort'
    | 'lwm2mBootstrapDtlsPort'
    | 'lwm2mTrustStore'
    | 'lwm2mHost'
    | 'lwm2mServerId'
    | 'lwm2mBootstrapServerId'
    | 'lwm2mRequestTimeout'
    | 'lwm2mClientsPerTenant'
    | 'lwm2mLog'
    | 'outboundAllowed'
    | 'snmpTrapPort'
    | 'trustedProxies'
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
  const exchanges = createExchangeLog();
  const authenticator = createDeviceAuthenticator(rest.directory, reportRefusal, exchanges, limitLines(rest.log));
  const sessions = createDeviceSessions({ ...rest, ...rpc });
  const revocations = openRevocations(rest.settings.tlsRevocationLists, rest.log);
  const trustStore = openTrustStore(rest.settings.lwm2mTrustStore, rest.log, { revocations });
  const certificates = createCertificateChecks({ revocations, trustStore, logLimited: limitLines(rest.log) });
  const parts = {
    ...rest,
    sessions,
    authenticator,
    certificates,
    reportRefusal,
    exchanges,
    gatewayDevices: createGatewayDevices(rest),
  };
  const webSockets = webSocketListener(parseAddressRanges(rest.settings.trustedProxies));
  const models = createObjectModels({ files: rest.lwm2mModelFiles, liveBus: rest.liveBus });
  /** What the listeners of LwM2M share: a client may come in by one and be sent to another. */
  const lwm2m = {
    models,
    room: createClientRoom<Lwm2mClient>(rest.settings.lwm2mClientsPerTenant),
    offered: createOfferedPackages(rest.packages),
    memoryOf: createUpdateMemories(),
  };
  const snmp = createSnmpTransport(parts);
  /** A new transport is a folder next to mqtt/ and a line here. */
  const list: readonly Transport[] = [
    createMqttTransport(plainListener(rest.settings.mqttPort, rest), parts),
    ...(rest.settings.tlsCertificate === '' ? [] : [createMqttTransport(tlsListener(rest.settings, parts), parts)]),
    createMqttTransport(webSockets, parts),
    createCoapTransport(plainCoapListener(rest.settings, rest.log), parts),
    ...dtlsListeners(parts).map((listener) => createCoapTransport(listener, parts)),
    snmp.transport,
    ...serverListeners(parts).map((listener) => createLwm2mTransport(listener, { ...parts, ...lwm2m })),
    ...bootstrapListeners(parts).map((listener) => createBootstrapTransport(listener, parts)),
  ];
  const listening = () =>
    list.flatMap((transport) => {
      const address = transport.address();
      return address ? [{ name: transport.name, address }] : [];
    });
  const portOf = (name: string): number | undefined => listening().find((one) => one.name === name)?.address.port;
  return {
    /** Sockets of devices at addresses of the HTTP server. */
    sockets: [webSockets.sockets],
    routes: [
      ...deviceApiRouteImplementations(parts),
      ...lwm2mRoutes(rest.settings, portOf),
      ...exchangeRoutes(rest.entities, exchanges),
      ...walkRoutes({ ...rest, walk: snmp.walk }),
    ],
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
      exchanges.close();
      models.close();
      certificates.close();
      await Promise.all(list.map((transport) => transport.close()));
    },
  };
}
