import type pg from 'pg';
import type { Logger } from 'pino';
import type { ActionLog } from '../audit/action-log.ts';
import type { LiveBus } from '../bus/live-bus.ts';
import { remainsInTable } from '../entities/deletion/table-remains.ts';
import type { DeviceDirectory } from '../entities/device-directory.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { createClientCalls } from './client-calls.ts';
import { createDeviceCallExecutor } from './device-call-executor.ts';
import { type CallProgress, createDeviceCallQueue } from './device-call-queue.ts';
import type { DeviceRpc, DeviceRpcRequest, DeviceRpcResult } from './device-rpc.ts';
import { createRestCalls } from './rest-calls.ts';
import { rpcRouteImplementations } from './rpc-routes.ts';
import { createRpcService, type RpcServiceParts } from './rpc-service.ts';
import { createRpcStore } from './rpc-store.ts';

/** ms that a device waits for the rule chain to answer its call */
const CLIENT_CALL_TIMEOUT = 60_000;
/** ms between deletions of expired persistent calls (`rpcTtlDays` in tenant profiles) */
const RETENTION_PERIOD = 3_600_000;

export interface RpcParts {
  pool: pg.Pool;
  directory: DeviceDirectory;
  messageLog: Pick<MessageLog, 'append'>;
  actionLog: ActionLog;
  mayVisitorCall: RpcServiceParts['mayVisitorCall'];
  liveBus: LiveBus;
  log: Logger;
  /** Name of this server in messages that are answered to it. */
  serviceId: string;
  /** ms; 60,000 by default */
  clientCallTimeout?: number;
}

/** The rpc room: calls in both directions. */
export function composeRpc({ pool, directory, messageLog, actionLog, liveBus, log, serviceId, ...rest }: RpcParts) {
  const store = createRpcStore(pool);
  const restCalls = createRestCalls();
  const clientCalls = createClientCalls(rest.clientCallTimeout ?? CLIENT_CALL_TIMEOUT);
  const queue = createDeviceCallQueue({ store, directory, messageLog, liveBus, log });
  const service = createRpcService({
    store,
    directory,
    queue,
    restCalls,
    messageLog,
    actionLog,
    mayVisitorCall: rest.mayVisitorCall,
    serviceId,
  });

  async function deliver(request: DeviceRpcRequest, progress?: CallProgress): Promise<DeviceRpcResult> {
    const result = await queue.deliver(request, progress).catch((error) => {
      log.error({ err: error, deviceId: request.deviceId }, 'a call to a device failed');
      return { error: 'INTERNAL' as const };
    });
    restCalls.settle(request.tenantId, request.id, result);
    return result;
  }

  const deviceRpc: DeviceRpc = {
    deliver: (request) => deliver(request),
    reply({ sessionId, requestId, deviceId }, payload) {
      clientCalls.answer({ id: sessionId, deviceId }, Number(requestId), payload);
    },
  };

  function deleteOld(): void {
    store.deleteOld(Date.now()).catch((error: unknown) => {
      log.error({ err: error }, 'old calls to devices could not be deleted');
    });
  }
  const retention = setInterval(deleteOld, RETENTION_PERIOD);
  retention.unref();

  return {
    /** For the rule nodes. */
    deviceRpc,
    /** Makes the calls of rule chains. */
    executor: createDeviceCallExecutor(deliver),
    /** For the device sessions. */
    deviceCalls: queue.deviceCalls,
    clientCalls,
    /** Persistent calls to devices that are deleted. */
    remains: remainsInTable(pool, 'rpc', 'device_id'),
    service,
    routes: rpcRouteImplementations(service),
    async open(): Promise<void> {
      await queue.open();
      deleteOld();
    },
    async close(): Promise<void> {
      clearInterval(retention);
      queue.close();
      clientCalls.close();
      restCalls.close();
    },
  };
}
