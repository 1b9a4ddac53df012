import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

const PLAIN = 0;
const ZSTD = 1;
const OPTIONS = { params: { [constants.ZSTD_c_compressionLevel]: 1 } };
/** Smaller bodies are not worth compressing. */
const MIN_BYTES = 96;
/** Compression must save this fraction, since each read pays for it. */
const MIN_GAIN = 0.15;

/** Compresses bytes where it pays; the first byte says whether it did. */
export function pack(bytes: Buffer): Buffer {
  if (bytes.length >= MIN_BYTES) {
    const compressed = zstdCompressSync(bytes, OPTIONS);
    if (compressed.length < bytes.length * (1 - MIN_GAIN)) return marked(ZSTD, compressed);
  }
  return marked(PLAIN, bytes);
}

/** The bytes that `pack` was given. */
export function unpack(body: Buffer): Buffer {
  const bytes = body.subarray(1);
  return body[0] === ZSTD ? zstdDecompressSync(bytes) : bytes;
}

function marked(mark: number, bytes: Buffer): Buffer {
  const body = Buffer.allocUnsafe(bytes.length + 1);
  body[0] = mark;
  bytes.copy(body, 1);
  return body;
}
