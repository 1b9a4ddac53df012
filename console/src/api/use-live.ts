import { useEffect, useRef, useState } from 'react';
import { liveSocket } from './client.ts';
import type { LiveCommand, LiveKind, LiveMessage } from './live-socket.ts';
import { createRetryDelays } from './retry-delays.ts';

/**
 * Follows something live. When the server refuses, it asks again, less and less often, until it gets an answer.
 * @param of names what `start` asks for; it is asked again when this changes, and not at all while it is undefined
 * @returns why nothing comes, in the server's words; undefined when all is well
 */
export function useLive(
  kind: LiveKind,
  of: string | undefined,
  start: () => LiveCommand,
  onMessage: (message: LiveMessage) => void,
): string | undefined {
  const [problem, setProblem] = useState<string>();
  const latest = useRef({ start, onMessage });
  latest.current = { start, onMessage };
  useEffect(() => {
    setProblem(undefined);
    if (of === undefined) return;
    // The command that ends a subscription names it as the first one did.
    const { start: startThis } = latest.current;
    const delays = createRetryDelays();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () =>
      liveSocket.subscribe(kind, startThis, {
        message(message) {
          delays.reset();
          setProblem(undefined);
          latest.current.onMessage(message);
        },
        error({ errorMsg, errorCode }) {
          setProblem(errorMsg || `Error code ${errorCode}`);
          subscription.unsubscribe();
          timer = setTimeout(() => {
            subscription = begin();
          }, delays.next());
          return true;
        },
      });
    let subscription = begin();
    return () => {
      clearTimeout(timer);
      subscription.unsubscribe();
    };
  }, [kind, of]);
  return problem;
}
