import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Api, signInByApi, TENANT } from '../harness/api.ts';
import { startPreparedServer } from '../harness/prepared-server.ts';
import { ROOT, type TestServer } from '../harness/server.ts';

const SIMULATOR = path.join(ROOT, 'scripts/simulate.ts');

/** Runs the simulator; `output` returns everything it has printed. */
function simulate(
  environment: Record<string, string>,
  ...options: string[]
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [SIMULATOR, ...options], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data;
    });
  }
  return { child, output: () => output };
}

describe('the simulated devices', () => {
  let server: TestServer;
  let simulator: ReturnType<typeof simulate>;

  beforeAll(async () => {
    server = await startPreparedServer();
    const addresses = { SIGNALBOX_SIMULATE_HTTP: server.http, SIGNALBOX_SIMULATE_MQTT: server.mqtt };
    simulator = simulate(addresses, '--devices', '22', '--rate', '10');
  });

  afterAll(async () => {
    simulator?.child.kill('SIGTERM');
    await server?.stop();
  });

  /** Counts the devices that have published since `ts`. */
  async function countPublishingSince(api: Api, ts: number): Promise<number> {
    return api.post('/api/entitiesQuery/count', {
      entityFilter: { type: 'entityName', entityType: 'DEVICE', entityNameFilter: '' },
      keyFilters: [
        {
          key: { type: 'ATTRIBUTE', key: 'lastActivityTime' },
          valueType: 'NUMERIC',
          predicate: { type: 'NUMERIC', operation: 'GREATER', value: { defaultValue: ts } },
        },
      ],
    });
  }

  it('are as many as requested, and all publish', async () => {
    const api = await signInByApi(server.http, TENANT.email, TENANT.password);
    await expect.poll(() => countPublishingSince(api, 0), { timeout: 40_000 }).toBe(22);
    expect(simulator.output()).toContain(`22 devices report to ${server.mqtt}`);
  });

  it('reconnect after the server was killed, and report once that they could not', async () => {
    await server.kill('SIGKILL');
    await expect.poll(simulator.output, { timeout: 40_000 }).toContain('trying again');
    await server.restart();
    const restarted = Date.now();
    const api = await signInByApi(server.http, TENANT.email, TENANT.password);
    await expect.poll(() => countPublishingSince(api, restarted), { timeout: 30_000 }).toBe(22);
    expect(simulator.output().match(/trying again/g)?.length).toBeLessThanOrEqual(3);
  });

  it('speak LwM2M as well, with profiles and descriptions of objects that are made for them', async () => {
    const place = {
      SIGNALBOX_SIMULATE_HTTP: server.http,
      SIGNALBOX_SIMULATE_LWM2M: `coap://127.0.0.1:${server.lwm2mPort}`,
    };
    const api = await signInByApi(server.http, TENANT.email, TENANT.password);
    for (const attempt of ['made', 'found']) {
      const begin = Date.now();
      const { child, output } = simulate(place, '--protocol', 'lwm2m', '--devices', '3', '--rate', '10');
      try {
        await expect.poll(() => countPublishingSince(api, begin), { timeout: 30_000 }).toBe(25);
        expect(output(), attempt).toContain(`3 devices report to ${place.SIGNALBOX_SIMULATE_LWM2M}`);
        expect(output(), attempt).not.toContain('trying again');
      } finally {
        child.kill('SIGTERM');
        await once(child, 'close');
      }
    }
  });

  it('report in one line why none can run', async () => {
    const { child, output } = simulate({ SIGNALBOX_SIMULATE_HTTP: 'http://127.0.0.1:1' });
    const [code] = await once(child, 'close');
    expect(code).toBe(1);
    expect(output().trim().split('\n')).toHaveLength(1);
    expect(output()).toContain('http://127.0.0.1:1');

    const wrong = simulate({ SIGNALBOX_SIMULATE_HTTP: server.http, SIGNALBOX_SIMULATE_PASSWORD: 'wrong' });
    await once(wrong.child, 'close');
    expect(wrong.output()).toContain('401');
  });
});
