import { deviceExchangeRoutes as routes } from '@signalbox/contract/device-exchange';
import { entityId } from '@signalbox/contract/id';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import { requireEntity } from '../../access/require-entity.ts';
import { permissionDenied } from '../../http/errors.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';
import type { ExchangeLog } from './exchange-log.ts';

/** Shows what devices exchange with this server to those who may read their telemetry. */
export function exchangeRoutes(entities: EntityDirectory, exchanges: ExchangeLog): RouteImplementation[] {
  return [
    implement(routes.getDeviceExchanges, async ({ user, params, query }) => {
      // What visitors may read is chosen by dashboards, value by value.
      if (user.isPublic) throw permissionDenied();
      const device = await requireEntity(entities, user, entityId('DEVICE', params.deviceId), 'READ_TELEMETRY');
      return exchanges.read(device.tenantId, params.deviceId, query.after);
    }),
  ];
}
