import path from 'node:path';
import { inject } from 'vitest';
import { ROOT } from './server.ts';

/** The console as `npm run dev` serves it, in front of the server that all tests share. */
export interface DevelopmentServer {
  http: string;
  stop: () => Promise<void>;
}

export async function startDevelopmentServer(): Promise<DevelopmentServer> {
  process.env.SIGNALBOX_SERVER = inject('server').http;
  const { createServer } = await import('vite');
  const root = path.join(ROOT, 'console');
  const vite = await createServer({
    root,
    configFile: path.join(root, 'vite.config.ts'),
    // Not that of a developer who works on the same checkout.
    cacheDir: path.join(root, 'node_modules/.vite-e2e'),
    server: { port: 0, hmr: false, watch: null },
    logLevel: 'warn',
  });
  await vite.listen();
  const address = vite.httpServer?.address();
  if (!address || typeof address === 'string') throw new Error('The development server has no port');
  return { http: `http://127.0.0.1:${address.port}`, stop: () => vite.close() };
}
