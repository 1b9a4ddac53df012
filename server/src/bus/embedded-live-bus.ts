import type { Logger } from 'pino';
import type { LiveBus, LiveChange, LiveListener } from './live-bus.ts';

/** LiveBus within one process. */
export function createEmbeddedLiveBus(log: Logger): LiveBus {
  /** entity id → listeners */
  const byEntity = new Map<string, Set<LiveListener>>();
  /** kind of change → listeners */
  const byKind = new Map<LiveChange['kind'], Set<LiveListener>>();

  function tell(listeners: Set<LiveListener> | undefined, change: LiveChange): void {
    if (!listeners) return;
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        log.error({ err: error, kind: change.kind }, 'a live listener failed');
      }
    }
  }

  function add<K>(map: Map<K, Set<LiveListener>>, key: K, listener: LiveListener): () => void {
    let listeners = map.get(key);
    if (!listeners) {
      listeners = new Set();
      map.set(key, listeners);
    }
    listeners.add(listener);
    return () => {
      const current = map.get(key);
      current?.delete(listener);
      if (current?.size === 0) map.delete(key);
    };
  }

  return {
    publish(change) {
      tell(byKind.get(change.kind), change);
      tell(byEntity.get(change.entityId.id), change);
    },
    subscribeEntity: (entityId, listener) => add(byEntity, entityId, listener),
    subscribeKinds(kinds, listener) {
      const stops = kinds.map((kind) => add(byKind, kind, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}
