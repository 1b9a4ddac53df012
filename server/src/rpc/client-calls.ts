/** Answer to a device's call that got no answer in time. */
export const TIMEOUT_ANSWER = '{"error":"timeout"}';

/** Maximum number of waiting calls per session; a further one times out the oldest. */
const MAX_WAITING = 1000;

/** A session of a device. */
export interface CallingSession {
  id: string;
  deviceId: string;
}

interface WaitingCall {
  deviceId: string;
  resolve: (payload: string) => void;
  timer: NodeJS.Timeout;
}

/** Calls of devices that wait for an answer of the rule chain. */
export interface ClientCalls {
  /**
   * Waits for the answer to a call. A newer call of the session with the same id replaces it: the older one then times
   * out. So does the oldest when too many calls wait.
   * @returns JSON text of the answer
   */
  wait(session: CallingSession, requestId: number): Promise<string>;
  /** Passes an answer on; no effect when no one waits for it, or it is another device. */
  answer(session: CallingSession, requestId: number, payload: string): void;
  /** Drops all calls of a session that has ended. */
  forget(sessionId: string): void;
  close(): void;
}

/** @param timeout ms after which a call times out */
export function createClientCalls(timeout: number): ClientCalls {
  /** session id → request id → call */
  const sessions = new Map<string, Map<number, WaitingCall>>();

  function take(sessionId: string, requestId: number): WaitingCall | undefined {
    const calls = sessions.get(sessionId);
    const call = calls?.get(requestId);
    if (!calls || !call) return undefined;
    calls.delete(requestId);
    if (calls.size === 0) sessions.delete(sessionId);
    clearTimeout(call.timer);
    return call;
  }

  function forget(sessionId: string): void {
    for (const call of sessions.get(sessionId)?.values() ?? []) {
      clearTimeout(call.timer);
      call.resolve(TIMEOUT_ANSWER);
    }
    sessions.delete(sessionId);
  }

  return {
    wait({ id: sessionId, deviceId }, requestId) {
      take(sessionId, requestId)?.resolve(TIMEOUT_ANSWER);
      const waiting = sessions.get(sessionId);
      if (waiting && waiting.size >= MAX_WAITING) {
        const [oldest] = waiting.keys();
        if (oldest !== undefined) take(sessionId, oldest)?.resolve(TIMEOUT_ANSWER);
      }
      return new Promise((resolve) => {
        const timer = setTimeout(() => take(sessionId, requestId)?.resolve(TIMEOUT_ANSWER), timeout);
        const calls = sessions.get(sessionId) ?? new Map<number, WaitingCall>();
        sessions.set(sessionId, calls.set(requestId, { deviceId, resolve, timer }));
      });
    },
    answer({ id, deviceId }, requestId, payload) {
      if (sessions.get(id)?.get(requestId)?.deviceId === deviceId) take(id, requestId)?.resolve(payload);
    },
    forget,
    close() {
      for (const sessionId of [...sessions.keys()]) forget(sessionId);
    },
  };
}
