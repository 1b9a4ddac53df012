/** MurmurHash3 by Austin Appleby, which is in the public domain, with seed 0 and for data that arrive in pieces. */

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

function mix32(hash: number): number {
  let mixed = hash;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Takes whole blocks out of pieces of any length; what is left waits for the next piece. */
abstract class BlockHash {
  /** Bytes in all. */
  protected length = 0;
  private readonly waiting: Buffer;
  private waitingLength = 0;

  private readonly blockSize: number;

  constructor(blockSize: number) {
    this.blockSize = blockSize;
    this.waiting = Buffer.alloc(blockSize);
  }

  protected abstract block(bytes: Buffer, at: number): void;
  /** @param tail the last block, filled up with zeros, of which `length` bytes count */
  protected abstract finish(tail: Buffer, length: number): Buffer;

  update(bytes: Buffer): void {
    this.length += bytes.length;
    let at = 0;
    if (this.waitingLength > 0) {
      at = bytes.copy(this.waiting, this.waitingLength);
      this.waitingLength += at;
      if (this.waitingLength < this.blockSize) return;
      this.block(this.waiting, 0);
    }
    for (; at + this.blockSize <= bytes.length; at += this.blockSize) this.block(bytes, at);
    this.waitingLength = bytes.copy(this.waiting, 0, at);
  }

  /** The bytes of the hash, the lowest first. */
  digest(): Buffer {
    return this.finish(this.waiting.fill(0, this.waitingLength), this.waitingLength);
  }
}

export class Murmur3With32Bits extends BlockHash {
  private hash = 0;

  constructor() {
    super(4);
  }

  private scrambled(word: number): number {
    return Math.imul(rotate(Math.imul(word, 0xcc9e2d51), 15), 0x1b873593);
  }

  protected block(bytes: Buffer, at: number): void {
    this.hash = (Math.imul(rotate(this.hash ^ this.scrambled(bytes.readInt32LE(at)), 13), 5) + 0xe6546b64) | 0;
  }

  protected finish(tail: Buffer): Buffer {
    const hash = mix32(this.hash ^ this.scrambled(tail.readInt32LE(0)) ^ (this.length | 0));
    const digest = Buffer.alloc(4);
    digest.writeInt32LE(hash);
    return digest;
  }
}

/** The result of the operation before, as two halves: numbers of 64 bits would each be an object. */
let high = 0;
let low = 0;

function multiply(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  const [a0, a1, b0, b1] = [aLow & 0xffff, aLow >>> 16, bLow & 0xffff, bLow >>> 16];
  const lowest = a0 * b0;
  const middle = a1 * b0 + (lowest >>> 16);
  const other = a0 * b1 + (middle & 0xffff);
  const carried = a1 * b1 + Math.floor(middle / 0x10000) + Math.floor(other / 0x10000);
  low = (other << 16) | (lowest & 0xffff);
  high = (carried + Math.imul(aHigh, bLow) + Math.imul(aLow, bHigh)) | 0;
}

function add(aHigh: number, aLow: number, bHigh: number, bLow: number): void {
  const sum = (aLow >>> 0) + (bLow >>> 0);
  low = sum | 0;
  high = (aHigh + bHigh + (sum > 0xffffffff ? 1 : 0)) | 0;
}

function rotate64(aHigh: number, aLow: number, bits: number): void {
  const [top, bottom] = bits < 32 ? [aHigh, aLow] : [aLow, aHigh];
  const by = bits % 32;
  high = by === 0 ? top : (top << by) | (bottom >>> (32 - by));
  low = by === 0 ? bottom : (bottom << by) | (top >>> (32 - by));
}

function mix64(aHigh: number, aLow: number): void {
  // A shift by 33 leaves the upper half, shifted by one.
  multiply(aHigh, aLow ^ (aHigh >>> 1), 0xff51afd7, 0xed558ccd);
  multiply(high, low ^ (high >>> 1), 0xc4ceb9fe, 0x1a85ec53);
  low ^= high >>> 1;
}

/** The variant for 64-bit machines (`x64_128`). */
export class Murmur3With128Bits extends BlockHash {
  private high1 = 0;
  private low1 = 0;
  private high2 = 0;
  private low2 = 0;

  constructor() {
    super(16);
  }

  private stir1(wordHigh: number, wordLow: number): void {
    multiply(wordHigh, wordLow, 0x87c37b91, 0x114253d5);
    rotate64(high, low, 31);
    multiply(high, low, 0x4cf5ad43, 0x2745937f);
    this.high1 ^= high;
    this.low1 ^= low;
  }

  private stir2(wordHigh: number, wordLow: number): void {
    multiply(wordHigh, wordLow, 0x4cf5ad43, 0x2745937f);
    rotate64(high, low, 33);
    multiply(high, low, 0x87c37b91, 0x114253d5);
    this.high2 ^= high;
    this.low2 ^= low;
  }

  protected block(bytes: Buffer, at: number): void {
    this.stir1(bytes.readInt32LE(at + 4), bytes.readInt32LE(at));
    rotate64(this.high1, this.low1, 27);
    add(high, low, this.high2, this.low2);
    multiply(high, low, 0, 5);
    add(high, low, 0, 0x52dce729);
    this.high1 = high;
    this.low1 = low;
    this.stir2(bytes.readInt32LE(at + 12), bytes.readInt32LE(at + 8));
    rotate64(this.high2, this.low2, 31);
    add(high, low, this.high1, this.low1);
    multiply(high, low, 0, 5);
    add(high, low, 0, 0x38495ab5);
    this.high2 = high;
    this.low2 = low;
  }

  private join(): void {
    add(this.high1, this.low1, this.high2, this.low2);
    this.high1 = high;
    this.low1 = low;
    add(this.high2, this.low2, this.high1, this.low1);
    this.high2 = high;
    this.low2 = low;
  }

  protected finish(tail: Buffer, length: number): Buffer {
    if (length > 8) this.stir2(tail.readInt32LE(12), tail.readInt32LE(8));
    if (length > 0) this.stir1(tail.readInt32LE(4), tail.readInt32LE(0));
    const [upper, lower] = [Math.floor(this.length / 2 ** 32), this.length | 0];
    this.high1 ^= upper;
    this.low1 ^= lower;
    this.high2 ^= upper;
    this.low2 ^= lower;
    this.join();
    mix64(this.high1, this.low1);
    this.high1 = high;
    this.low1 = low;
    mix64(this.high2, this.low2);
    this.high2 = high;
    this.low2 = low;
    this.join();
    const digest = Buffer.alloc(16);
    digest.writeInt32LE(this.low1, 0);
    digest.writeInt32LE(this.high1, 4);
    digest.writeInt32LE(this.low2, 8);
    digest.writeInt32LE(this.high2, 12);
    return digest;
  }
}
