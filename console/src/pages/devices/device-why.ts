/** What the platform keeps about the connection of a device, in server attributes; times in epoch ms, 0: never. */
export interface ActivityFacts {
  active: boolean;
  lastConnectTime: number;
  lastDisconnectTime: number;
  lastActivityTime: number;
  /** The device's own limit in ms; undefined: that of the installation holds. */
  inactivityTimeout: number | undefined;
}

/** Whether a device has a connection; devices that send by single requests never have one. */
export function isConnected({ lastConnectTime, lastDisconnectTime }: ActivityFacts): boolean {
  return lastConnectTime > lastDisconnectTime;
}

/**
 * Why a device is active or not: `active`; `refused` (it came back with credentials that are not its own); `neverSeen` (it has never connected); `silent` (connected once, sent
 * nothing); `disconnected` (its connection ended after the last message); `quiet` (no word for longer than allowed,
 * although no end of the connection was seen).
 */
export type ActivityReason = 'active' | 'refused' | 'neverSeen' | 'silent' | 'disconnected' | 'quiet';

/** @param refusedTime when its credentials were refused last, epoch ms; 0: never */
export function activityReason(facts: ActivityFacts, refusedTime = 0): ActivityReason {
  if (facts.active) return 'active';
  if (refusedTime > Math.max(facts.lastConnectTime, facts.lastActivityTime)) return 'refused';
  if (facts.lastActivityTime === 0) return facts.lastConnectTime === 0 ? 'neverSeen' : 'silent';
  const wasClosed = facts.lastDisconnectTime > 0 && facts.lastDisconnectTime >= facts.lastConnectTime;
  return wasClosed ? 'disconnected' : 'quiet';
}

/** Reads the facts from server attributes by key. */
export function activityFacts(attributes: ReadonlyMap<string, unknown>): ActivityFacts {
  const time = (key: string) => {
    const value = Number(attributes.get(key));
    return Number.isFinite(value) && value > 0 ? value : 0;
  };
  return {
    active: String(attributes.get('active')) === 'true',
    lastConnectTime: time('lastConnectTime'),
    lastDisconnectTime: time('lastDisconnectTime'),
    lastActivityTime: time('lastActivityTime'),
    inactivityTimeout: time('inactivityTimeout') || undefined,
  };
}
