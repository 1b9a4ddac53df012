import { type Lwm2mServer, lwm2mRoutes } from '@signalbox/contract/lwm2m';
import { call } from './client.ts';

/** Where devices find this server, or its bootstrap server. */
export function getLwm2mServer(isBootstrap: boolean): Promise<Lwm2mServer> {
  return call(
    lwm2mRoutes.getLwm2mServer,
    { params: { isBootstrap: String(isBootstrap) } },
    { ignoreErrors: true, ignoreLoading: true },
  );
}
