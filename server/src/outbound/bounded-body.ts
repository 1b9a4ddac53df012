/** Bytes of a body that are read before it is a large one. */
const SMALL = 65_536;

/** Lets a large body be read when there is memory for it. */
export type LargeBodyTurn = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * Reads the body of a reply.
 * @param largeInTurn what a large one waits for; absent: nothing
 * @throws Error when it has more than `maxBytes`; the rest is not read
 */
export async function readBounded(
  reply: { body: AsyncIterable<Uint8Array> | null },
  maxBytes: number,
  largeInTurn: LargeBodyTurn = (read) => read(),
): Promise<Buffer<ArrayBuffer>> {
  if (!reply.body) return Buffer.alloc(0);
  const source = reply.body[Symbol.asyncIterator]();
  const parts: Uint8Array[] = [];
  let bytes = 0;

  /** @returns whether there may be more */
  async function readTo(most: number): Promise<boolean> {
    while (bytes <= most) {
      const { done, value } = await source.next();
      if (done) return false;
      parts.push(value);
      bytes += value.byteLength;
    }
    return true;
  }

  try {
    if (await readTo(Math.min(SMALL, maxBytes))) await largeInTurn(() => readTo(maxBytes));
    if (bytes > maxBytes) throw new Error('its answer is too long');
    return Buffer.concat(parts);
  } finally {
    // What is left is not read.
    await source.return?.();
  }
}
