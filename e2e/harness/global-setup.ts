import type { TestProject } from 'vitest/node';
import { spareDisk } from './processes.ts';
import { startServer, type TestServer } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    server: Pick<TestServer, 'http' | 'mqtt' | 'mqttPort'>;
  }
}

/** One server with the demo data for all browser tests; each test creates the objects it changes. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  await spareDisk(server.dataDir);
  project.provide('server', { http: server.http, mqtt: server.mqtt, mqttPort: server.mqttPort });
  return () => server.stop();
}
