import { measure, publishPeriod, seedOf } from '../device-models.ts';
import { type Lwm2mClient, startLwm2mClient } from '../lwm2m-client/lwm2m-client.ts';
import { pathsOf, resourcesOf } from './lwm2m-objects.ts';
import type { Simulate } from './simulator.ts';

/** How long a registration lasts, s; it is renewed after a third of that. */
const LIFETIME = 300;
/** ms until the next attempt after a failure */
const RETRY_MS = 3_000;

/** A client of LwM2M that notifies of what is observed; it can be read, written and observed like a real one. */
export const simulateLwm2m: Simulate = (device, { address, rate, report }) => {
  const { hostname, port } = new URL(address);
  const seed = seedOf(device.name);
  const paths = pathsOf(device.kind);
  let isStopped = false;
  let client: Lwm2mClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let renewAt = 0;

  async function register(of: Lwm2mClient): Promise<void> {
    of.observed.clear();
    const code = await of.register([`lt=${LIFETIME}`]);
    if (code !== '2.01') throw new Error(code ? `the server answered ${code}` : `no answer from ${address}`);
    renewAt = Date.now() + (LIFETIME * 1000) / 3;
  }

  async function renew(of: Lwm2mClient): Promise<void> {
    if (Date.now() < renewAt) return;
    if (of.location() !== '' && (await of.update()) === '2.04') renewAt = Date.now() + (LIFETIME * 1000) / 3;
    else await register(of);
  }

  async function notify(of: Lwm2mClient, path: string): Promise<void> {
    report.sent();
    const answer = await of.notify(path);
    if (answer === 'ACK') report.acknowledged();
    else if (answer === 'RST') of.observed.delete(path);
    else renewAt = 0;
  }

  async function publish(of: Lwm2mClient): Promise<void> {
    await renew(of);
    const values = measure(device.kind, seed, Date.now());
    for (const [key, path] of paths) of.set(path, values[key] as number | boolean);
    await Promise.all(paths.filter(([, path]) => of.observed.has(path)).map(([, path]) => notify(of, path)));
  }

  /** Does a step, and what follows it a while later, until the device is stopped. */
  async function step(): Promise<void> {
    let wait = publishPeriod(device.kind, seed) / rate;
    try {
      if (!client) {
        const started = await startLwm2mClient(
          { host: hostname, port: Number(port) || 5685 },
          { endpoint: device.credentialsId, resources: resourcesOf(device) },
        );
        client = started;
        if (isStopped) return void started.close();
        await register(started);
      }
      await publish(client);
    } catch (error) {
      if (isStopped) return;
      report.failed(error as Error);
      renewAt = 0;
      wait = RETRY_MS;
    }
    if (!isStopped) timer = setTimeout(() => void step(), wait);
  }
  void step();

  return () => {
    isStopped = true;
    clearTimeout(timer);
    void client?.close();
  };
};
