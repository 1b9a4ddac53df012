import http from 'node:http';
import type { AddressInfo } from 'node:net';

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
  close(): void;
}

export async function startCloudServer(): Promise<CloudServer> {
  const cloud: CloudServer = {
    address: '',
    calls: [],
    answer: { status: 200, body: '' },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  const server = http.createServer((request, reply) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      cloud.calls.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() });
      reply.writeHead(cloud.answer.status).end(cloud.answer.body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cloud.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return cloud;
}
