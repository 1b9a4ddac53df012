/** 2^n for the shifts of a variable-length number. */
const POWERS_OF_TWO = Array.from({ length: 9 }, (_, index) => 2 ** (index * 7));

/** Largest magnitude that writeSigned accepts: doubled for the sign, it still fits a double. */
export const MAX_SIGNED = 2 ** 52;

/** Collects bytes in a growing buffer that is reused. */
export class ByteWriter {
  private bytes: Buffer;
  private view: DataView;
  length = 0;

  constructor(capacity = 4096) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
    this.view = new DataView(this.bytes.buffer);
  }

  reset(): void {
    this.length = 0;
  }

  private reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.bytes.length * 2, this.length + count));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
  }

  writeByte(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  /** Whole number from 0 to 2^53: seven bits a byte, lowest first. */
  writeUnsigned(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest > 0x0fffffff) {
      this.bytes[this.length++] = (rest % 128) | 0x80;
      rest = Math.floor(rest / 128);
    }
    while (rest > 0x7f) {
      this.bytes[this.length++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.bytes[this.length++] = rest;
  }

  /** Whole number of at most MAX_SIGNED in magnitude; small magnitudes take few bytes ("zigzag"). */
  writeSigned(value: number): void {
    this.writeUnsigned(value >= 0 ? value * 2 : value * -2 - 1);
  }

  writeDouble(value: number): void {
    this.reserve(8);
    this.view.setFloat64(this.length, value, true);
    this.length += 8;
  }

  writeBigint(value: bigint): void {
    this.reserve(8);
    this.view.setBigInt64(this.length, value, true);
    this.length += 8;
  }

  /** Text, preceded by its length. */
  writeText(text: string): void {
    const length = Buffer.byteLength(text);
    this.writeUnsigned(length);
    this.reserve(length);
    this.bytes.write(text, this.length, 'utf8');
    this.length += length;
  }

  /** The written bytes; valid until the next reset. */
  written(): Buffer {
    return this.bytes.subarray(0, this.length);
  }
}

/** Reads the output of a ByteWriter. */
export class ByteReader {
  readonly bytes: Uint8Array;
  private readonly view: DataView;
  position = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get ended(): boolean {
    return this.position >= this.bytes.length;
  }

  readByte(): number {
    return this.bytes[this.position++] as number;
  }

  readUnsigned(): number {
    const bytes = this.bytes;
    let byte = bytes[this.position++] as number;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    for (let index = 1; ; index++) {
      byte = bytes[this.position++] as number;
      value += (byte & 0x7f) * (POWERS_OF_TWO[index] as number);
      if (byte < 0x80) return value;
      if (index === POWERS_OF_TWO.length - 1 || this.ended) throw new Error('a stored body is damaged');
    }
  }

  readSigned(): number {
    const first = this.bytes[this.position] as number;
    // Most differences are small: one byte, and whole-number arithmetic.
    if (first < 0x80) {
      this.position++;
      return (first >>> 1) ^ -(first & 1);
    }
    const second = this.bytes[this.position + 1] as number;
    if (second < 0x80) {
      this.position += 2;
      const small = (first & 0x7f) | (second << 7);
      return (small >>> 1) ^ -(small & 1);
    }
    const value = this.readUnsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  readDouble(): number {
    this.position += 8;
    return this.view.getFloat64(this.position - 8, true);
  }

  readBigint(): bigint {
    this.position += 8;
    return this.view.getBigInt64(this.position - 8, true);
  }

  readText(): string {
    const length = this.readUnsigned();
    const start = this.position;
    this.position += length;
    return Buffer.from(this.bytes.buffer, this.bytes.byteOffset + start, length).toString('utf8');
  }
}
