import type { ClientSocket } from './client-socket.ts';

/**
 * Why nothing is read from a client for now: the message log has no room for more of its tenant, or too many of its
 * publishes wait for their acknowledgement, or, of a gateway, too much waits for its devices, or, of who is not known yet,
 * too much has come before the CONNACK.
 */
export type PauseReason = 'logFull' | 'unacknowledged' | 'devicesOpening' | 'authenticating';

const BITS: Record<PauseReason, number> = { logFull: 1, unacknowledged: 2, devicesOpening: 4, authenticating: 8 };

/** Reads from a socket only while there is no reason left not to. The one place that pauses it. */
export class Reading {
  readonly #socket: Pick<ClientSocket, 'pause' | 'resume'>;
  #reasons = 0;

  constructor(socket: Pick<ClientSocket, 'pause' | 'resume'>) {
    this.#socket = socket;
  }

  get isPaused(): boolean {
    return this.#reasons !== 0;
  }

  pause(reason: PauseReason): void {
    if (this.#reasons === 0) this.#socket.pause();
    this.#reasons |= BITS[reason];
  }

  /** @returns whether this resumes reading */
  resume(reason: PauseReason): boolean {
    if ((this.#reasons & BITS[reason]) === 0) return false;
    this.#reasons &= ~BITS[reason];
    if (this.#reasons !== 0) return false;
    this.#socket.resume();
    return true;
  }
}
