import { entityId } from '@signalbox/contract/id';
import { snmpWalkRoutes as routes, type SnmpWalk } from '@signalbox/contract/snmp-walk';
import type { EntityDirectory } from '../../access/entity-directory.ts';
import { requireEntity } from '../../access/require-entity.ts';
import type { TransportDevice, TransportDevices } from '../../entities/transport-devices.ts';
import { badRequest, tooManyRequests } from '../../http/errors.ts';
import { implement, type RouteImplementation } from '../../http/routes.ts';

export interface WalkRoutesParts {
  entities: EntityDirectory;
  transportDevices: Pick<TransportDevices, 'find'>;
  walk: (device: TransportDevice, query: { base: string; after?: string | undefined }) => Promise<SnmpWalk>;
}

/** Reads which objects devices of SNMP have, for whoever writes their profile. One walk of a tenant at a time. */
export function walkRoutes({ entities, transportDevices, walk }: WalkRoutesParts): RouteImplementation[] {
  /** Tenants that walk now. */
  const walking = new Set<string>();
  return [
    implement(routes.walkSnmpDevice, async ({ user, params, query }) => {
      const { deviceId } = params;
      const { tenantId } = await requireEntity(entities, user, entityId('DEVICE', deviceId), 'RPC_CALL');
      const [device] = await transportDevices.find('SNMP', [deviceId]);
      if (device?.tenantId !== tenantId) {
        throw badRequest('The profile of the device is not for SNMP');
      }
      if (walking.has(tenantId)) throw tooManyRequests('Another device is being browsed; please try again');
      walking.add(tenantId);
      try {
        return await walk(device, query);
      } finally {
        walking.delete(tenantId);
      }
    }),
  ];
}
