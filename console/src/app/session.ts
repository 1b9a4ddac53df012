import { useSyncExternalStore } from 'react';
import { http, liveSocket, sessionEnds, tokens } from '../api/client.ts';
import { createSession } from './create-session.ts';
import type { SessionState } from './session-state.ts';
import { finishUndoable } from './undoable.ts';

/** Called when the user changes, to drop what belongs to the last one. */
export const onForget: Set<() => void> = new Set([() => liveSocket.reset()]);

export const session = createSession({
  tokens,
  http,
  forget: () => {
    for (const forget of onForget) forget();
  },
  beforeSignOut: finishUndoable,
});

const here = () => window.location.pathname + window.location.search;

sessionEnds.listen((reason) => session.end(reason, here()));

// What another tab does to the session holds here too: signed out there is signed out here, and so is another user.
window.addEventListener('storage', (event) => {
  if (event.key !== 'jwt_token' || !session.get().isAuthenticated) return;
  if (event.newValue === null) session.end('elsewhere', here());
  else if (tokens.claims()?.userId !== session.get().claims?.userId) window.location.reload();
});

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get);
}
