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

sessionEnds.listen((reason) => {
  // A page that is being left may still call.
  if (reason !== 'elsewhere' || session.get().isAuthenticated) session.end(reason, here());
});

// What another tab does to the session holds here too: signed out there is signed out here, and so is another user.
// A visitor of what is public has a session of the tab alone.
window.addEventListener('storage', ({ key }) => {
  const { isAuthenticated, claims } = session.get();
  // Without a key everything that was stored is gone.
  if ((key !== null && key !== 'jwt_token') || !isAuthenticated || claims?.isPublic) return;
  if (tokens.access() === undefined) session.end('elsewhere', here());
  else if (tokens.claims()?.userId !== claims?.userId) window.location.reload();
});

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.get);
}
