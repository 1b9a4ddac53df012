import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { ChecksumAlgorithm } from '@signalbox/contract/ota-package';
import { Murmur3With32Bits, Murmur3With128Bits } from './murmur3.ts';

/** A checksum that is made of bytes as they come. */
export interface Checksum {
  update(bytes: Buffer): void;
  /** Lower-case hexadecimal digits; CRC-32 and Murmur3 with their lowest byte first. */
  digest(): string;
}

function cyclic(): Checksum {
  let sum = 0;
  return {
    update: (bytes) => {
      sum = crc32(bytes, sum);
    },
    digest: () => {
      const digest = Buffer.alloc(4);
      digest.writeUInt32LE(sum);
      return digest.toString('hex');
    },
  };
}

function cryptographic(name: string): Checksum {
  const hash = createHash(name);
  return { update: (bytes) => hash.update(bytes), digest: () => hash.digest('hex') };
}

function murmur(hash: Murmur3With32Bits | Murmur3With128Bits): Checksum {
  return { update: (bytes) => hash.update(bytes), digest: () => hash.digest().toString('hex') };
}

const ALGORITHMS: Readonly<Record<ChecksumAlgorithm, () => Checksum>> = {
  MD5: () => cryptographic('md5'),
  SHA256: () => cryptographic('sha256'),
  SHA384: () => cryptographic('sha384'),
  SHA512: () => cryptographic('sha512'),
  CRC32: cyclic,
  MURMUR3_32: () => murmur(new Murmur3With32Bits()),
  MURMUR3_128: () => murmur(new Murmur3With128Bits()),
};

export const createChecksum = (algorithm: ChecksumAlgorithm): Checksum => ALGORITHMS[algorithm]();
