import mqtt from 'mqtt';
import { expect } from 'vitest';
import type { Api } from './api.ts';

/** A device that sends as fast as it is acknowledged, with 20 messages in flight, and reconnects. */
interface LoadedDevice {
  id: string;
  client: mqtt.MqttClient;
  /** ts → value of everything sent */
  sent: Map<number, number>;
  acknowledged: Set<number>;
  /** It has lost its connection, and tries to make another one. */
  isConnecting: boolean;
}

/** Devices under load, and the fate of their messages. */
export interface DeviceLoad {
  acknowledged: () => number;
  /** Resolves when this many more messages are acknowledged. */
  more: (messages: number, timeout?: number) => Promise<void>;
  /** Changes the devices: the server has to look them up when they connect again. */
  change: (api: Api) => Promise<void>;
  /** All devices have lost their connection, and try to make another one. */
  areConnecting: () => boolean;
  /** Stops sending; resolves when everything sent is acknowledged. */
  finish: () => Promise<void>;
  /** Expects every message in its series exactly once, with its value. */
  expectAllStored: (api: Api) => Promise<void>;
  /** Cuts all connections. */
  end: () => void;
}

/** Creates `count` devices and starts them. */
export async function startDeviceLoad(address: string, api: Api, count: number): Promise<DeviceLoad> {
  let running = true;
  const run = Date.now().toString(36);

  async function load(index: number): Promise<LoadedDevice> {
    const { id } = (await api.post<{ id: { id: string } }>('/api/device', { name: `Load ${run} ${index}` })).id;
    const credentials = await api.get<{ credentialsId: string }>(`/api/device/${id}/credentials`);
    const client = mqtt.connect(address, {
      username: credentials.credentialsId,
      reconnectPeriod: 100,
      // Otherwise the client gives up for good when it is refused once, as it may be while there is no database.
      reconnectOnConnackError: true,
      protocolVersion: 4,
    });
    const device: LoadedDevice = { id, client, sent: new Map(), acknowledged: new Set(), isConnecting: false };
    let ts = Date.now() - 3_600_000;
    const publish = (at: number): void => {
      const message = JSON.stringify({ ts: at, values: { sequence: device.sent.get(at) } });
      client.publish('v1/devices/me/telemetry', message, { qos: 1 }, (error) => {
        // A client that is still repeating what it had sent before keeps nothing newer when it loses the connection
        // again: it gives that back, unsent.
        if (error) {
          if (!client.disconnecting) setImmediate(publish, at);
          return;
        }
        device.acknowledged.add(at);
        send();
      });
    };
    const send = (): void => {
      if (!running) return;
      ts += 1;
      device.sent.set(ts, device.sent.size);
      publish(ts);
    };
    client.on('reconnect', () => {
      device.isConnecting = true;
    });
    client.on('connect', () => {
      device.isConnecting = false;
    });
    // While the server is unreachable; the client retries.
    client.on('error', () => undefined);
    client.once('connect', () => {
      for (let inFlight = 0; inFlight < 20; inFlight++) send();
    });
    return device;
  }

  const devices = await Promise.all(Array.from({ length: count }, (_unused, index) => load(index)));
  const acknowledged = (): number => devices.reduce((sum, device) => sum + device.acknowledged.size, 0);

  return {
    acknowledged,
    async more(messages, timeout = 40_000) {
      const before = acknowledged();
      await expect.poll(acknowledged, { timeout, interval: 20 }).toBeGreaterThan(before + messages);
    },
    async change(api) {
      for (const { id } of devices) {
        await api.post('/api/device', { ...(await api.get<object>(`/api/device/${id}`)), label: 'changed' });
      }
    },
    areConnecting: () => devices.every(({ isConnecting }) => isConnecting),
    async finish() {
      running = false;
      await expect
        .poll(() => devices.every((device) => device.acknowledged.size === device.sent.size), { timeout: 40_000 })
        .toBe(true);
    },
    async expectAllStored(api) {
      for (const device of devices) {
        const stored = async () => {
          const reply = await api.get<{ sequence?: { ts: number; value: string }[] }>(
            `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?keys=sequence&startTs=0&endTs=${Date.now() + 1}&limit=1000000`,
          );
          return reply.sequence ?? [];
        };
        // Acknowledged means committed to the log; the rules store it a moment later.
        await expect.poll(async () => (await stored()).length, { timeout: 40_000 }).toBe(device.sent.size);
        const points = await stored();
        expect(new Set(points.map((point) => point.ts)).size).toBe(points.length);
        for (const point of points) expect(Number(point.value)).toBe(device.sent.get(point.ts));
      }
    },
    end() {
      for (const device of devices) device.client.end(true);
    },
  };
}
