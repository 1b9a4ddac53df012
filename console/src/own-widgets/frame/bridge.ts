import type { CallError, FromFrame, ToFrame } from '../protocol.ts';

/** A call that the page refused, or that failed; scripts look at `status`, `error` and `message`. */
class HostError extends Error {
  readonly status: number;
  readonly statusText: string;
  readonly error: unknown;

  constructor({ message, status, statusText, body }: CallError) {
    super(message);
    this.name = 'HttpErrorResponse';
    this.status = status;
    this.statusText = statusText ?? message;
    this.error = body ?? { message };
  }
}

/** The frame's end of the channel. */
export interface Bridge {
  /** Has the page do something; rejects with HostError. */
  call(method: string, ...args: readonly unknown[]): Promise<unknown>;
  /** The same where nobody waits for an answer: a refusal is noted, and ends nothing. */
  post(method: string, ...args: readonly unknown[]): void;
  tell(message: FromFrame): void;
}

/** Answers to calls come back through `take`; everything else goes to `listener`. */
export function createBridge(port: Pick<MessagePort, 'postMessage'>): Bridge & { take(message: ToFrame): boolean } {
  let next = 1;
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  const bridge = {
    call(method: string, ...args: readonly unknown[]): Promise<unknown> {
      return new Promise((resolve, reject) => {
        const call = next++;
        waiting.set(call, { resolve, reject });
        try {
          // What cannot be copied is left out as JSON leaves it out: functions, elements.
          const plain = args.map((arg) => (arg === undefined ? undefined : JSON.parse(JSON.stringify(arg) ?? 'null')));
          port.postMessage({ kind: 'call', call, method, args: plain });
        } catch (error) {
          waiting.delete(call);
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
    },
    post(method: string, ...args: readonly unknown[]): void {
      bridge.call(method, ...args).catch((error: unknown) => {
        console.error(error);
        const message = error instanceof Error ? error.message : String(error);
        bridge.tell({ kind: 'noted', failure: { stage: 'run', message } });
      });
    },
    tell: (message: FromFrame): void => port.postMessage(message),
    take(message: ToFrame): boolean {
      if (message.kind !== 'reply') return false;
      const requested = waiting.get(message.call);
      waiting.delete(message.call);
      if (message.error) requested?.reject(new HostError(message.error));
      else requested?.resolve(message.value);
      return true;
    },
  };
  return bridge;
}
