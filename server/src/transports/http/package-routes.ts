import { Readable } from 'node:stream';
import { deviceApiRoutes } from '@signalbox/contract/device-api';
import type { OtaPackageType } from '@signalbox/contract/ota-package';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { downloadHeaders, mediaType } from '../../http/download-headers.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { AssignedPackage, PackageDelivery } from '../../ota/package-delivery.ts';
import type { DeviceSession } from '../device-session.ts';
import { RateLimitError } from '../rate-limits.ts';

type InSession = <T>(token: string, raw: FastifyRequest, work: (session: DeviceSession) => Promise<T>) => Promise<T>;

interface ChunkQuery {
  title: string;
  version: string;
  /** Bytes of a chunk; 0: the whole file. */
  size: number;
  /** From 0. */
  chunk: number;
}

/** Downloads of one device at a time: of each that is read slowly a part is in memory. */
const MAX_DOWNLOADS = 16;

/** Downloads of firmware and software by devices (device-protocols.md §6). */
export function packageRoutes(packages: PackageDelivery, inSession: InSession): RouteImplementation[] {
  /** device id → its downloads that are under way */
  const underWay = new Map<string, number>();

  function count(deviceId: string, more: 1 | -1): void {
    const next = (underWay.get(deviceId) ?? 0) + more;
    if (next > 0) underWay.set(deviceId, next);
    else underWay.delete(deviceId);
  }

  async function download(
    token: string,
    type: OtaPackageType,
    { title, version, size, chunk }: ChunkQuery,
    reply: FastifyReply,
  ): Promise<Readable> {
    const file: AssignedPackage = await inSession(token, reply.request, async (session) => {
      session.activity();
      const found = await packages.assigned(session.context.device.id, type);
      if (!found?.contentId) throw notFound('The device has no package to download');
      const { id } = session.context.device;
      if ((underWay.get(id) ?? 0) >= MAX_DOWNLOADS) {
        throw new RateLimitError(`More than ${MAX_DOWNLOADS} downloads of the device are under way`);
      }
      if (!reply.raw.destroyed) {
        count(id, 1);
        reply.raw.once('close', () => count(id, -1));
      }
      return found;
    });
    if (file.title !== title || file.version !== version) {
      throw badRequest('The device is to install another package');
    }
    const from = Math.min(chunk * size, file.size);
    const to = size === 0 ? file.size : Math.min(from + size, file.size);
    reply
      .headers({ ...downloadHeaders(file.fileName), 'content-length': String(to - from) })
      .type(mediaType(file.contentType));
    return Readable.from(packages.read(file, from, to), { objectMode: false });
  }

  return [
    implement(deviceApiRoutes.downloadFirmware, ({ params, query, reply }) =>
      download(params.token, 'FIRMWARE', query, reply),
    ),
    implement(deviceApiRoutes.downloadSoftware, ({ params, query, reply }) =>
      download(params.token, 'SOFTWARE', query, reply),
    ),
  ];
}
