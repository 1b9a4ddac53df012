import type { Route } from '@signalbox/contract/route';
import { localStore, sessionStore } from './browser-storage.ts';
import { createHttp, type Problem, type QueryValue } from './http.ts';
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
/** The session has ended by itself (`HttpParts.onSessionEnd`); the session store listens. */
export const sessionEnds = createSignal<'expired' | 'refused' | 'elsewhere'>();

export const tokens = createTokenStore({ shared: localStore, ofTab: sessionStore });

export const http = createHttp({
  tokens,
  fetch: (input, init) => fetch(input, init),
  report: problems.send,
  onSessionEnd: sessionEnds.send,
});

/** A call as it would be made. */
export interface PlannedCall {
  route: Route;
  params: Record<string, string> | undefined;
  query: Record<string, QueryValue | null | undefined>;
  body?: unknown;
}

/** Takes the next call instead of the server, while one is planned. */
let planning: ((call: PlannedCall) => void) | undefined;

/** Calls a route of the contract: `call(deviceRoutes.getDevice, { params: { deviceId } })`. */
export const call: typeof http.call = (route, input, options) => {
  if (!planning) return http.call(route, input, options);
  const { params, query, body } = input as Partial<PlannedCall>;
  planning({ route, params, query: query ?? {}, body });
  // Nobody waits for it.
  return new Promise(() => {});
};

/**
 * The call that `load` makes first, without making it: lists are exported by the call that shows them, with whatever
 * filters, search and order their pages give it.
 */
export function plannedCall(load: () => unknown): PlannedCall {
  const calls: PlannedCall[] = [];
  planning = (planned) => calls.push(planned);
  try {
    load();
  } finally {
    planning = undefined;
  }
  const [first] = calls;
  if (!first) throw new Error('a list makes its call at once');
  return first;
}

/** The one live connection of this page. */
export const liveSocket = createLiveSocket({
  url: () => socketUrl(window.location),
  validToken: http.validToken,
  renewedToken: http.renewedToken,
  // Of visitors, too, about whom there is nothing to read.
  checkSession: () =>
    http.request(
      { method: 'GET', path: '/api/auth/user', reply: 'empty' },
      { ignoreErrors: true, ignoreLoading: true },
    ),
  openSocket: (url) => new WebSocket(url),
  report: (message) => problems.send({ kind: 'message', message }),
});
