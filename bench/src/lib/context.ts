import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Api, signInByApi } from '../../../e2e/harness/api.ts';
import type { TestServer } from '../../../e2e/harness/server.ts';
import { lightApi } from './light-api.ts';

/** The measured server and its API as a tenant administrator. */
export interface BenchContext {
  server: TestServer;
  api: Api;
  /** Postmaster of the embedded database. */
  databasePid: number;
}

/** Signs in to `server` and finds its database. */
export async function openContext(
  server: TestServer,
  user: { email: string; password: string },
): Promise<BenchContext> {
  const pidFile = await readFile(path.join(server.dataDir, 'postgres', 'postmaster.pid'), 'utf8');
  const { token } = await signInByApi(server.http, user.email, user.password);
  return {
    server,
    api: lightApi(server.http, token),
    databasePid: Number(pidFile.split('\n')[0]),
  };
}

/** Runs `call` `total` times, `concurrency` at a time; returns the duration of each in ms and of all in seconds. */
export async function measureCalls(
  total: number,
  concurrency: number,
  call: (index: number) => Promise<unknown>,
): Promise<{ durations: number[]; seconds: number }> {
  const durations: number[] = [];
  let next = 0;
  const from = performance.now();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let index = next++; index < total; index = next++) {
        const started = performance.now();
        await call(index);
        durations.push(performance.now() - started);
      }
    }),
  );
  return { durations, seconds: (performance.now() - from) / 1000 };
}
