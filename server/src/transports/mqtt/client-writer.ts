import type { ClientSocket } from './client-socket.ts';

/** A client that does not read is disconnected when this much waits for it. */
const MAX_UNSENT_BYTES = 4 * 1024 * 1024;

/** Gathers what is sent to a client, so that all of one turn of the event loop is written in one go. */
export class ClientWriter {
  readonly #socket: ClientSocket;
  #out: Buffer[] = [];

  constructor(socket: ClientSocket) {
    this.#socket = socket;
  }

  /** The client reads too slowly for more. */
  get isFull(): boolean {
    return this.#socket.writableLength > MAX_UNSENT_BYTES;
  }

  /** @returns whether it is the first since the last time that everything was written */
  add(bytes: Buffer): boolean {
    this.#out.push(bytes);
    return this.#out.length === 1;
  }

  /** Writes everything collected. */
  flush(): void {
    const out = this.#out;
    if (out.length === 0) return;
    this.#out = [];
    if (!this.#socket.destroyed) this.#socket.write(out.length === 1 ? (out[0] as Buffer) : Buffer.concat(out));
  }

  /** Writes everything, and resolves when most of it has left, or the client is gone. */
  async drained(): Promise<void> {
    this.flush();
    if (this.#socket.destroyed || !this.#socket.writableNeedDrain) return;
    await new Promise<void>((resolve) => {
      this.#socket.once('drain', resolve).once('close', resolve);
    });
  }
}
