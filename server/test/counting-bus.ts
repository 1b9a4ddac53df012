import { pino } from 'pino';
import { createEmbeddedLiveBus } from '../src/bus/embedded-live-bus.ts';
import type { LiveBus } from '../src/bus/live-bus.ts';

/** A bus that counts its listeners. */
export function createCountingBus(): LiveBus & { ofEntities(): number; ofKinds(): number } {
  const bus = createEmbeddedLiveBus(pino({ level: 'silent' }));
  const ofEntities = new Set<symbol>();
  const ofKinds = new Set<symbol>();

  function counted(listeners: Set<symbol>, stop: () => void): () => void {
    const listener = Symbol();
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      stop();
    };
  }

  return {
    publish: bus.publish,
    subscribeEntity: (id, listener) => counted(ofEntities, bus.subscribeEntity(id, listener)),
    subscribeKinds: (kinds, listener) => counted(ofKinds, bus.subscribeKinds(kinds, listener)),
    ofEntities: () => ofEntities.size,
    ofKinds: () => ofKinds.size,
  };
}
