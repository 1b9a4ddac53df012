import { LiveErrorCode } from '@signalbox/contract/live-codes';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { liveSocket } from './client.ts';
import { LiveError } from './failure.ts';
import { RequestError } from './http.ts';
import type { LiveCommand, LiveKind, LiveMessage } from './live-socket.ts';
import { createRetryDelays } from './retry-delays.ts';

const OFFLINE = new RequestError(0, 'Unable to connect', 'GET', '/api/ws/plugins/telemetry');

/** How a subscription stands. */
export interface LiveStanding {
  /** Why nothing comes; undefined when all is well. It is retried by itself. */
  error: Error | undefined;
  /** Asks again at once. */
  retry: () => void;
}

/**
 * Follows something live. When the server refuses, it asks again, less and less often, until it gets an answer.
 * @param of names what `start` asks for; it is asked again when this changes, and not at all while it is undefined
 * @param callForReason a call that fails for the same reason: the first commands of the protocol answer a missing
 * entity, one that is not permitted and a server in trouble with the same code
 */
export function useLive(
  kind: LiveKind,
  of: string | undefined,
  start: () => LiveCommand,
  onMessage: (message: LiveMessage) => void,
  callForReason?: () => Promise<unknown>,
): LiveStanding {
  const [error, setError] = useState<Error>();
  const [answered, setAnswered] = useState<string>();
  const [attempt, setAttempt] = useState(0);
  const isOffline = useSyncExternalStore(liveSocket.state.subscribe, () => liveSocket.state.get().status === 'offline');
  const latest = useRef({ start, onMessage, callForReason });
  latest.current = { start, onMessage, callForReason };
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt starts over
  useEffect(() => {
    setError(undefined);
    if (of === undefined) return;
    // The command that ends a subscription names it as the first one did.
    const { start: startThis } = latest.current;
    const delays = createRetryDelays();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasEnded = false;
    const begin = () => {
      let isAnswered = false;
      const mine = liveSocket.subscribe(kind, startThis, {
        message(message) {
          isAnswered = true;
          delays.reset();
          setError(undefined);
          setAnswered(of);
          latest.current.onMessage(message);
        },
        error(message) {
          const refusal = new LiveError(message);
          const show = (reason: unknown) => {
            if (!hasEnded && !isAnswered) setError(reason instanceof Error ? reason : refusal);
          };
          isAnswered = false;
          const { callForReason: call } = latest.current;
          if (call && refusal.errorCode === LiveErrorCode.internal) call().then(() => show(refusal), show);
          else show(refusal);
          mine.unsubscribe();
          timer = setTimeout(() => {
            subscription = begin();
          }, delays.next());
          return true;
        },
      });
      return mine;
    };
    let subscription = begin();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
      subscription.unsubscribe();
    };
  }, [kind, of, attempt]);
  const retry = useCallback(() => setAttempt((now) => now + 1), []);
  const isUnreached = isOffline && of !== undefined && answered !== of;
  return { error: error ?? (isUnreached ? OFFLINE : undefined), retry };
}
