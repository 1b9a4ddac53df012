import type { Logger } from 'pino';
import type { LiveBus } from '../bus/live-bus.ts';
import type { Settings } from '../config/settings.ts';
import type { DeviceState } from '../device-state/device-state.ts';
import type { DeviceDirectory } from '../entities/device-directory.ts';
import type { EventStore } from '../events/event-store.ts';
import type { MessageLog } from '../messages/message-log.ts';
import type { ClientCalls } from '../rpc/client-calls.ts';
import type { DeviceCalls } from '../rpc/device-calls.ts';
import type { AttributeStore } from '../telemetry/attribute-store.ts';
import type { KeyLimits } from '../telemetry/key-limits.ts';
import { createDeviceAuthenticator } from './device-credentials.ts';
import { createDeviceSessions } from './device-sessions.ts';
import { deviceApiRouteImplementations } from './http/device-api-routes.ts';
import { createMqttServer } from './mqtt/mqtt-server.ts';

export interface TransportsParts {
  directory: DeviceDirectory;
  messageLog: Pick<MessageLog, 'append' | 'pressure' | 'onRelief'>;
  attributes: Pick<AttributeStore, 'find'>;
  keyLimits: Pick<KeyLimits, 'checkSeries' | 'checkAttributes'>;
  events: Pick<EventStore, 'append'>;
  rpc: { deviceCalls: DeviceCalls; clientCalls: ClientCalls };
  deviceState: DeviceState;
  liveBus: LiveBus;
  log: Logger;
  settings: Pick<
    Settings,
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

/** All ways in for devices: MQTT on its own port, HTTP as routes of the one HTTP server. */
export function composeTransports({ rpc, ...parts }: TransportsParts) {
  const authenticator = createDeviceAuthenticator(parts.directory);
  const sessions = createDeviceSessions({ ...parts, ...rpc });
  const mqtt = createMqttServer({ ...parts, sessions, authenticator });
  return {
    mqtt,
    routes: deviceApiRouteImplementations({ authenticator, sessions }),
    /** Ends all sessions and stops listening. */
    async close(): Promise<void> {
      sessions.close();
      await mqtt.close();
    },
  };
}
