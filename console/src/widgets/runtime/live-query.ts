import { LiveErrorCode } from '@signalbox/contract/live-codes';
import type { LiveCommand, LiveKind, LiveMessage, LiveSocket, LiveSubscription } from '../../api/live-socket.ts';
import { createRetryDelays } from '../../api/retry-delays.ts';
import type { WidgetFailure } from '../model.ts';

export interface LiveQueryParts {
  live: Pick<LiveSocket, 'subscribe'>;
  /** Calls back after `ms`, and returns a way to call that off. */
  wait: (callback: () => void, ms: number) => () => void;
}

/** A question to the server that is answered for as long as it lasts. */
export interface LiveQuery {
  /** Sends a further command for the same question. */
  send(command: LiveCommand): void;
  end(): void;
  /** What the server refused; until it answers. */
  readonly refusal: WidgetFailure | undefined;
}

/** What an answer with an error code means for a person. */
function refusalOf(message: LiveMessage): WidgetFailure {
  const text = message.errorMsg || `Error code ${message.errorCode}`;
  if (message.errorCode === LiveErrorCode.unauthorized) return { kind: 'forbidden', message: text };
  if (message.errorCode === LiveErrorCode.badRequest) return { kind: 'query', message: text };
  return { kind: 'server', message: text };
}

/**
 * Asks the server. When it refuses and may do better later, it is asked again, less and less often.
 * @param start builds the first command, again for every time that it is asked
 * @param onRefusal is called when `refusal` is set
 */
export function createLiveQuery(
  parts: LiveQueryParts,
  kind: LiveKind,
  start: () => LiveCommand,
  onMessage: (message: LiveMessage) => void,
  onRefusal: () => void,
): LiveQuery {
  const delays = createRetryDelays();
  let live: LiveSubscription | undefined;
  let refusal: WidgetFailure | undefined;
  let callOffRetry: (() => void) | undefined;
  let ended = false;

  function refused(message: LiveMessage): void {
    if (ended) return;
    refusal = refusalOf(message);
    onRefusal();
    if (refusal.kind !== 'server' || callOffRetry) return;
    callOffRetry = parts.wait(() => {
      callOffRetry = undefined;
      // A reconnect may have brought an answer meanwhile.
      if (ended || !refusal) return;
      live?.unsubscribe();
      ask();
    }, delays.next());
  }

  function ask(): void {
    live = parts.live.subscribe(kind, start, {
      message(message) {
        if (ended) return;
        refusal = undefined;
        delays.reset();
        onMessage(message);
      },
      error(message) {
        refused(message);
        return true;
      },
    });
  }

  ask();
  return {
    send: (command) => live?.send(command),
    end() {
      ended = true;
      callOffRetry?.();
      live?.unsubscribe();
    },
    get refusal() {
      return refusal;
    },
  };
}
