import { rename } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, signInByApi, TENANT } from '../harness/api.ts';
import { type DeviceLoad, startDeviceLoad } from '../harness/device-load.ts';
import { type ExternalPostgres, startExternalPostgres } from '../harness/external-postgres.ts';
import { startPreparedServer } from '../harness/prepared-server.ts';
import { descendants, postmasterPid, waitForEnd } from '../harness/processes.ts';
import { startServer, type TestServer } from '../harness/server.ts';

const DEVICES = 6;
const BEFORE = 500;

/** Repeats a call until it answers `wanted`; until then only the statuses of an outage are allowed. */
async function callUntil(server: TestServer, api: Api, wanted: number): Promise<void> {
  await expect
    .poll(
      async () => {
        const reply = await fetch(`${server.http}/api/tenant/devices?pageSize=1&page=0`, {
          headers: { 'x-authorization': `Bearer ${api.token}` },
        });
        expect([200, 503]).toContain(reply.status);
        if (reply.status === 503) {
          expect(reply.headers.get('retry-after')).toBe('2');
          expect(await reply.json()).toMatchObject({ status: 503, errorCode: 2 });
        }
        return reply.status;
      },
      { timeout: 60_000, interval: 10 },
    )
    .toBe(wanted);
}

describe('an embedded database that dies under a running server', () => {
  let server: TestServer;
  let api: Api;
  let load: DeviceLoad;

  beforeAll(async () => {
    server = await startPreparedServer({ SIGNALBOX_LOG_LEVEL: 'info' });
    api = await signInByApi(server.http, TENANT.email, TENANT.password);
    load = await startDeviceLoad(server.mqtt, api, DEVICES);
  });
  afterAll(async () => {
    load?.end();
    await server?.stop();
  });

  async function databasePid(): Promise<number> {
    const pid = await postmasterPid(server.dataDir);
    if (pid === undefined) throw new Error('No database is running');
    return pid;
  }

  it('is restarted after it was killed, without losing acknowledged messages', {
    timeout: 120_000,
  }, async () => {
    for (let kill = 0; kill < 4; kill++) {
      await load.more(BEFORE);
      const before = await databasePid();
      process.kill(before, 'SIGKILL');
      await expect
        .poll(() => server.output().split('the embedded database is running again').length - 1, {
          timeout: 30_000,
          interval: 10,
        })
        .toBe(kill + 1);
      await load.more(BEFORE);
      await callUntil(server, api, 200);
      expect(await databasePid()).not.toBe(before);
    }
    await load.more(BEFORE);
  });

  it('recovers when one of its processes crashes', { timeout: 120_000 }, async () => {
    const backends = (await descendants(await databasePid())).filter(({ command }) => /signalbox/.test(command));
    process.kill((backends[0] as { pid: number }).pid, 'SIGKILL');
    await expect
      .poll(server.output, { timeout: 30_000, interval: 10 })
      .toContain('the connection to the database broke');
    await expect.poll(server.output, { timeout: 30_000, interval: 10 }).toContain('the database is available again');
    await load.more(BEFORE);
    await callUntil(server, api, 200);
  });

  it('has every message exactly once in the end', { timeout: 120_000 }, async () => {
    await load.finish();
    await load.expectAllStored(api);
    expect(server.output()).not.toMatch(/FATAL/);
  });

  it('ends the server with the reason when it cannot be restarted', { timeout: 120_000 }, async () => {
    load.end();
    const cluster = path.join(server.dataDir, 'postgres');
    const pid = await databasePid();
    // As a broken disk would.
    await rename(path.join(cluster, 'global', 'pg_control'), path.join(cluster, 'global', 'pg_control.away'));
    process.kill(pid, 'SIGKILL');
    await waitForEnd(pid);
    expect(await server.exited()).toBe(1);
    expect(server.output()).toMatch(
      /FATAL The embedded database did not start: .*pg_control.* \(see .*postgres\.log\)/,
    );
    expect(server.output()).not.toContain('unexpected error');
  });
});

describe('an external database that is temporarily unavailable', () => {
  let postgres: ExternalPostgres;
  let server: TestServer;
  let api: Api;
  let load: DeviceLoad;

  beforeAll(async () => {
    postgres = await startExternalPostgres();
    server = await startServer({ DATABASE_URL: postgres.url, SIGNALBOX_LOG_LEVEL: 'info' });
    api = await signInByApi(server.http, TENANT.email, TENANT.password);
    load = await startDeviceLoad(server.mqtt, api, DEVICES);
  });
  afterAll(async () => {
    load?.end();
    await server?.stop();
    await postgres?.stop();
  });

  it('is awaited by the server, which keeps all acknowledged messages', { timeout: 180_000 }, async () => {
    await load.more(BEFORE);
    await load.change(api);
    await postgres.pause();
    await callUntil(server, api, 503);
    // Longer than appends wait: devices are disconnected and reconnect.
    await expect
      .poll(server.output, { timeout: 40_000 })
      .toContain('messages were refused: the database is unavailable');
    await expect.poll(load.areConnecting, { timeout: 40_000, interval: 10 }).toBe(true);
    await postgres.resume();
    await callUntil(server, api, 200);
    await load.more(BEFORE);
    await load.finish();
    await load.expectAllStored(api);
    expect(server.output()).toContain('the database is available again');
    expect(server.output()).not.toMatch(/FATAL/);
  });
});
