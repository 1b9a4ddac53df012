import type { Settings } from '../config/settings.ts';
import type { TenantConfigurations } from '../entities/tenant-configuration.ts';
import type { SessionLimits } from './live-session.ts';
import type { OwnerLimits } from './owner-counts.ts';

/** Limits of one socket and of what its owners have open. */
export interface SocketLimits extends SessionLimits {
  sessions: OwnerLimits;
  subscriptions: OwnerLimits;
}

/** Limits of the sockets of a tenant: what its profile names, and otherwise the settings. */
export function createSocketLimits(configurationOf: TenantConfigurations, settings: Settings) {
  return async function limitsOf(tenantId: string): Promise<SocketLimits> {
    const profile = await configurationOf(tenantId);
    const count = (member: string, standard: number): number => {
      const own = profile[member];
      return typeof own === 'number' ? own : standard;
    };
    const { wsUpdatesPerSessionRateLimit: updateRate } = profile;
    return {
      maxQueue: count('wsMsgQueueLimitPerSession', settings.webSocketMaxQueue) || Number.POSITIVE_INFINITY,
      updateRate: typeof updateRate === 'string' ? updateRate : settings.webSocketUpdateRate,
      sendTimeout: settings.webSocketSendTimeout,
      sessions: {
        perTenant: count('maxWsSessionsPerTenant', settings.webSocketSessionsPerTenant),
        perCustomer: count('maxWsSessionsPerCustomer', settings.webSocketSessionsPerCustomer),
        perUser: count('maxWsSessionsPerRegularUser', settings.webSocketSessionsPerUser),
        ofPublic: count('maxWsSessionsPerPublicUser', settings.webSocketSessionsOfPublic),
      },
      subscriptions: {
        perTenant: count('maxWsSubscriptionsPerTenant', settings.webSocketSubscriptionsPerTenant),
        perCustomer: count('maxWsSubscriptionsPerCustomer', settings.webSocketSubscriptionsPerCustomer),
        perUser: count('maxWsSubscriptionsPerRegularUser', settings.webSocketSubscriptionsPerUser),
        ofPublic: count('maxWsSubscriptionsPerPublicUser', settings.webSocketSubscriptionsOfPublic),
      },
    };
  };
}
