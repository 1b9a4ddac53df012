import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { createHttpServer } from '../../http/server.ts';
import type { PackageDelivery } from '../../ota/package-delivery.ts';
import type { DeviceSession } from '../device-session.ts';
import { packageRoutes } from './package-routes.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** A server whose files never come to their end, and how it answers a device by its id. */
async function endlessDownloads() {
  const file = {
    id: 'p',
    url: null,
    title: 't',
    version: '1',
    contentId: 'c',
    contentType: null,
    fileName: 'f',
    size: 9,
  };
  const packages: PackageDelivery = {
    assigned: async () => file,
    lastReport: async () => undefined,
    async *read() {
      yield Buffer.from('begun');
      await new Promise(() => undefined);
    },
  };
  const app = createHttpServer({
    logger: pino({ level: 'silent' }) as unknown as Parameters<typeof createHttpServer>[0]['logger'],
    authenticate: () => Promise.reject(new Error('nobody')),
    routes: packageRoutes(packages, (id, _, work) =>
      work({ context: { device: { id } }, activity: () => undefined } as unknown as DeviceSession),
    ),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  closing.push(() => app.close());
  const { port } = app.server.address() as AddressInfo;
  return (id: string) =>
    new Promise<http.IncomingMessage>((resolve, reject) => {
      const path = `/api/v1/${id}/firmware?title=t&version=1`;
      const request = http.get({ host: '127.0.0.1', port, path, agent: false }, (reply) => {
        closing.push(() => reply.destroy());
        resolve(reply);
      });
      request.on('error', reject);
    });
}

it('a device has so many downloads under way, and others theirs', async () => {
  const download = await endlessDownloads();
  const first = await download('pump');
  for (let at = 1; at < 16; at++) expect((await download('pump')).statusCode).toBe(200);
  expect((await download('pump')).statusCode).toBe(500);
  expect((await download('valve')).statusCode).toBe(200);
  first.destroy();
  await expect.poll(async () => (await download('pump')).statusCode).toBe(200);
});
