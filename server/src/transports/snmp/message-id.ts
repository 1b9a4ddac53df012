const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const SEQUENCE = 0x30;
const VERSION_3 = 3;
/** A whole number of a message has four bytes at most, and one more for its sign. */
const MAX_INTEGER_BYTES = 5;

/** Reads elements of BER one after the other: only as much as is needed to find a number in a message. */
class Elements {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** Reads a tag and its length, and stands at the first byte of the content. @returns undefined when there is none */
  #open(): { tag: number; length: number } | undefined {
    const tag = this.#bytes[this.#at];
    let length = this.#bytes[this.#at + 1];
    if (tag === undefined || length === undefined) return undefined;
    this.#at += 2;
    if (length > 0x7f) {
      let more = length & 0x7f;
      if (more === 0 || more > 4) return undefined;
      for (length = 0; more > 0; more--) length = length * 256 + (this.#bytes[this.#at++] ?? Number.NaN);
    }
    return length <= this.#bytes.length - this.#at ? { tag, length } : undefined;
  }

  /** Steps into an element. @returns its tag */
  enter(): number | undefined {
    return this.#open()?.tag;
  }

  /** Steps over an element of a tag. @returns whether there was one */
  skip(tag: number): boolean {
    const element = this.#open();
    if (element?.tag !== tag) return false;
    this.#at += element.length;
    return true;
  }

  text(): string | undefined {
    const element = this.#open();
    if (element?.tag !== OCTET_STRING) return undefined;
    return this.#bytes.toString('utf8', this.#at, this.#at + element.length);
  }

  integer(): number | undefined {
    const element = this.#open();
    if (element?.tag !== INTEGER || element.length < 1 || element.length > MAX_INTEGER_BYTES) return undefined;
    const value = this.#bytes.readIntBE(this.#at, element.length);
    this.#at += element.length;
    return value;
  }
}

/**
 * The number by which an answer belongs to a request: the request id of versions 1 and 2c (RFC 3416), the message id of
 * version 3 (RFC 3412). Read from its bytes, so that only who waits for it decodes a message.
 * @returns undefined when it is no message of SNMP
 */
export function peekMessageId(message: Buffer): number | undefined {
  const elements = new Elements(message);
  if (elements.enter() !== SEQUENCE) return undefined;
  const version = elements.integer();
  if (version === undefined) return undefined;
  if (version === VERSION_3) return elements.enter() === SEQUENCE ? elements.integer() : undefined;
  if (!elements.skip(OCTET_STRING) || elements.enter() === undefined) return undefined;
  return elements.integer();
}

/** The community of a message of version 1 or 2c; undefined when it is of another version, or no message. */
export function peekCommunity(message: Buffer): string | undefined {
  const elements = new Elements(message);
  if (elements.enter() !== SEQUENCE) return undefined;
  const version = elements.integer();
  return version === undefined || version === VERSION_3 ? undefined : elements.text();
}
