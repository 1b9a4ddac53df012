import type { LiveBus, LiveChange } from '../bus/live-bus.ts';

export type AlarmChange = Extract<LiveChange, { kind: 'alarm' }>;

/** A change of an alarm of a tenant, or of one of its entities. */
export type TenantChange = AlarmChange | Extract<LiveChange, { kind: 'entity' }>;

/** Changes by tenant, so that a change costs those who look at other tenants nothing. */
export interface AlarmChanges {
  /** Returns the function that unsubscribes. */
  subscribe(tenantId: string, listener: (change: TenantChange) => void): () => void;
  close(): void;
}

export function createAlarmChanges(liveBus: LiveBus): AlarmChanges {
  /** tenant id → those who listen */
  const listeners = new Map<string, Set<(change: TenantChange) => void>>();
  const stop = liveBus.subscribeKinds(['alarm', 'entity'], (change) => {
    if (change.kind !== 'alarm' && change.kind !== 'entity') return;
    for (const listener of listeners.get(change.tenantId) ?? []) listener(change);
  });
  return {
    subscribe(tenantId, listener) {
      const ofTenant = listeners.get(tenantId) ?? new Set();
      ofTenant.add(listener);
      listeners.set(tenantId, ofTenant);
      return () => {
        ofTenant.delete(listener);
        if (ofTenant.size === 0 && listeners.get(tenantId) === ofTenant) listeners.delete(tenantId);
      };
    },
    close: stop,
  };
}
