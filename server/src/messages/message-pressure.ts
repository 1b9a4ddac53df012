import type { Message } from './message.ts';

/** Bytes of memory of a message beside its payload. */
const BYTES_BESIDE_PAYLOAD = 600;

/** Memory that messages take, roughly. */
export function bytesOf(messages: readonly Message[]): number {
  let bytes = 0;
  for (const message of messages) bytes += BYTES_BESIDE_PAYLOAD + message.data.length * 2;
  return bytes;
}

/** Counts what is in memory and says when sources must wait. */
export interface MessagePressure {
  add(bytes: number): void;
  remove(bytes: number): void;
  state(): { full: boolean; bytes: number };
  onRelief(action: () => void): void;
}

/** Full above `highMark` bytes, until it falls below half of it. */
export function createMessagePressure(highMark: number): MessagePressure {
  let bytes = 0;
  let full = false;
  let waiting: (() => void)[] = [];
  return {
    add(more) {
      bytes += more;
      if (bytes > highMark) full = true;
    },
    remove(less) {
      bytes -= less;
      if (!full || bytes > highMark / 2) return;
      full = false;
      const actions = waiting;
      waiting = [];
      for (const action of actions) action();
    },
    state: () => ({ full, bytes }),
    onRelief(action) {
      if (full) waiting.push(action);
      else queueMicrotask(action);
    },
  };
}
