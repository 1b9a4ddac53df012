import { createHash } from 'node:crypto';
import { steadyNow } from '../../config/steady-clock.ts';
import { CoapError, Code } from './codes.ts';
import type { CoapOption } from './message.ts';
import { blockOption, type CoapRequest, type CoapResponse, resourceKey, uintOption } from './request.ts';

/** Longer answers travel in blocks of this many bytes. */
export const MAX_BLOCK_SIZE = 1024;
const MIN_BLOCK_SIZE = 16;
/** Answers that are kept for the clients that fetch their blocks. */
const MAX_DOWNLOADS = 1000;
/** Bytes of all of them. */
const MAX_BYTES = 16 * 1024 * 1024;
/** A client may pause for this long between two blocks, ms. */
const LIFETIME = 120_000;

interface Download {
  response: CoapResponse;
  body: Buffer;
  /** On the steady clock. */
  until: number;
}

/** Answers that are longer than a message: sent block by block as the client asks for them (RFC 7959, Block2). */
export function createDownloads(now: () => number = steadyNow) {
  /** client and resource → what it is fetching; the oldest first */
  const downloads = new Map<string, Download>();
  let bytes = 0;

  function drop(key: string, download: Download): void {
    downloads.delete(key);
    bytes -= download.body.length;
  }

  function keep(key: string, download: Download): void {
    const older = downloads.get(key);
    if (older) drop(key, older);
    downloads.set(key, download);
    bytes += download.body.length;
    for (const [oldestKey, oldest] of downloads) {
      if (oldest.until > now() && downloads.size <= MAX_DOWNLOADS && bytes <= MAX_BYTES) break;
      drop(oldestKey, oldest);
    }
  }

  function blockOf({ response, body }: Download, number: number, size: number): CoapResponse {
    const from = number * size;
    if (from >= body.length) throw new CoapError(Code.badRequest, 'The answer has no such block');
    const more = from + size < body.length;
    const options: CoapOption[] = [
      ...(response.options ?? []).filter(({ name }) => number === 0 || name !== 'Observe'),
      { name: 'ETag', value: createHash('sha1').update(body).digest().subarray(0, 4) },
      blockOption('Block2', { number, more, size }),
    ];
    if (number === 0) options.push(uintOption('Size2', body.length));
    return { code: response.code, options, payload: body.subarray(from, from + size) };
  }

  return {
    /** The next block of an answer that the client is fetching; undefined when the request begins something. */
    next(endpoint: string, request: CoapRequest): CoapResponse | undefined {
      const { block2 } = request;
      if (!block2 || block2.number === 0) return undefined;
      const download = downloads.get(resourceKey(endpoint, request));
      if (!download || download.until < now()) return undefined;
      download.until = now() + LIFETIME;
      return blockOf(download, block2.number, block2.size);
    },

    /**
     * What of an answer is sent now: all, or the first block, or the one that was asked for. Errors are sent whole, whatever
     * block was asked for.
     * @param maxBytes room for the payload
     */
    begin(
      endpoint: string,
      request: Pick<CoapRequest, 'path' | 'query' | 'block2'>,
      response: CoapResponse,
      maxBytes: number,
    ): CoapResponse {
      const body = response.payload;
      const { block2 } = request;
      if (!body || response.code >= Code.badRequest) return response;
      const size =
        block2 && block2.number > 0 ? block2.size : Math.min(block2?.size ?? MAX_BLOCK_SIZE, sizeWithin(maxBytes));
      const number = block2?.number ?? 0;
      if (number === 0 && body.length <= size) return response;
      const download = { response, body, until: now() + LIFETIME };
      keep(resourceKey(endpoint, request), download);
      return blockOf(download, number, size);
    },

    count: () => downloads.size,
  };
}

/** Largest block that fits. */
function sizeWithin(bytes: number): number {
  let size = MAX_BLOCK_SIZE;
  while (size > bytes && size > MIN_BLOCK_SIZE) size /= 2;
  return size;
}

export type Downloads = ReturnType<typeof createDownloads>;
