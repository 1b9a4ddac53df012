import { localStore } from './browser-storage.ts';
import { createHttp, type Problem } from './http.ts';
import { createLiveSocket, socketUrl } from './live-socket.ts';
import { createTokenStore } from './tokens.ts';

type Listener<T> = (value: T) => void;

function createSignal<T>() {
  const listeners = new Set<Listener<T>>();
  return {
    listen(listener: Listener<T>) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    send(value: T) {
      for (const listener of listeners) listener(value);
    },
  };
}

/** What went wrong and must be shown; the shell listens. */
export const problems = createSignal<Problem>();
/** The session ended because it could not be renewed; the session store listens. */
export const sessionEnds = createSignal<'expired' | 'refused'>();

export const tokens = createTokenStore(localStore);

export const http = createHttp({
  tokens,
  fetch: (input, init) => fetch(input, init),
  report: problems.send,
  onSessionEnd: sessionEnds.send,
});

/** Calls a route of the contract: `call(deviceRoutes.getDevice, { params: { deviceId } })`. */
export const call = http.call;

/** The one live connection of this page. */
export const liveSocket = createLiveSocket({
  url: () => socketUrl(window.location),
  validToken: http.validToken,
  renewedToken: http.renewedToken,
  openSocket: (url) => new WebSocket(url),
  report: (message) => problems.send({ kind: 'message', message }),
});
