import type { TestProject } from 'vitest/node';
import { type Slowness, slownessOf } from './held-replies.ts';
import { spareDisk } from './processes.ts';
import { startServer, type TestServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: Pick<TestServer, 'http' | 'mqtt' | 'mqttPort'>;
    slowness: Slowness;
  }
}

/** One server with the demo data for all browser tests; each test creates the objects it changes. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  await spareDisk(server.dataDir);
  const slowness = slownessOf(process.env);
  if (slowness.seed !== undefined) console.log(`Requests are held; again so by SLOW_REPLIES=${slowness.seed}`);
  project.provide('slowness', slowness);
  project.provide('server', { http: server.http, mqtt: server.mqtt, mqttPort: server.mqttPort });
  return () => server.stop();
}
