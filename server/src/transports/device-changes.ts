import type { LiveBus, LiveChange } from '../bus/live-bus.ts';
import type { DeviceContext } from '../entities/device-directory.ts';
import type { SessionEnd, SessionHandler } from './device-session.ts';

/** What of a session changes need. */
interface FollowingSession {
  readonly handler: SessionHandler;
  readonly wantsAttributes: boolean;
}

/** The open sessions, for code that passes changes on to them. */
export interface OpenSessions {
  /** device id → its open sessions */
  readonly open: ReadonlyMap<string, { context: DeviceContext; sessions: ReadonlySet<FollowingSession> }>;
  endAll(deviceId: string, reason: SessionEnd): void;
  /** The device, or something that governs it, has changed. */
  refresh(deviceId: string): void;
}

/**
 * Passes on to sessions what changes about their devices.
 * @returns the way to stop
 */
export function followDeviceChanges(liveBus: LiveBus, { open, endAll, refresh }: OpenSessions): () => void {
  function onEntity({ action, entityId }: Extract<LiveChange, { kind: 'entity' }>): void {
    const { entityType, id } = entityId;
    if (entityType === 'DEVICE') {
      if (action === 'deleted') endAll(id, 'deviceDeleted');
      // It is another tenant's now: it signs in again.
      else if (action === 'moved') endAll(id, 'credentialsChanged');
      else if (open.has(id)) refresh(id);
      return;
    }
    if (action === 'created') return;
    if (entityType !== 'DEVICE_PROFILE' && entityType !== 'TENANT' && entityType !== 'TENANT_PROFILE') return;
    for (const { context } of open.values()) {
      const { device } = context;
      const concerned =
        entityType === 'TENANT_PROFILE' || (entityType === 'TENANT' ? device.tenantId === id : device.profileId === id);
      if (concerned) refresh(device.id);
    }
  }

  function onAttributes(change: Extract<LiveChange, { kind: 'attributes' | 'attributesDeleted' }>): void {
    if (change.scope !== 'SHARED_SCOPE' || !change.notifyDevice) return;
    for (const { wantsAttributes, handler } of open.get(change.entityId.id)?.sessions ?? []) {
      if (!wantsAttributes) continue;
      if (change.kind === 'attributes') handler.sharedAttributes(change.entries);
      else handler.sharedAttributesDeleted(change.keys);
    }
  }

  return liveBus.subscribeKinds(['attributes', 'attributesDeleted', 'deviceCredentials', 'entity'], (change) => {
    if (change.kind === 'attributes' || change.kind === 'attributesDeleted') onAttributes(change);
    else if (change.kind === 'deviceCredentials') endAll(change.entityId.id, 'credentialsChanged');
    else if (change.kind === 'entity') onEntity(change);
  });
}
