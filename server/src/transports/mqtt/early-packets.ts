import { FrameError } from './frames.ts';
import { Reason } from './reason-codes.ts';

/** Packets that may come before the CONNACK. */
const MAX_PACKETS = 100;
/** From so many bytes on nothing more is read until the CONNACK. */
const ENOUGH_BYTES = 64 * 1024;

/** Packets that come while it is looked up whose they are. */
export class EarlyPackets {
  readonly #packets: Buffer[] = [];
  #bytes = 0;

  /** @param packet a part of the bytes that have come. @throws FrameError when there are too many */
  add(packet: Buffer): void {
    if (this.#packets.length >= MAX_PACKETS) {
      throw new FrameError(`More than ${MAX_PACKETS} packets before the CONNACK`, Reason.receiveMaximumExceeded);
    }
    this.#packets.push(Buffer.from(packet));
    this.#bytes += packet.length;
  }

  /** Nothing more should be read for now. */
  get isEnough(): boolean {
    return this.#bytes > ENOUGH_BYTES;
  }

  /** All of them, and behind them the beginning of one that has not come whole. */
  before(rest: Buffer | undefined): Buffer {
    return Buffer.concat(rest ? [...this.#packets, rest] : this.#packets);
  }
}
