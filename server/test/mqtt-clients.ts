import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { connectAsync, type IClientOptions, type MqttClient } from 'mqtt';
import type { DevicePlatform } from './device-platform.ts';

const run = promisify(execFile);

/** Real MQTT clients of one test file's platform. */
export function createMqttClients(platform: () => DevicePlatform) {
  const clients: MqttClient[] = [];
  return {
    /** Connects with an access token as user name; does not reconnect. */
    async connect(token: string, protocolVersion: 3 | 4 | 5 = 4, more: IClientOptions = {}): Promise<MqttClient> {
      const client = await connectAsync(`mqtt://127.0.0.1:${platform().mqttPort}`, {
        username: token,
        protocolVersion,
        ...(protocolVersion === 3 ? { protocolId: 'MQIsdp' as const } : {}),
        reconnectPeriod: 0,
        connectTimeout: 30_000,
        ...more,
      });
      clients.push(client);
      return client;
    },

    /** Publishes with mosquitto_pub. */
    mosquittoPub(token: string, topic: string, payload: string, ...more: string[]) {
      const port = String(platform().mqttPort);
      return run('mosquitto_pub', ['-h', '127.0.0.1', '-p', port, '-u', token, '-t', topic, '-m', payload, ...more]);
    },

    /** Ends all connections. */
    async end(): Promise<void> {
      await Promise.all(clients.splice(0).map((client) => client.endAsync(true)));
    },
  };
}
