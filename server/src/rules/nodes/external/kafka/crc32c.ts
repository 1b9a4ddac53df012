/** The polynomial of Castagnoli, reversed; `zlib.crc32` has another one. */
const POLYNOMIAL = 0x82f63b78;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** Returns the checksum of RFC 3720, without sign. */
export function crc32c(content: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of content) value = (TABLE[(value ^ byte) & 0xff] as number) ^ (value >>> 8);
  return (value ^ 0xffffffff) >>> 0;
}
