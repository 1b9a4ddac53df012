import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Smaller replies fit into a packet or two as they are. */
const MIN_BYTES = 1024;
/** Larger ones are compressed beside the main thread: up to here that would take longer than the work (75 µs). */
const MAX_BYTES_AT_ONCE = 64 * 1024;
const OPTIONS = { level: 1, windowBits: 14 };
const COMPRESSIBLE = /^(?:application\/json|text\/)/;
const gzip = promisify(zlib.gzip);

/** Compresses replies of the API with gzip for clients that accept it. */
export function addCompression(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < MIN_BYTES) return payload;
    if (!COMPRESSIBLE.test(String(reply.getHeader('content-type'))) || reply.hasHeader('content-encoding')) {
      return payload;
    }
    addVary(reply);
    if (!acceptsGzip(request.headers['accept-encoding'])) return payload;
    reply.header('content-encoding', 'gzip').removeHeader('content-length');
    return payload.length <= MAX_BYTES_AT_ONCE ? zlib.gzipSync(payload, OPTIONS) : gzip(payload, OPTIONS);
  });
}

function addVary(reply: { getHeader(name: string): unknown; header(name: string, value: string): unknown }): void {
  const known = reply.getHeader('vary');
  reply.header('vary', known ? `${known}, Accept-Encoding` : 'Accept-Encoding');
}

/** @param accepted the header Accept-Encoding */
function acceptsGzip(accepted: string | string[] | undefined): boolean {
  for (const one of String(accepted ?? '').split(',')) {
    const [coding, weight] = one.split(';').map((part) => part.trim().toLowerCase());
    if (coding === 'gzip' || coding === 'x-gzip') return !/^q=0(?:\.0*)?$/.test(weight ?? '');
  }
  return false;
}
