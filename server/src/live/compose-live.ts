import type { Settings } from '../config/settings.ts';
import { createLiveServer, type LiveServer, type LiveServerOptions } from './live-server.ts';

/** The sockets of a server, with the limits of its settings. They take upgrades once `attach` has the HTTP server. */
export function composeLive(
  settings: Settings,
  parts: Omit<LiveServerOptions, 'refreshInterval' | 'pingTimeout' | 'limits'>,
): LiveServer {
  return createLiveServer({
    ...parts,
    refreshInterval: settings.webSocketRefreshInterval,
    pingTimeout: settings.webSocketPingTimeout,
    limits: {
      maxQueue: settings.webSocketMaxQueue,
      updateRate: settings.webSocketUpdateRate,
      sendTimeout: settings.webSocketSendTimeout,
      sessions: {
        perTenant: settings.webSocketSessionsPerTenant,
        perCustomer: settings.webSocketSessionsPerCustomer,
        perUser: settings.webSocketSessionsPerUser,
        ofPublic: settings.webSocketSessionsOfPublic,
      },
      subscriptions: {
        perTenant: settings.webSocketSubscriptionsPerTenant,
        perCustomer: settings.webSocketSubscriptionsPerCustomer,
        perUser: settings.webSocketSubscriptionsPerUser,
        ofPublic: settings.webSocketSubscriptionsOfPublic,
      },
    },
  });
}
