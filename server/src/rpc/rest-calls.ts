import { callAt, type LaterCall } from '../config/timers.ts';
import type { DeviceRpcResult } from './device-rpc.ts';

/** ms after the expiration of a call until which its result may still arrive */
const GRACE = 1000;

/** REST calls that wait for the rule chain to pass them on and for the device to answer. */
export interface RestCalls {
  /**
   * Waits for the result of a call; it times out a second after `expirationTime` (epoch ms).
   * @returns undefined when a call with this id is already waiting
   */
  wait(id: string, expirationTime: number): Promise<DeviceRpcResult> | undefined;
  /** Passes a result on; no effect when no one waits for it. */
  settle(id: string, result: DeviceRpcResult): void;
  close(): void;
}

export function createRestCalls(): RestCalls {
  /** id of the call → its caller */
  const waiting = new Map<string, { resolve: (result: DeviceRpcResult) => void; end: LaterCall }>();

  function settle(id: string, result: DeviceRpcResult): void {
    const entry = waiting.get(id);
    if (!entry) return;
    waiting.delete(id);
    entry.end.cancel();
    entry.resolve(result);
  }

  return {
    wait(id, expirationTime) {
      if (waiting.has(id)) return undefined;
      return new Promise((resolve) => {
        const end = callAt(Math.max(expirationTime, Date.now()) + GRACE, () => settle(id, { error: 'TIMEOUT' }));
        waiting.set(id, { resolve, end });
      });
    },
    settle,
    close() {
      for (const id of [...waiting.keys()]) settle(id, { error: 'TIMEOUT' });
    },
  };
}
