import type { Duplex } from 'node:stream';

/** The bytes of one client, whatever carries them. A socket of TCP is one. */
export interface ClientSocket extends Duplex {
  /** Of the client, as far as it is known. */
  readonly remoteAddress?: string | undefined;
  /** Ends it as soon as everything is written. */
  destroySoon(): void;
}
