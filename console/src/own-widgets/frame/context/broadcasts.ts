import { Subscription } from 'rxjs';
import type { Bridge } from '../bridge.ts';

type Listener = (event: { name: string }, ...args: unknown[]) => unknown;

/** `broadcastService`: words from one widget of the page to all of them, itself included. */
export function createBroadcasts(bridge: Bridge, failed: (error: unknown) => void) {
  const listeners = new Map<string, Set<Listener>>();
  const tell = (name: string, args: readonly unknown[]) => {
    for (const listener of [...(listeners.get(name) ?? [])]) {
      try {
        listener({ name }, ...args);
      } catch (error) {
        failed(error);
      }
    }
  };
  return {
    service: {
      broadcast(name: unknown, ...args: unknown[]) {
        tell(String(name), args);
        bridge.post('broadcast', String(name), args);
      },
      on(name: unknown, listener: Listener): Subscription {
        const of = listeners.get(String(name)) ?? new Set();
        listeners.set(String(name), of.add(listener));
        return new Subscription(() => of.delete(listener));
      },
    },
    /** Takes what another widget has said. */
    tell,
  };
}
