import type { Settings } from '../config/settings.ts';
import type { TenantConfigurations } from '../entities/tenant-configuration.ts';
import { createLiveServer, type LiveServer, type LiveServerOptions } from './live-server.ts';
import { createSocketLimits } from './socket-limits.ts';

/** The sockets of a server, with the limits of its settings and of tenant profiles. They take upgrades once `attach` has the HTTP server. */
export function composeLive(
  settings: Settings,
  parts: Omit<LiveServerOptions, 'refreshInterval' | 'pingTimeout' | 'limitsOf'> & {
    configurationOf: TenantConfigurations;
  },
): LiveServer {
  return createLiveServer({
    ...parts,
    refreshInterval: settings.webSocketRefreshInterval,
    pingTimeout: settings.webSocketPingTimeout,
    limitsOf: createSocketLimits(parts.configurationOf, settings),
  });
}
