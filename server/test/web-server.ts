import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server of a test, on a free port of loopback. */
export interface WebServer {
  /** Where it is, without a slash at the end. */
  http: string;
  port: number;
  /** Ends it with all connections: browsers keep theirs, also such as never asked for anything. */
  close(): Promise<void>;
}

/** Starts a web server that gives these answers, or does what was attached to it. */
export async function startWebServer(answers: http.RequestListener | http.Server): Promise<WebServer> {
  const server = typeof answers === 'function' ? http.createServer(answers) : answers;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    http: `http://127.0.0.1:${port}`,
    port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
