import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm } from '@signalbox/contract/ota-package';
import { describe, expect, it } from 'vitest';
import { createChecksum } from './checksum.ts';

function checksumOf(algorithm: ChecksumAlgorithm, ...pieces: (string | Buffer)[]): string {
  const checksum = createChecksum(algorithm);
  for (const piece of pieces) checksum.update(Buffer.from(piece as string));
  return checksum.digest();
}

const FOX = 'The quick brown fox jumps over the lazy dog';

describe('the checksum of a file', () => {
  it.each<[ChecksumAlgorithm, string, string]>([
    ['MD5', 'hello', '5d41402abc4b2a76b9719d911017c592'],
    ['SHA256', 'hello', '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824'],
    ['CRC32', '123456789', '2639f4cb'],
    ['MURMUR3_32', '', '00000000'],
    ['MURMUR3_32', 'hello', '47fa8b24'],
    ['MURMUR3_32', FOX, '23f74f2e'],
    ['MURMUR3_128', '', '00000000000000000000000000000000'],
    ['MURMUR3_128', 'hello', '029bbd41b3a7d8cb191dae486a901e5b'],
    ['MURMUR3_128', FOX, '6c1b07bc7bbc4be347939ac4a93c437a'],
  ])('%s of "%s" is that of other implementations', (algorithm, text, expected) => {
    expect(checksumOf(algorithm, text)).toBe(expected);
  });

  it.each(CHECKSUM_ALGORITHMS)('%s is the same however the file arrives', (algorithm) => {
    const file = Buffer.from(Array.from({ length: 1000 }, (_, index) => (index * 151 + (index >> 3)) & 255));
    const whole = checksumOf(algorithm, file);
    for (const size of [1, 3, 5, 16, 17, 333]) {
      const pieces = [];
      for (let at = 0; at < file.length; at += size) pieces.push(file.subarray(at, at + size));
      expect(checksumOf(algorithm, ...pieces), `pieces of ${size}`).toBe(whole);
    }
  });

  it('has as many digits as its algorithm says', () => {
    const digits = CHECKSUM_ALGORITHMS.map((algorithm) => checksumOf(algorithm, FOX).length);
    expect(digits).toEqual([32, 64, 96, 128, 8, 8, 32]);
  });
});
