import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, signInByApi, TENANT } from '../harness/api.ts';
import { type DeviceLoad, startDeviceLoad } from '../harness/device-load.ts';
import { startPreparedServer } from '../harness/prepared-server.ts';
import type { TestServer } from '../harness/server.ts';

const DEVICES = 8;
const KILLS = 3;
/** Messages that must be acknowledged between two kills, across all devices. */
const MESSAGES_A_ROUND = 1_500;

describe('a server that is killed under load', () => {
  let server: TestServer;
  let api: Api;
  let load: DeviceLoad;

  beforeAll(async () => {
    server = await startPreparedServer();
    api = await signInByApi(server.http, TENANT.email, TENANT.password);
    load = await startDeviceLoad(server.mqtt, api, DEVICES);
  });

  afterAll(async () => {
    load?.end();
    await server?.stop();
  });

  it('keeps every acknowledged message exactly once, and its devices continue', { timeout: 180_000 }, async () => {
    for (let kill = 0; kill < KILLS; kill++) {
      await load.more(MESSAGES_A_ROUND);
      await server.kill('SIGKILL');
      await server.restart();
    }
    await load.more(200);
    await load.finish();
    api = await signInByApi(server.http, TENANT.email, TENANT.password);
    await load.expectAllStored(api);
    expect(load.acknowledged()).toBeGreaterThan(KILLS * MESSAGES_A_ROUND);
  });
});
