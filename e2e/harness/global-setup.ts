import { rm } from 'node:fs/promises';
import type { TestProject } from 'vitest/node';
import { type Slowness, slownessOf } from './held-replies.ts';
import { copyDataDir } from './prepared-server.ts';
import { spareDisk } from './processes.ts';
import { startServer, type TestServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: Pick<TestServer, 'http' | 'mqtt' | 'mqttPort'>;
    slowness: Slowness;
    /** What the first start of a server with the demo data has left. */
    preparedDataDir: string;
  }
}

/** One server with the demo data for all browser tests; each test creates the objects it changes. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  await server.kill('SIGTERM');
  const preparedDataDir = await copyDataDir(server.dataDir);
  await server.restart();
  await spareDisk(server.dataDir);
  const slowness = slownessOf(process.env);
  if (slowness.seed !== undefined) console.log(`Requests are held; again so by SLOW_REPLIES=${slowness.seed}`);
  project.provide('slowness', slowness);
  project.provide('preparedDataDir', preparedDataDir);
  project.provide('server', { http: server.http, mqtt: server.mqtt, mqttPort: server.mqttPort });
  return async () => {
    await server.stop();
    await rm(preparedDataDir, { recursive: true, force: true });
  };
}
