import type { FastifyInstance } from 'fastify';
import { parseAddressRanges } from '../config/address-ranges.ts';
import type { Settings } from '../config/settings.ts';
import { createHttps } from './https.ts';
import { createHttpServer, type HttpServerOptions } from './server.ts';

/** Calls under way get this long at the end; then their connections are cut. */
const CLOSE_MS = 2_000;

export interface HttpParts extends Omit<HttpServerOptions, 'trustedProxies' | 'embedOrigins'> {
  settings: Pick<
    Settings,
    'bind' | 'httpPort' | 'httpsPort' | 'tlsCertificate' | 'tlsKey' | 'tlsPassword' | 'trustedProxies' | 'embedOrigins'
  >;
}

/** The HTTP server as its settings say. */
export function composeHttp({ settings, ...options }: HttpParts) {
  let httpsPort = (): number | undefined => undefined;
  const app: FastifyInstance = createHttpServer({
    ...options,
    transportPorts: () => {
      const port = httpsPort();
      return { ...options.transportPorts?.(), ...(port === undefined ? {} : { https: port }) };
    },
    trustedProxies: parseAddressRanges(settings.trustedProxies),
    embedOrigins: settings.embedOrigins.split(',').filter((origin) => origin !== ''),
  });
  const https = settings.tlsCertificate === '' ? undefined : createHttps(app, settings, options.logger);
  return {
    app,
    async listen(): Promise<void> {
      await app.listen({ host: settings.bind, port: settings.httpPort });
      await https?.listen();
      if (https) httpsPort = https.port;
    },
    /** Port it listens on, after `listen`. */
    port: (): number => (app.server.address() as { port: number }).port,
    /** The same over TLS; undefined without a certificate. */
    httpsPort: (): number | undefined => httpsPort(),
    async close(): Promise<void> {
      const secure = https?.close(CLOSE_MS);
      const cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_MS);
      await app.close();
      await secure;
      clearTimeout(cut);
    },
  };
}
