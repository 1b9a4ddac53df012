import { EarlyPackets } from './early-packets.ts';
import { CONNECT_HEADER, type FrameBounds, FrameError, findFrame, MAX_PACKET_BYTES } from './frames.ts';
import { Reason } from './reason-codes.ts';

/** Who gets the packets of a client. */
export interface FrameTaker {
  /** Nothing but a CONNECT may come. */
  readonly isNew: boolean;
  readonly isClosed: boolean;
  takeFrame(bytes: Buffer, at: number, bounds: FrameBounds): void;
}

/** What comes from a client, cut into packets. */
export class Incoming {
  /** Beginning of a packet that has not come whole. */
  #rest: Buffer | undefined;
  /** Packets that came before the CONNACK. */
  #early: EarlyPackets | undefined;

  /** @throws FrameError, and whatever the taker throws */
  read(chunk: Buffer, taker: FrameTaker): void {
    const bytes = this.#rest ? Buffer.concat([this.#rest, chunk]) : chunk;
    this.#rest = undefined;
    const bounds: FrameBounds = { bodyAt: 0, end: 0 };
    let at = 0;
    if (taker.isNew && bytes[0] !== CONNECT_HEADER) {
      throw new FrameError('A connection begins with CONNECT', Reason.protocolError);
    }
    while (at < bytes.length && !taker.isClosed) {
      if (!findFrame(bytes, at, MAX_PACKET_BYTES, bounds)) {
        // A copy, so that a few bytes do not keep the whole chunk.
        this.#rest = Buffer.from(bytes.subarray(at));
        break;
      }
      const { end } = bounds;
      taker.takeFrame(bytes, at, bounds);
      at = end;
    }
  }

  /** Keeps a packet that came before the CONNACK. @returns whether no more should be read until then */
  keepEarly(frame: Buffer): boolean {
    this.#early ??= new EarlyPackets();
    this.#early.add(frame);
    return this.#early.isEnough;
  }

  /** Removes and returns what came before the CONNACK, and behind it the beginning of a packet that has not come whole. */
  takeEarly(): Buffer | undefined {
    const bytes = this.#early?.before(this.#rest);
    if (bytes) this.drop();
    return bytes;
  }

  drop(): void {
    this.#rest = undefined;
    this.#early = undefined;
  }
}
