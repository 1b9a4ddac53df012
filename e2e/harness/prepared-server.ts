import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { startServer, type TestServer } from './server.ts';

const copy = promisify(execFile);

/** Copies the data folder of a server that has ended: its database belongs to whoever it runs as. */
export async function copyDataDir(from: string): Promise<string> {
  const to = await mkdtemp(path.join(os.tmpdir(), 'signalbox-e2e-'));
  await copy('cp', ['-a', `${from}/.`, to]);
  return to;
}

/**
 * Starts a server with a data folder of its own, in which the demo data is already: that takes a third of what the first
 * start of a server takes. For tests that are not about it.
 */
export async function startPreparedServer(environment: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await copyDataDir(inject('preparedDataDir'));
  const server = await startServer({ ...environment, SIGNALBOX_DATA_DIR: dataDir });
  const { stop } = server;
  return Object.assign(server, {
    async stop() {
      await stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  });
}
