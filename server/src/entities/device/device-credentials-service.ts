import type { DeviceCredentials, DeviceCredentialsInput } from '@signalbox/contract/device';
import type { ActionLog } from '../../audit/action-log.ts';
import type { LiveBus } from '../../bus/live-bus.ts';
import { badRequest, entityNotFound, notFound } from '../../http/errors.ts';
import type { SecurityUser } from '../../http/security-user.ts';
import { completeCredentials } from './device-credentials.ts';
import { asConflict, type DeviceService } from './device-service.ts';
import type { DeviceStore } from './device-store.ts';

export interface DeviceCredentialsServiceParts {
  store: Pick<DeviceStore, 'findCredentials' | 'findCredentialsOf' | 'findOwnersOfCredentials' | 'updateCredentials'>;
  devices: Pick<DeviceService, 'require'>;
  actionLog: ActionLog;
  liveBus: LiveBus;
}

/** Reading and replacing what devices show to be let in. */
export function createDeviceCredentialsService(parts: DeviceCredentialsServiceParts) {
  const { store, devices, actionLog, liveBus } = parts;
  return {
    async read(user: SecurityUser, deviceId: string): Promise<DeviceCredentials> {
      const device = await devices.require(user, deviceId, 'READ_CREDENTIALS');
      const credentials = await store.findCredentials(user.tenantId, deviceId);
      if (!credentials) throw notFound();
      await actionLog.record({
        user,
        type: 'CREDENTIALS_READ',
        entityId: device.id,
        entityName: device.name,
        customerId: device.customerId.id,
        data: { entityId: deviceId },
      });
      return credentials;
    },

    /** For imports: credentials of devices that the caller may write, in any order. */
    findOf: (tenantId: string, deviceIds: readonly string[]): Promise<DeviceCredentials[]> =>
      store.findCredentialsOf(tenantId, deviceIds),

    /** For imports: id of credentials → id of the device that has them, of whatever tenant. */
    findOwners: (credentialsIds: readonly string[]): Promise<Map<string, string>> =>
      store.findOwnersOfCredentials(credentialsIds),

    async save(user: SecurityUser, input: DeviceCredentialsInput): Promise<DeviceCredentials> {
      if (!input.deviceId) throw badRequest('Device credentials should be assigned to device!');
      const device = await devices.require(user, input.deviceId.id, 'WRITE_CREDENTIALS');
      const record = (data: unknown, error?: unknown) =>
        actionLog.record({
          user,
          type: 'CREDENTIALS_UPDATED',
          entityId: device.id,
          entityName: device.name,
          customerId: device.customerId.id,
          data: { entityId: device.id.id, credentials: data },
          ...(error === undefined ? {} : { error }),
        });
      let credentials: DeviceCredentials;
      try {
        const before = await store.findCredentials(user.tenantId, device.id.id);
        if (!before) throw badRequest('Unable to update non-existent device credentials!');
        if (!input.id) throw badRequest('Credentials for this device are already specified!');
        if (input.id.id !== before.id.id) throw badRequest('Unable to update non-existent device credentials!');
        credentials = { ...before, ...completeCredentials(input) };
        if (!(await store.updateCredentials(user.tenantId, credentials))) throw entityNotFound('Device', device.id.id);
      } catch (error) {
        const failure = asConflict(error);
        await record(input, failure);
        throw failure;
      }
      liveBus.publish({ kind: 'deviceCredentials', tenantId: user.tenantId, entityId: device.id });
      await record(credentials);
      return credentials;
    },
  };
}

export type DeviceCredentialsService = ReturnType<typeof createDeviceCredentialsService>;
