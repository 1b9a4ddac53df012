import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPlatform, type TestPlatform } from '../platform.ts';
import { type ClientProcess, placeOf, startClient } from './client-process.ts';

const SCRIPT = fileURLToPath(new URL('../../../scripts/interop/rest_client/run.py', import.meta.url));
/** Steps of a whole walk; fewer mean that it has not come far. */
const LEAST_STEPS = 700;
let platform: TestPlatform;
let client: ClientProcess | undefined;

beforeAll(async () => {
  platform = await startTestPlatform();
});
afterAll(async () => {
  await client?.stop();
  await platform?.stop();
});

it('the published REST client reads and writes all there is in 3.3.2', async () => {
  const { username, password } = platform.firstAdministrator as { username: string; password: string };
  const url = `http://127.0.0.1:${platform.httpPort()}`;
  // -B: nothing compiled beside the script.
  client = startClient(placeOf('REST_CLIENT'), ['-B', SCRIPT, url, username, password], { cwd: path.dirname(SCRIPT) });
  await client.told('done');
  // Each says which method of the client it was.
  expect(client.lines.filter((line) => !line.startsWith('passed '))).toEqual(['done']);
  expect(client.lines.length).toBeGreaterThan(LEAST_STEPS);
});
