import { entityId, NULL_UUID } from '@signalbox/contract/id';
import { DEFAULT_TEXT_LENGTH, isStorableText, UNSTORABLE_TEXT } from '@signalbox/contract/text';
import type { Logger } from 'pino';
import type { DeviceContext, DeviceDirectory, DeviceRecord } from '../entities/device-directory.ts';
import type { NamedEntities } from '../entities/named-entities.ts';
import type { Relations } from '../entities/relations.ts';
import { badRequest } from '../http/errors.ts';
import { newMessage } from '../messages/message.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { createTurns, type InTurn } from '../storage/turns.ts';
import { OutdatedDeviceError } from './outdated-device.ts';

/** Relation from a gateway to the devices that it brought in. */
const CREATED_RELATION = 'Created';
/** Devices of one tenant that are looked up or created at a time. */
const AT_ONCE = 50;

/** Finds the devices that gateways speak for. */
export interface GatewayDevices {
  /**
   * The device of that name in the gateway's tenant. Unless there is one it is created, for the gateway's customer and
   * with a relation from the gateway, and the rules are told.
   * @param type of a new device: the name of its profile, which is created as well; empty: the default of devices
   * @throws ApiError when the name cannot be one, or the tenant may have no more devices
   * @throws OutdatedDeviceError when it was deleted meanwhile; see retryUntilCurrent
   */
  ensure(gateway: DeviceRecord, name: string, type: string): Promise<DeviceContext>;
}

export interface GatewayDevicesParts {
  directory: DeviceDirectory;
  named: Pick<NamedEntities, 'ensure'>;
  relations: Pick<Relations, 'save'>;
  messageLog: Pick<MessageLog, 'append'>;
  log: Pick<Logger, 'error'>;
}

export function createGatewayDevices({
  directory,
  named,
  relations,
  messageLog,
  log,
}: GatewayDevicesParts): GatewayDevices {
  /** tenant id → its turns, while somebody is in them */
  const turns = new Map<string, { inTurn: InTurn; users: number }>();

  async function inTurnOf<T>(tenantId: string, work: () => Promise<T>): Promise<T> {
    const own = turns.get(tenantId) ?? { inTurn: createTurns(AT_ONCE), users: 0 };
    turns.set(tenantId, own);
    own.users++;
    try {
      return await own.inTurn(work);
    } finally {
      if (--own.users === 0) turns.delete(tenantId);
    }
  }

  /** Says whose it is and tells the rules. The device is there, whether this succeeds or not. */
  async function introduce(gateway: DeviceRecord, id: string, created: object): Promise<void> {
    const device = entityId('DEVICE', id);
    const customerId = gateway.customerId === NULL_UUID ? null : gateway.customerId;
    try {
      await relations.save({
        from: entityId('DEVICE', gateway.id),
        to: device,
        type: CREATED_RELATION,
        typeGroup: 'COMMON',
        additionalInfo: null,
      });
      await messageLog.append([
        newMessage({
          tenantId: gateway.tenantId,
          type: 'ENTITY_CREATED',
          originator: device,
          customerId,
          metadata: { gatewayId: gateway.id, ...(customerId ? { customerId } : {}) },
          data: JSON.stringify(created),
        }),
      ]);
    } catch (error) {
      log.error({ err: error, deviceId: id }, 'a device of a gateway was created, and others were not told');
    }
  }

  return {
    async ensure(gateway, name, type) {
      // One that no device can have is not looked for, together with those of others.
      if (!isStorableText(name)) throw badRequest(`The name of a device ${UNSTORABLE_TEXT}`);
      if (name.length > DEFAULT_TEXT_LENGTH) {
        throw badRequest(`The name of a device must be a text of at most ${DEFAULT_TEXT_LENGTH} characters`);
      }
      return inTurnOf(gateway.tenantId, async () => {
        const generation = directory.generation();
        const { id, created } = await named.ensure(gateway.tenantId, 'DEVICE', name, type, gateway.customerId);
        if (created) await introduce(gateway, id.id, created);
        const context = await directory.find(id.id, generation);
        if (!context) throw new OutdatedDeviceError();
        return context;
      });
    },
  };
}
