import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CUSTOMER, signInByApi, TENANT } from '../harness/api.ts';
import { type Checkout, copyCheckout } from '../harness/checkout.ts';
import { descendants, isAlive, postmasterPid, waitForEnd } from '../harness/processes.ts';

/** Occupies a port unless another process already does. */
async function occupy(port: number): Promise<net.Server> {
  const server = net.createServer();
  await new Promise<void>((resolve) => {
    server.once('error', () => resolve());
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}

describe('npm start', () => {
  let checkout: Checkout;
  let occupied: net.Server[];
  let script: ChildProcess;
  let output: string;

  beforeAll(async () => {
    checkout = await copyCheckout();
    occupied = await Promise.all([8080, 1883].map(occupy));
  });

  afterAll(async () => {
    if (script?.pid !== undefined && isAlive(script.pid)) {
      process.kill(-script.pid, 'SIGTERM');
      await once(script, 'close');
    }
    for (const server of occupied ?? []) server.close();
    await checkout?.remove();
  });

  /** Starts the script as a terminal does, as the leader of a process group; resolves with all its processes. */
  async function start(
    command = [process.execPath, path.join(checkout.folder, 'scripts/start.mjs')],
  ): Promise<{ pid: number; command: string }[]> {
    const environment = Object.entries(process.env).filter(
      ([name]) => !name.startsWith('SIGNALBOX_') && name !== 'DATABASE_URL',
    );
    script = spawn(command[0] as string, command.slice(1), {
      cwd: checkout.folder,
      env: Object.fromEntries(environment),
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    output = '';
    for (const stream of [script.stdout, script.stderr]) {
      stream?.on('data', (data) => {
        output += data;
      });
    }
    const pid = script.pid as number;
    const exited = once(script, 'close').then(([code]) => {
      throw new Error(`npm start ended with ${code}\n${output}`);
    });
    const ready = expect.poll(() => output, { timeout: 90_000 }).toContain('customer@signalbox.local / customer');
    await Promise.race([ready, exited]);
    // From here on it may exit.
    exited.catch(() => undefined);
    await expect
      .poll(async () => (await descendants(pid)).map(({ command }) => command).join('\n'), { timeout: 40_000 })
      .toContain('simulate.ts');
    return descendants(pid);
  }

  it('runs from a path with spaces, on other ports when the default ones are taken, with simulated devices', {
    timeout: 120_000,
  }, async () => {
    await start();
    expect(output).toMatch(/Port 8080 is taken; using 80\d\d \(set SIGNALBOX_HTTP_PORT to choose another\)/);
    expect(output).toMatch(/Port 1883 is taken; using 1[89]\d\d \(set SIGNALBOX_MQTT_PORT to choose another\)/);
    expect(output).not.toContain('SIGNALBOX_READY');
    const [, http] = /ready: (http:\S+)\//.exec(output) ?? [];
    expect(await (await fetch(`${http}/`)).text()).toContain('<div id="root">');
    await signInByApi(http as string, CUSTOMER.email, CUSTOMER.password);
    const api = await signInByApi(http as string, TENANT.email, TENANT.password);
    const query = {
      entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: '' },
      keyFilters: [
        {
          key: { type: 'ATTRIBUTE', key: 'active' },
          valueType: 'BOOLEAN',
          predicate: { type: 'BOOLEAN', operation: 'EQUAL', value: { defaultValue: true } },
        },
      ],
    };
    await expect.poll(() => api.post('/api/entitiesQuery/count', query), { timeout: 40_000 }).toBe(20);
  });

  it('ends everything with Ctrl-C', async () => {
    const pid = script.pid as number;
    const parts = await descendants(pid);
    const commands = parts.map(({ command }) => command).join('\n');
    expect(commands).toContain('main.ts');
    expect(commands).toContain('bin/postgres');
    // A terminal signals the whole group, and npm then signals the script once more.
    process.kill(-pid, 'SIGINT');
    process.kill(pid, 'SIGINT');
    const [code] = await once(script, 'close');
    expect(code).toBe(0);
    expect(output).not.toMatch(/WARN|ERROR|FATAL/);
    for (const part of parts) await waitForEnd(part.pid);
    expect(await postmasterPid(path.join(checkout.folder, 'data'))).toBeUndefined();
  });

  it('ends everything with SIGTERM to npm, which only ends its shell', async () => {
    const parts = await start(['npm', 'start']);
    script.kill('SIGTERM');
    for (const part of parts) await waitForEnd(part.pid);
    expect(await postmasterPid(path.join(checkout.folder, 'data'))).toBeUndefined();
  });

  it('leaves nothing running even when it is killed', async () => {
    const parts = await start();
    expect(output).not.toContain('Building');
    script.kill('SIGKILL');
    for (const part of parts) await waitForEnd(part.pid);
    expect(await postmasterPid(path.join(checkout.folder, 'data'))).toBeUndefined();
  });
});
