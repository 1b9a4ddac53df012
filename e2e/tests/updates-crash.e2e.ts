import { randomUUID } from 'node:crypto';
import type { Device } from '@signalbox/contract/device';
import type { OtaPackageInfo } from '@signalbox/contract/ota-package';
import type { PageData } from '@signalbox/contract/page';
import type { Rollout, RolloutDevice } from '@signalbox/contract/rollout';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lwm2mTestClient, startLwm2mClient } from '../../server/test/lwm2m-client.ts';
import { createLwm2mDevices } from '../../server/test/lwm2m-devices.ts';
import { type Api, signInByApi, TENANT } from '../harness/api.ts';
import { startPreparedServer } from '../harness/prepared-server.ts';
import { createFirmwareFor } from '../harness/rollouts.ts';
import type { TestServer } from '../harness/server.ts';
import { freeUdpPorts } from '../harness/udp-ports.ts';

const waiting = { timeout: 60_000, interval: 50 };
const LONG = { timeout: 180_000 };
const IMAGE = Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7) & 255));

describe('a server that is killed amid updates', () => {
  let server: TestServer;
  let api: Api;
  let [lwm2mPort, bootstrapPort]: number[] = [];
  const clients: Lwm2mTestClient[] = [];
  const call = () => Promise.reject(new Error('not needed'));
  const devices = createLwm2mDevices(() => ({ ...api, call }));

  beforeAll(async () => {
    [lwm2mPort, bootstrapPort] = await freeUdpPorts(2);
    server = await startPreparedServer({
      SIGNALBOX_LWM2M_PORT: String(lwm2mPort),
      SIGNALBOX_LWM2M_BOOTSTRAP_PORT: String(bootstrapPort),
      SIGNALBOX_OTA_DEVICES_PER_MINUTE: '10000',
    });
    api = await signInByApi(server.http, TENANT.email, TENANT.password);
    await devices.addModels();
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
    await server?.stop();
  });

  async function killAndRestart(): Promise<void> {
    await server.kill('SIGKILL');
    await server.restart();
    api = await signInByApi(server.http, TENANT.email, TENANT.password);
  }

  async function clientAt(port: number | undefined, endpoint: string): Promise<Lwm2mTestClient> {
    const client = await startLwm2mClient(port as number, {
      endpoint,
      resources: {
        '/3/0/3': { type: 'STRING', value: '1.0' },
        '/5/0/0': { type: 'OPAQUE', value: Buffer.alloc(0) },
        '/5/0/1': { type: 'STRING', value: '' },
        '/5/0/3': { type: 'INTEGER', value: 0 },
        '/5/0/5': { type: 'INTEGER', value: 0 },
        '/5/0/6': { type: 'STRING', value: 'Old' },
        '/5/0/7': { type: 'STRING', value: '1.0' },
        '/5/0/9': { type: 'INTEGER', value: 1 },
      },
    });
    clients.push(client);
    return client;
  }

  async function uploaded(deviceProfileId: object, title: string): Promise<OtaPackageInfo> {
    const info = await api.post<OtaPackageInfo>('/api/otaPackage', {
      ...{ type: 'FIRMWARE', title, version: '2.0', deviceProfileId },
    });
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(IMAGE)]), 'image.bin');
    const reply = await fetch(`${server.http}/api/otaPackage/${info.id.id}?checksumAlgorithm=CRC32`, {
      method: 'POST',
      headers: { 'x-authorization': `Bearer ${api.token}` },
      body: form,
    });
    expect(reply.status).toBe(200);
    return info;
  }

  it('goes on with the firmware of a client of LwM2M: it is neither sent nor installed twice', LONG, async () => {
    const endpoint = `killed-${randomUUID()}`;
    const profile = await devices.addProfile({}, { fwUpdateStrategy: 1 });
    const firmware = await uploaded(profile.id, 'Killed firmware');
    const device = await devices.addDevice(profile, endpoint);
    const client = await clientAt(lwm2mPort, endpoint);
    const requested = (method: string, path: string) =>
      client.requests.filter((request) => request.method === method && request.path === path).length;
    const states = () => devices.history(device, 'fw_state');
    const say = async (path: string, value: number): Promise<void> => {
      client.set(path, value);
      expect(await client.notify(path)).toBe('ACK');
    };
    /** The client learns that the server has forgotten it, and registers again. */
    const comeBack = async (): Promise<void> => {
      await killAndRestart();
      client.silent = false;
      expect(await client.update()).toBe('4.04');
      expect(await client.register()).toBe('2.01');
    };

    expect(await client.register()).toBe('2.01');
    // Killed while the image is on its way.
    client.onPiece = (_, number) => {
      if (number >= 2) client.silent = true;
    };
    const current = await api.get<Device>(`/api/device/${device.id.id}`);
    await api.post('/api/device', { ...current, firmwareId: firmware.id });
    await expect.poll(() => client.silent, waiting).toBe(true);
    client.onPiece = undefined;
    await comeBack();
    await expect.poll(() => requested('PUT', '/5/0/0'), waiting).toBe(1);
    expect(client.resources.get('/5/0/0')?.value).toEqual(IMAGE);
    await expect.poll(() => client.observed.has('/5/0/3'), waiting).toBe(true);
    await say('/5/0/3', 1);
    // Killed when the client has all of it, before it is told to install it.
    client.silent = true;
    await say('/5/0/3', 2);
    await expect.poll(states, waiting).toContain('DOWNLOADED');
    await comeBack();
    await expect.poll(() => requested('POST', '/5/0/2'), waiting).toBe(1);
    await expect.poll(() => client.observed.has('/5/0/3'), waiting).toBe(true);
    await say('/5/0/3', 3);
    await expect.poll(states, waiting).toContain('UPDATING');
    // Killed while it installs.
    await comeBack();
    await expect
      .poll(() => devices.history(device, 'transportLog'), waiting)
      .toContain('Info: FIRMWARE update goes on: Updating');
    client.set('/5/0/6', firmware.title);
    client.set('/5/0/7', '2.0');
    client.set('/5/0/3', 0);
    client.set('/5/0/5', 1);
    expect(await client.register()).toBe('2.01');
    await expect
      .poll(states, waiting)
      .toEqual(['QUEUED', 'INITIATED', 'DOWNLOADING', 'DOWNLOADED', 'UPDATING', 'UPDATED']);
    expect([requested('PUT', '/5/0/0'), requested('POST', '/5/0/2')]).toEqual([1, 1]);
  });

  it('bootstraps a client from the beginning that had half of what it needs', LONG, async () => {
    const endpoint = `killed-${randomUUID()}`;
    const host = { host: '127.0.0.1', securityMode: 'NO_SEC', clientHoldOffTime: 1 };
    const profile = await devices.addProfile(
      {},
      {},
      {
        bootstrap: {
          servers: { shortId: 123, lifetime: 300, defaultMinPeriod: 1, notifIfDisabled: true, binding: 'U' },
          bootstrapServer: { ...host, port: bootstrapPort, serverId: 111 },
          lwm2mServer: { ...host, port: lwm2mPort, serverId: 123 },
        },
      },
    );
    await devices.addDevice(profile, endpoint);
    const client = await clientAt(bootstrapPort, endpoint);
    client.onRequest = ({ method, path }) => {
      // It has its server, and nothing to show it yet.
      if (path === '/0/0') client.silent = true;
      return method === 'DELETE' ? '2.02' : '2.04';
    };
    const ask = async () => (await client.request('0.02', ['bs'], [`ep=${endpoint}`]))?.code;
    expect(await ask()).toBe('2.04');
    await expect.poll(() => client.silent, waiting).toBe(true);
    await killAndRestart();
    const before = client.requests.length;
    client.onRequest = ({ method }) => (method === 'DELETE' ? '2.02' : '2.04');
    client.silent = false;
    expect(await ask()).toBe('2.04');
    await expect
      .poll(() => client.requests.slice(before).map(({ method, path }) => `${method} ${path}`), waiting)
      .toEqual(['DELETE /0', 'DELETE /1', 'GET /0', 'PUT /1/0', 'PUT /0/0', 'PUT /0/1', 'POST /bs']);
    expect(client.requests.filter(({ path }) => path === '/bs')).toHaveLength(1);
  });

  it('goes on with a roll-out: every device is told once, wave after wave', LONG, async () => {
    const firmware = await createFirmwareFor(api, 'Killed sluice', 'Killed in waves', 30);
    const waves = [{ share: 50 }, { share: 100 }];
    const { id } = await api.post<Rollout>('/api/rollouts', { packageId: firmware.id.id, waves });
    const read = () => api.get<Rollout>(`/api/rollouts/${id}`);
    const devicesOf = async (wave: number): Promise<RolloutDevice[]> =>
      (await api.get<PageData<RolloutDevice>>(`/api/rollouts/${id}/devices?pageSize=100&page=0&wave=${wave}`)).data;
    const told = async (wave: number): Promise<RolloutDevice[]> => {
      const steps = async () => new Set((await devicesOf(wave)).map(({ step }) => step));
      await expect.poll(steps, waiting).toEqual(new Set(['INITIATED']));
      return devicesOf(wave);
    };
    const finish = async (wave: number): Promise<void> => {
      for (const { deviceId } of await told(wave)) {
        await api.post(`/api/plugins/telemetry/DEVICE/${deviceId}/timeseries/ANY`, { fw_state: 'UPDATED' });
      }
    };
    await api.post(`/api/rollouts/${id}/START`);
    // Killed while devices are given the package.
    await killAndRestart();
    await finish(0);
    // Killed between two waves.
    await killAndRestart();
    await expect.poll(async () => (await read()).wave, waiting).toBe(1);
    expect((await read()).waves[0]).toMatchObject({ total: 15, succeeded: 15 });
    await finish(1);
    await expect.poll(async () => (await read()).state, waiting).toBe('COMPLETED');
    const all = [...(await devicesOf(0)), ...(await devicesOf(1))];
    expect(all).toHaveLength(30);
    for (const { deviceId } of all) {
      const device = await api.get<Device>(`/api/device/${deviceId}`);
      expect(device.firmwareId).toEqual(firmware.id);
      expect(await devices.history(device, 'fw_state')).toEqual(['QUEUED', 'INITIATED', 'UPDATED']);
    }
  });
});
