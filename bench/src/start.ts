import { startServer, type TestServer } from '../../e2e/harness/server.ts';
import { openContext } from './lib/context.ts';
import { type Figure, format } from './lib/figures.ts';
import { proportionalMegabytes, residentMegabytes } from './lib/usage.ts';

/** Measures how long a server takes to start on an empty folder and on the same one again, and its memory at rest. */
export async function measureStart(
  user: { email: string; password: string },
  settings: Record<string, string>,
): Promise<{
  figures: Figure[];
  server: TestServer;
}> {
  const firstFrom = performance.now();
  const server = await startServer(settings);
  const first = (performance.now() - firstFrom) / 1000;
  await server.kill('SIGTERM');
  const laterFrom = performance.now();
  await server.restart();
  const later = (performance.now() - laterFrom) / 1000;
  // Long enough for the background work of a start to finish.
  await new Promise((resolve) => setTimeout(resolve, 8_000));
  const context = await openContext(server, user);
  const resident = await residentMegabytes(server.pid);
  const database = await proportionalMegabytes(context.databasePid);
  return {
    server,
    figures: [
      {
        what: 'start to "ready", set up / first ever with demo data',
        measured: `${format(later, 1)} s / ${format(first, 1)} s`,
        budget: '< 3 s / < 15 s',
        reference: '16.9 s / –',
        values: { laterSeconds: later, firstSeconds: first },
      },
      {
        what: 'memory at rest: server / database',
        measured: `${format(resident)} MB / ${format(database)} MB`,
        budget: '< 200 MB server',
        reference: '770 MB / 190 MB',
        note: 'server resident; database with shared pages counted once',
        values: { serverMegabytes: resident, databaseMegabytes: database },
      },
    ],
  };
}
