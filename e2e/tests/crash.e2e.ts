import mqtt from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, signInByApi, TENANT } from '../harness/api.ts';
import { startServer, type TestServer } from '../harness/server.ts';

const DEVICES = 8;
const KILLS = 3;
/** Messages that must be acknowledged between two kills, over all devices. */
const MESSAGES_A_ROUND = 1_500;

interface LoadedDevice {
  id: string;
  client: mqtt.MqttClient;
  /** ts → value of everything sent */
  sent: Map<number, number>;
  acknowledged: Set<number>;
}

describe('a server that is killed under load', () => {
  let server: TestServer;
  let api: Api;
  let devices: LoadedDevice[];
  let running = true;

  beforeAll(async () => {
    server = await startServer();
    api = await signInByApi(server.http, TENANT.email, TENANT.password);
    devices = await Promise.all(Array.from({ length: DEVICES }, (_unused, index) => load(index)));
  });

  afterAll(async () => {
    for (const device of devices) device.client.end(true);
    await server.stop();
  });

  /** A device that sends as fast as it is acknowledged, 20 messages in flight, and reconnects by itself. */
  async function load(index: number): Promise<LoadedDevice> {
    const { id } = (await api.post<{ id: { id: string } }>('/api/device', { name: `Crash ${index}` })).id;
    const credentials = await api.get<{ credentialsId: string }>(`/api/device/${id}/credentials`);
    const client = mqtt.connect(server.mqtt, {
      username: credentials.credentialsId,
      reconnectPeriod: 100,
      protocolVersion: 4,
    });
    const device: LoadedDevice = { id, client, sent: new Map(), acknowledged: new Set() };
    let ts = Date.now() - 3_600_000;
    const send = (): void => {
      if (!running) return;
      ts += 1;
      const at = ts;
      device.sent.set(at, device.sent.size);
      client.publish(
        'v1/devices/me/telemetry',
        JSON.stringify({ ts: at, values: { sequence: device.sent.get(at) } }),
        { qos: 1 },
        (error) => {
          if (error) return;
          device.acknowledged.add(at);
          send();
        },
      );
    };
    client.once('connect', () => {
      for (let inFlight = 0; inFlight < 20; inFlight++) send();
    });
    return device;
  }

  const acknowledged = (): number => devices.reduce((sum, device) => sum + device.acknowledged.size, 0);

  it('has every acknowledged message, once, and its devices go on', { timeout: 180_000 }, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      const before = acknowledged();
      await expect.poll(acknowledged, { timeout: 40_000, interval: 20 }).toBeGreaterThan(before + MESSAGES_A_ROUND);
      await server.kill('SIGKILL');
      await server.restart();
    }
    const afterLastKill = acknowledged();
    await expect.poll(acknowledged, { timeout: 40_000, interval: 20 }).toBeGreaterThan(afterLastKill + 200);
    running = false;
    await expect
      .poll(() => devices.every((device) => device.acknowledged.size === device.sent.size), { timeout: 40_000 })
      .toBe(true);

    api = await signInByApi(server.http, TENANT.email, TENANT.password);
    for (const device of devices) {
      const stored = async () => {
        const reply = await api.get<{ sequence?: { ts: number; value: string }[] }>(
          `/api/plugins/telemetry/DEVICE/${device.id}/values/timeseries?keys=sequence&startTs=0&endTs=${Date.now() + 1}&limit=1000000`,
        );
        return reply.sequence ?? [];
      };
      // Acknowledged means committed to the log; the rules store it a moment later.
      await expect.poll(async () => (await stored()).length, { timeout: 20_000 }).toBe(device.sent.size);
      const points = await stored();
      expect(new Set(points.map((point) => point.ts)).size).toBe(points.length);
      for (const point of points) expect(Number(point.value)).toBe(device.sent.get(point.ts));
    }
  });
});
