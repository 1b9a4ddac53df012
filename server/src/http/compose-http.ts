import type { FastifyInstance } from 'fastify';
import { parseAddressRanges } from '../config/address-ranges.ts';
import type { Settings } from '../config/settings.ts';
import { createHttpServer, type HttpServerOptions } from './server.ts';

/** Calls under way get this long at the end; then their connections are cut. */
const CLOSE_MS = 2_000;

export interface HttpParts extends Omit<HttpServerOptions, 'trustedProxies' | 'embedOrigins'> {
  settings: Pick<Settings, 'bind' | 'httpPort' | 'trustedProxies' | 'embedOrigins'>;
}

/** The HTTP server as its settings say. */
export function composeHttp({ settings, ...options }: HttpParts) {
  const app: FastifyInstance = createHttpServer({
    ...options,
    trustedProxies: parseAddressRanges(settings.trustedProxies),
    embedOrigins: settings.embedOrigins.split(',').filter((origin) => origin !== ''),
  });
  return {
    app,
    async listen(): Promise<void> {
      await app.listen({ host: settings.bind, port: settings.httpPort });
    },
    /** Port it listens on, after `listen`. */
    port: (): number => (app.server.address() as { port: number }).port,
    async close(): Promise<void> {
      const cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS);
      await app.close();
      clearTimeout(cut);
    },
  };
}
