import { callAt, type LaterCall } from '../config/timers.ts';
import type { DeviceRpcResult } from './device-rpc.ts';

/** ms after the expiration of a call until which its result may still arrive */
const GRACE = 1000;

/** REST calls that wait for the rule chain to pass them on and for the device to answer. */
export interface RestCalls {
  /**
   * Waits for the result of a call; it times out a second after `expirationTime` (epoch ms). Callers choose the ids, so
   * those of a tenant are its own.
   * @returns undefined when a call with this id is already waiting
   */
  wait(tenantId: string, id: string, expirationTime: number): Promise<DeviceRpcResult> | undefined;
  /** Passes a result on; no effect when no one waits for it. */
  settle(tenantId: string, id: string, result: DeviceRpcResult): void;
  close(): void;
}

const keyOf = (tenantId: string, id: string): string => `${tenantId} ${id}`;

export function createRestCalls(): RestCalls {
  /** `<tenant id> <id of the call>` → its caller */
  const waiting = new Map<string, { resolve: (result: DeviceRpcResult) => void; end: LaterCall }>();

  function settle(key: string, result: DeviceRpcResult): void {
    const entry = waiting.get(key);
    if (!entry) return;
    waiting.delete(key);
    entry.end.cancel();
    entry.resolve(result);
  }

  return {
    wait(tenantId, id, expirationTime) {
      const key = keyOf(tenantId, id);
      if (waiting.has(key)) return undefined;
      return new Promise((resolve) => {
        const end = callAt(Math.max(expirationTime, Date.now()) + GRACE, () => settle(key, { error: 'TIMEOUT' }));
        waiting.set(key, { resolve, end });
      });
    },
    settle: (tenantId, id, result) => settle(keyOf(tenantId, id), result),
    close() {
      for (const key of [...waiting.keys()]) settle(key, { error: 'TIMEOUT' });
    },
  };
}
