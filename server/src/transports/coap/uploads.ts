import { steadyNow } from '../../config/steady-clock.ts';
import { Code } from './codes.ts';
import { blockOption, type CoapRequest, type CoapResponse, resourceKey, uintOption } from './request.ts';

/** Bodies that are on their way at the same time. */
const MAX_UPLOADS = 1000;
/** Those of one client. */
const MAX_OF_CLIENT = 4;
/** A client may pause for this long between two blocks, ms. */
const LIFETIME = 120_000;

interface Upload {
  endpoint: string;
  blocks: Buffer[];
  bytes: number;
  /** On the steady clock. */
  until: number;
}

/** What a block of a request means: the whole body, or an answer to the block. */
export type UploadStep = { body: Buffer } | { answer: CoapResponse };

/** Bounds of the bodies that come in blocks. */
export interface UploadBounds {
  /** Longest body, in bytes. */
  bodyBytes: number;
  /** Bytes of all bodies that are on their way. */
  totalBytes: number;
}

/** Bodies of requests that come block by block, in order (RFC 7959, Block1). */
export function createUploads({ bodyBytes, totalBytes }: UploadBounds, now: () => number = steadyNow) {
  /** client, resource and tag → what has come so far; the oldest first */
  const uploads = new Map<string, Upload>();
  /** key of a client → its uploads */
  const countOf = new Map<string, number>();
  let total = 0;

  function drop(key: string, upload: Upload): void {
    uploads.delete(key);
    total -= upload.bytes;
    const left = (countOf.get(upload.endpoint) ?? 1) - 1;
    if (left > 0) countOf.set(upload.endpoint, left);
    else countOf.delete(upload.endpoint);
  }

  /** Makes room for one more upload of the client. */
  function makeRoom(endpoint: string): void {
    for (const [key, upload] of uploads) {
      if (upload.until >= now() && uploads.size < MAX_UPLOADS && total < totalBytes) break;
      drop(key, upload);
    }
    if ((countOf.get(endpoint) ?? 0) < MAX_OF_CLIENT) return;
    for (const [key, upload] of uploads) {
      if (upload.endpoint !== endpoint) continue;
      drop(key, upload);
      return;
    }
  }

  const tooLarge: UploadStep = {
    answer: { code: Code.tooLarge, options: [uintOption('Size1', bodyBytes)] },
  };

  return {
    /** Takes a request, or one block of it. */
    take(endpoint: string, request: CoapRequest): UploadStep {
      const { block1, payload } = request;
      if (payload.length > bodyBytes) return tooLarge;
      if (!block1 || (block1.number === 0 && !block1.more)) return { body: payload };
      const key = `${request.method} ${resourceKey(endpoint, request)} ${request.tag}`;
      let upload = uploads.get(key);
      if (block1.number === 0) {
        if (upload) drop(key, upload);
        makeRoom(endpoint);
        upload = { endpoint, blocks: [], bytes: 0, until: 0 };
        uploads.set(key, upload);
        countOf.set(endpoint, (countOf.get(endpoint) ?? 0) + 1);
      }
      const isNext = upload && upload.bytes === block1.number * block1.size;
      if (!upload || !isNext || (block1.more && payload.length !== block1.size) || payload.length > block1.size) {
        if (upload) drop(key, upload);
        return { answer: { code: Code.incomplete } };
      }
      if (upload.bytes + payload.length > bodyBytes) {
        drop(key, upload);
        return tooLarge;
      }
      // A copy: a block is a part of the memory of its datagram.
      upload.blocks.push(Buffer.from(payload));
      upload.bytes += payload.length;
      total += payload.length;
      upload.until = now() + LIFETIME;
      if (block1.more) return { answer: { code: Code.continue, options: [blockOption('Block1', block1)] } };
      drop(key, upload);
      return { body: Buffer.concat(upload.blocks) };
    },

    /** Drops bodies whose client has gone. */
    sweep(): void {
      for (const [key, upload] of uploads) if (upload.until < now()) drop(key, upload);
    },

    sizes: () => ({ uploads: uploads.size, bytes: total }),
  };
}

export type Uploads = ReturnType<typeof createUploads>;
