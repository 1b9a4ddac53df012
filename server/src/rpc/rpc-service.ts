import { ErrorCode } from '@signalbox/contract/error';
import { entityId } from '@signalbox/contract/id';
import type { PageData, PageLink } from '@signalbox/contract/page';
import type { Rpc, RpcRequest, RpcStatus } from '@signalbox/contract/rpc';
import { withinSafe } from '@signalbox/contract/whole-number';
import { type Operation, requirePermission } from '../access/permissions.ts';
import type { ActionLog } from '../audit/action-log.ts';
import type { DeviceContext, DeviceDirectory } from '../entities/device-directory.ts';
import { newDeviceMessage } from '../entities/device-message.ts';
import { ApiError, badRequest, entityNotFound, notFound, permissionDenied, tooManyRequests } from '../http/errors.ts';
import type { SecurityUser } from '../http/security-user.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { randomUuid } from '../storage/ids.ts';
import { isJson } from '../values/json-text.ts';
import type { DeviceCallQueue } from './device-call-queue.ts';
import type { DeviceRpcResult } from './device-rpc.ts';
import type { RestCalls } from './rest-calls.ts';
import type { RpcStore } from './rpc-store.ts';

const DEFAULT_TIMEOUT = 10_000;
const MIN_TIMEOUT = 5000;

/** HTTP statuses of both API generations for a call that was not answered or never sent. */
const FAILURE_STATUS = {
  v1: { TIMEOUT: 408, NO_ACTIVE_CONNECTION: 409 },
  v2: { TIMEOUT: 504, NO_ACTIVE_CONNECTION: 504 },
} as const;

export interface RpcServiceParts {
  store: RpcStore;
  directory: DeviceDirectory;
  queue: Pick<DeviceCallQueue, 'withdraw'>;
  restCalls: RestCalls;
  messageLog: Pick<MessageLog, 'append'>;
  actionLog: ActionLog;
  /** Whether a public visitor may call a device that it can see. */
  mayVisitorCall: (visitor: SecurityUser, device: { id: string; name: string }) => Promise<boolean>;
  /** Id of this server, to which the answer returns. */
  serviceId: string;
}

/** Calls of users to devices. They pass through the rule chain, which sends them to the device. */
export function createRpcService(parts: RpcServiceParts) {
  const { store, directory, queue, restCalls, messageLog, actionLog, mayVisitorCall, serviceId } = parts;

  async function requireDevice(user: SecurityUser, deviceId: string, operation: Operation): Promise<DeviceContext> {
    const context = await directory.find(deviceId);
    const isForeign = user.authority !== 'SYS_ADMIN' && context?.device.tenantId !== user.tenantId;
    if (!context || isForeign) throw notFound("Device with requested id wasn't found!");
    const { tenantId, customerId } = context.device;
    requirePermission(user, 'DEVICE', operation, { id: deviceId, tenantId, customerId });
    return context;
  }

  /** The device if `user` may call it. */
  async function requireCallable(user: SecurityUser, deviceId: string): Promise<DeviceContext> {
    if (!user.isPublic) return requireDevice(user, deviceId, 'RPC_CALL');
    const context = await requireDevice(user, deviceId, 'READ');
    if (!(await mayVisitorCall(user, { id: deviceId, name: context.device.name }))) throw permissionDenied();
    return context;
  }

  async function requireRpc(user: SecurityUser, rpcId: string, operation: Operation): Promise<Rpc> {
    const rpc = await store.find(user.tenantId, rpcId);
    if (!rpc) throw entityNotFound('RPC', rpcId);
    const context = await directory.find(rpc.deviceId.id);
    requirePermission(user, 'RPC', operation, {
      id: rpcId,
      tenantId: rpc.tenantId.id,
      ...(context ? { customerId: context.device.customerId } : {}),
    });
    return rpc;
  }

  return {
    /**
     * Calls a device.
     * @param request as the caller sent it, `params` as JSON text
     * @returns the device's answer as JSON text; undefined without one
     */
    async call(
      user: SecurityUser,
      deviceId: string,
      request: RpcRequest & { params: string },
      { oneway, generation }: { oneway: boolean; generation: 'v1' | 'v2' },
    ): Promise<string | undefined> {
      const context = await requireCallable(user, deviceId);
      const { device } = context;
      const id = request.requestUUID ?? randomUuid();
      const expirationTime =
        request.expirationTime || withinSafe(Date.now() + Math.max(MIN_TIMEOUT, request.timeout || DEFAULT_TIMEOUT));
      const { params } = request;
      const answer = restCalls.wait(user.tenantId, id, expirationTime);
      if (!answer) throw badRequest(`A call with the requestUUID ${id} is already in progress`);
      const message = newDeviceMessage(
        context,
        'RPC_CALL_FROM_SERVER_TO_DEVICE',
        JSON.stringify({
          method: request.method,
          params,
          additionalInfo: request.additionalInfo === null ? null : JSON.stringify(request.additionalInfo),
        }),
        {
          requestUUID: id,
          originServiceId: serviceId,
          expirationTime: String(expirationTime),
          oneway: String(oneway),
          persistent: String(request.persistent === true),
          ...(typeof request.retries === 'number' ? { retries: String(request.retries) } : {}),
          deviceName: device.name,
          deviceType: device.type,
        },
      );
      const result = await messageLog.append([message]).then(
        () => answer,
        (error): never => {
          restCalls.settle(user.tenantId, id, { error: 'INTERNAL' });
          throw error;
        },
      );
      const failure = failureOf(result, generation, oneway && !request.persistent);
      await actionLog.record({
        user,
        type: 'RPC_CALL',
        entityId: entityId('DEVICE', deviceId),
        entityName: device.name,
        customerId: device.customerId,
        data: { entityId: deviceId, oneWay: oneway, method: request.method, params },
        ...(failure ? { error: new Error(`RPC Error: ${result.error ?? failure.message}`) } : {}),
      });
      if (failure) throw failure;
      return result.response === '' ? undefined : result.response;
    },

    async get(user: SecurityUser, rpcId: string): Promise<Rpc> {
      return requireRpc(user, rpcId, 'READ');
    },

    async list(user: SecurityUser, deviceId: string, status: RpcStatus, link: PageLink): Promise<PageData<Rpc>> {
      await requireDevice(user, deviceId, 'RPC_CALL');
      return store.list(user.tenantId, deviceId, status, link);
    },

    async delete(user: SecurityUser, rpcId: string): Promise<void> {
      const rpc = await requireRpc(user, rpcId, 'DELETE');
      if (await store.delete(user.tenantId, rpcId)) await queue.withdraw(rpc);
    },
  };
}

/** The error to answer for a result. `ignoresAnswer`: the content of the answer does not matter. */
function failureOf(result: DeviceRpcResult, generation: 'v1' | 'v2', ignoresAnswer: boolean): ApiError | undefined {
  switch (result.error) {
    case undefined:
      if (ignoresAnswer || !result.response || isJson(result.response)) return undefined;
      return new ApiError(406, ErrorCode.general, 'The answer of the device is not JSON');
    case 'TIMEOUT':
      return new ApiError(FAILURE_STATUS[generation].TIMEOUT, ErrorCode.general, 'The device did not answer in time');
    case 'NO_ACTIVE_CONNECTION':
      return new ApiError(
        FAILURE_STATUS[generation].NO_ACTIVE_CONNECTION,
        ErrorCode.general,
        'The device has no session that takes calls',
      );
    case 'NOT_FOUND':
      return new ApiError(404, ErrorCode.itemNotFound, 'The device does not exist any more');
    case 'TOO_MANY_CALLS':
      return tooManyRequests('Too many calls wait for this device');
    case 'ID_TAKEN':
      return badRequest('Another call has this requestUUID');
    case 'INTERNAL':
      return new ApiError(500, ErrorCode.general, 'The call could not be passed on');
  }
}

export type RpcService = ReturnType<typeof createRpcService>;
