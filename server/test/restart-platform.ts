import { pino } from 'pino';
import { readSettings } from '../src/config/settings.ts';
import { startPlatform } from '../src/platform.ts';
import { ANY_PORT } from './any-port.ts';
import type { TestPlatform } from './platform.ts';

/**
 * Stops a server and starts another one on the same database, which takes its place for calls of the REST API.
 * @param meanwhile what happens while none runs
 */
export async function restartPlatform(
  platform: TestPlatform,
  meanwhile: () => Promise<void> = async () => undefined,
): Promise<void> {
  await platform.halt();
  await meanwhile();
  const next = await startPlatform({
    settings: { ...readSettings({}), ...ANY_PORT },
    log: pino({ level: process.env.SIGNALBOX_TEST_LOG ?? 'silent' }),
    connection: platform.database.connection,
    onBroken(error) {
      throw error;
    },
  });
  Object.assign(platform.http, { inject: next.http.inject.bind(next.http) });
  const { drop } = platform.database;
  let stopped: Promise<void> | undefined;
  platform.halt = () => (stopped ??= next.stop());
  platform.stop = async () => {
    await platform.halt();
    await drop();
  };
}
