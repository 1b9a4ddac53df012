import type http from 'node:http';
import { startWebServer, type WebServer } from './web-server.ts';

/** A call that a test's server got. */
export interface CloudCall {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: string;
}

/** A server on loopback in the place of a cloud provider. */
export interface CloudServer {
  address: string;
  calls: CloudCall[];
  /** What it answers next. */
  answer: { status: number; body: string };
  close(): Promise<void>;
}

export async function startCloudServer(): Promise<CloudServer> {
  let server: WebServer | undefined;
  const cloud: CloudServer = {
    address: '',
    calls: [],
    answer: { status: 200, body: '' },
    close: async () => server?.close(),
  };
  server = await startWebServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      cloud.calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() });
      reply.writeHead(cloud.answer.status).end(cloud.answer.body);
    });
  });
  cloud.address = server.http;
  return cloud;
}
