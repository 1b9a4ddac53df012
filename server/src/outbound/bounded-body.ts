/**
 * Reads the body of a reply.
 * @throws Error when it has more than `maxBytes`; the rest is not read
 */
export async function readBounded(
  reply: { body: AsyncIterable<Uint8Array> | null },
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of reply.body ?? []) {
    bytes += part.byteLength;
    if (bytes > maxBytes) throw new Error('its answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
