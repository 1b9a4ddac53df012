import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SYSADMIN, signInByApi, TENANT } from '../harness/api.ts';
import { isAlive, postmasterPid, postmasterSocketDir, waitForEnd } from '../harness/processes.ts';
import { failToStart, startServer, type TestServer } from '../harness/server.ts';

/** How PostgreSQL reports a start after a crash. */
const RECOVERY = /was not properly shut down|automatic recovery/;

describe('the life cycle of a server', () => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer({ SIGNALBOX_LOG_LEVEL: 'info' });
  });

  afterAll(() => server.stop());

  async function databasePid(): Promise<number> {
    const pid = await postmasterPid(server.dataDir);
    if (pid === undefined) throw new Error('No database runs');
    return pid;
  }

  async function createDevice(name: string): Promise<void> {
    const api = await signInByApi(server.http, TENANT.email, TENANT.password);
    await api.post('/api/device', { name });
  }

  async function expectDevice(name: string): Promise<void> {
    const api = await signInByApi(server.http, TENANT.email, TENANT.password);
    expect(await api.get(`/api/tenant/devices?deviceName=${encodeURIComponent(name)}`)).toMatchObject({ name });
  }

  /** Starts a call whose body never arrives, so that the server has a call to wait for. */
  async function startHangingCall(): Promise<net.Socket> {
    const socket = net.connect(Number(new URL(server.http).port), '127.0.0.1');
    socket.on('error', () => undefined);
    await once(socket, 'connect');
    socket.write(
      'POST /api/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n' +
        'expect: 100-continue\r\n\r\n',
    );
    // The server has requested the body, so the call is in progress.
    const [reply] = (await once(socket, 'data')) as [Buffer];
    expect(reply.toString()).toContain('100 Continue');
    return socket;
  }

  it.each(['SIGTERM', 'SIGINT'] as const)('stops cleanly on %s, together with its database', async (signal) => {
    const database = await databasePid();
    const socketDir = await postmasterSocketDir(server.dataDir);
    expect(await server.kill(signal)).toBe(0);
    expect(isAlive(database)).toBe(false);
    expect(await postmasterPid(server.dataDir)).toBeUndefined();
    expect(existsSync(socketDir as string)).toBe(false);
    expect(server.output()).toContain('stopped');
    expect(server.output()).not.toMatch(/WARN|ERROR|FATAL/);

    await server.restart();
    expect(await databaseLog()).not.toMatch(RECOVERY);
  });

  async function databaseLog(): Promise<string> {
    return readFile(path.join(server.dataDir, 'postgres.log'), 'utf8');
  }

  it('treats simultaneous signals, as sent by a terminal through npm, as one', async () => {
    const database = await databasePid();
    const call = await startHangingCall();
    server.signal('SIGINT');
    await expect.poll(server.output, { interval: 10 }).toContain('stopping');
    expect(await server.kill('SIGINT')).toBe(0);
    expect(isAlive(database)).toBe(false);
    call.destroy();
    await server.restart();
  });

  it('stops immediately on a second signal, and loses nothing', async () => {
    await createDevice('Before the second Ctrl-C');
    const database = await databasePid();
    const call = await startHangingCall();
    server.signal('SIGINT');
    await expect.poll(server.output, { interval: 10 }).toContain('stopping');
    const again = setInterval(() => server.signal('SIGINT'), 100);
    // It did not wait for the call, after which it would have ended with 0.
    expect(await server.exited()).toBe(130);
    clearInterval(again);
    call.destroy();
    await waitForEnd(database);

    await server.restart();
    await expectDevice('Before the second Ctrl-C');
  });

  it('takes over the database of a killed server, and loses nothing', async () => {
    await createDevice('Before the kill');
    const database = await databasePid();
    await server.kill('SIGKILL');
    expect(isAlive(database)).toBe(true);

    await server.restart();
    expect(await databasePid()).toBe(database);
    expect(server.output()).toContain('Taking over the database');
    await expectDevice('Before the kill');

    expect(await server.kill('SIGTERM')).toBe(0);
    expect(isAlive(database)).toBe(false);
    await server.restart();
  });

  it('recovers when the database was killed as well', async () => {
    await createDevice('Before the power went');
    const database = await databasePid();
    await server.kill('SIGKILL');
    process.kill(database, 'SIGKILL');
    await waitForEnd(database);

    await server.restart();
    await expectDevice('Before the power went');
  });

  it('refuses a second server on the same data folder, and keeps running', async () => {
    const { code, output } = await failToStart({ SIGNALBOX_DATA_DIR: server.dataDir });
    expect(code).toBe(1);
    expect(output).toContain(`Another Signalbox server is running on the data folder ${server.dataDir}.`);
    expect(output).toContain('SIGNALBOX_DATA_DIR');
    await expectDevice('Before the kill');
  });

  it.each([
    ['SIGNALBOX_HTTP_PORT', () => new URL(server.http).port],
    ['SIGNALBOX_MQTT_PORT', () => String(server.mqttPort)],
    ['SIGNALBOX_COAP_PORT', () => String(server.coapPort)],
  ])('names the setting when the port of %s is taken', async (name, portOf) => {
    const port = portOf();
    const { code, output } = await failToStart({ [name]: port });
    expect(code).toBe(1);
    expect(output).toContain(`Port ${port} on 127.0.0.1 is taken by another program; set ${name} to a free one.`);
  });
});

describe('a server that cannot start', () => {
  it.each([
    [{ SIGNALBOX_HTTP_PORT: '80a' }, 'SIGNALBOX_HTTP_PORT'],
    [{ SIGNALBOX_MQTT_PORT: '70000' }, 'SIGNALBOX_MQTT_PORT'],
    [{ SIGNALBOX_DEMO: 'perhaps' }, 'SIGNALBOX_DEMO'],
    [{ SIGNALBOX_LOG_LEVEL: 'loud' }, 'SIGNALBOX_LOG_LEVEL'],
    [{ DATABASE_URL: 'mysql://somewhere/x' }, 'DATABASE_URL'],
    [{ SIGNALBOX_BIND: '192.0.2.1' }, 'SIGNALBOX_BIND'],
    [{ SIGNALBOX_DEMO: 'true', SIGNALBOX_BIND: '0.0.0.0' }, 'SIGNALBOX_DEMO_PUBLIC=true'],
    [{ SIGNALBOX_DEMO: 'true', SIGNALBOX_BIND: '::' }, 'SIGNALBOX_DEMO_PUBLIC=true'],
  ])('says which setting is wrong: %j', async (environment, named) => {
    const { code, output } = await failToStart(environment as Record<string, string>);
    expect(code).toBe(1);
    expect(output).toContain(named);
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('reports an unusable data folder', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'signalbox-e2e-'));
    const file = path.join(folder, 'file');
    await writeFile(file, '');
    const { code, output } = await failToStart({ SIGNALBOX_DATA_DIR: path.join(file, 'data') });
    expect(code).toBe(1);
    expect(output).toContain('SIGNALBOX_DATA_DIR');
    await rm(folder, { recursive: true });
  });
});

describe('a server without the demo', () => {
  it("shows the administrator's password once, and it works", async () => {
    const server = await startServer({ SIGNALBOX_DEMO: 'false' });
    try {
      const [, password] = /sysadmin@signalbox\.local \/ (\S+)/.exec(server.output()) ?? [];
      expect(password).toMatch(/^\w{20}$/);
      const api = await signInByApi(server.http, SYSADMIN.email, password as string);
      expect(await api.get('/api/auth/user')).toMatchObject({ authority: 'SYS_ADMIN' });
      await expect(signInByApi(server.http, SYSADMIN.email, SYSADMIN.password)).rejects.toThrow('401');
      await expect(signInByApi(server.http, TENANT.email, TENANT.password)).rejects.toThrow('401');

      await server.kill('SIGTERM');
      // With the demo switched on later, it starts, keeps its administrator and lists no accounts that do not work.
      await server.restart({ SIGNALBOX_DEMO: 'true' });
      expect(server.output()).toContain('The demo data could not be created');
      expect(server.output()).not.toContain(' / ');
      await signInByApi(server.http, SYSADMIN.email, password as string);
    } finally {
      await server.stop();
    }
  });
});

describe('a server that once had the demo', () => {
  it('never exposes its public passwords to the network, whatever the demo setting is', async () => {
    const server = await startServer();
    try {
      await server.kill('SIGTERM');
      await expect(server.restart({ SIGNALBOX_DEMO: 'false', SIGNALBOX_BIND: '0.0.0.0' })).rejects.toThrow(
        'tenant@signalbox.local',
      );
      await server.restart({ SIGNALBOX_DEMO: 'false', SIGNALBOX_BIND: '127.0.0.1' });
    } finally {
      await server.stop();
    }
  });
});
