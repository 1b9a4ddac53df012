import { promisify } from 'node:util';
import { gzip, zstdCompress } from 'node:zlib';
import { crc32c } from './crc32c.ts';
import { bytes, int8, int16, int32, int64, varint } from './wire-format.ts';

export interface KafkaRecord {
  value: Buffer;
  headers?: ReadonlyMap<Buffer, Buffer>;
}

/** How records are compressed, by the names that producers give it; Node has no snappy and no lz4. */
export const COMPRESSIONS = ['none', 'gzip', 'zstd'] as const;
export type Compression = (typeof COMPRESSIONS)[number];

/** With the bits of the attributes that say so. */
const COMPRESS: Readonly<Record<Compression, { bits: number; compress: (content: Buffer) => Promise<Buffer> }>> = {
  none: { bits: 0, compress: async (content) => content },
  gzip: { bits: 1, compress: promisify(gzip) },
  zstd: { bits: 4, compress: promisify(zstdCompress) },
};

/** Version of the format. */
const MAGIC = 2;
/** Producers that can be told apart have numbers. */
const NOBODY = { producer: -1n, epoch: -1, sequence: -1, leaderEpoch: -1 };

/** Writes records of one time, without keys, as Kafka stores them (https://kafka.apache.org/documentation, "Record Batch"). */
export async function encodeRecordBatch(
  records: readonly KafkaRecord[],
  compression: Compression,
  time: number,
): Promise<Buffer> {
  const { bits, compress } = COMPRESS[compression];
  const content = await compress(Buffer.concat(records.flatMap(encodeRecord)));
  const signed = Buffer.concat([
    int16(bits),
    int32(records.length - 1),
    int64(BigInt(time)),
    int64(BigInt(time)),
    int64(NOBODY.producer),
    int16(NOBODY.epoch),
    int32(NOBODY.sequence),
    int32(records.length),
    content,
  ]);
  const rest = Buffer.concat([int32(NOBODY.leaderEpoch), int8(MAGIC), int32(crc32c(signed) | 0), signed]);
  return Buffer.concat([int64(0n), bytes(rest)]);
}

/** Returns the parts of a record, which is `at` places behind the first one. */
function encodeRecord({ value, headers }: KafkaRecord, at: number): Buffer[] {
  const parts = [int8(0), varint(0), varint(at), varint(-1), varint(value.length), value, varint(headers?.size ?? 0)];
  for (const [key, content] of headers ?? []) parts.push(varint(key.length), key, varint(content.length), content);
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return [varint(length), ...parts];
}
