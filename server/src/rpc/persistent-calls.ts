import { entityId } from '@signalbox/contract/id';
import type { Rpc, RpcStatus } from '@signalbox/contract/rpc';
import type { Logger } from 'pino';
import { parseExactJson } from '../config/exact-json.ts';
import type { DeviceContext, DeviceDirectory } from '../entities/device-directory.ts';
import { newDeviceMessage } from '../entities/device-message.ts';
import type { MessageLog } from '../messages/message-log.ts';
import { retryWhileUnavailable } from '../storage/retry-while-unavailable.ts';
import type { DeviceRpcRequest } from './device-rpc.ts';
import type { RpcStore } from './rpc-store.ts';

export interface PersistentCallsParts {
  store: RpcStore;
  directory: DeviceDirectory;
  messageLog: Pick<MessageLog, 'append'>;
  log: Logger;
}

/** The stored part of persistent calls: their rows, and the messages about each state for rule chains. */
export interface PersistentCalls {
  /**
   * Stores a call and announces it.
   * @returns `known` when it is stored already, because its message was processed again after a restart; `taken` when
   * its id belongs to another call
   */
  insert(
    context: DeviceContext,
    request: DeviceRpcRequest,
    status: 'QUEUED' | 'EXPIRED',
  ): Promise<'new' | 'known' | 'taken'>;
  /** Stores a state and announces it, once the database is available; failures are logged. */
  setStatus(request: DeviceRpcRequest, status: RpcStatus, response?: unknown): Promise<void>;
  /** Sends rule chains a message of this type about a call. */
  announce(rpc: Rpc, type: string): Promise<void>;
  /** Expires calls whose time is up, and returns those that had not reached their device, oldest first. */
  undelivered(): Promise<DeviceRpcRequest[]>;
  /** Stops waiting for a database that is unavailable. */
  close(): void;
}

export function createPersistentCalls({ store, directory, messageLog, log }: PersistentCallsParts): PersistentCalls {
  let closed = false;
  const isClosed = (): boolean => closed;

  async function announce(rpc: Rpc, type: string): Promise<void> {
    const context = await directory.find(rpc.deviceId.id);
    if (context) await messageLog.append([newDeviceMessage(context, type, JSON.stringify(rpc), {})]);
  }

  return {
    async insert(context, request, status) {
      const rpc = newRpc(request, status);
      if (await store.insert(rpc)) {
        await messageLog.append([newDeviceMessage(context, `RPC_${status}`, JSON.stringify(rpc), {})]);
        return 'new';
      }
      const stored = await store.find(request.tenantId, request.id);
      const { body } = rpc.request;
      const isSame =
        stored?.deviceId.id === request.deviceId &&
        stored.request.body.method === body.method &&
        stored.request.body.params === body.params;
      return isSame ? 'known' : 'taken';
    },

    async setStatus(request, status, response) {
      try {
        const rpc = await retryWhileUnavailable(
          () => store.update(request.tenantId, request.id, status, response),
          isClosed,
        );
        if (rpc) await retryWhileUnavailable(() => announce(rpc, `RPC_${status}`), isClosed);
      } catch (error) {
        log.error({ err: error, rpcId: request.id, status }, 'the state of a call was not stored');
      }
    },

    announce,

    async undelivered() {
      for (const rpc of await store.expire(Date.now())) await announce(rpc, 'RPC_EXPIRED');
      return (await store.undelivered()).map(requestOf);
    },

    close() {
      closed = true;
    },
  };
}

function newRpc(request: DeviceRpcRequest, status: RpcStatus): Rpc {
  const tenantId = entityId('TENANT', request.tenantId);
  const deviceId = entityId('DEVICE', request.deviceId);
  return {
    id: entityId('RPC', request.id),
    createdTime: Date.now(),
    tenantId,
    deviceId,
    expirationTime: request.expirationTime,
    request: {
      id: request.id,
      tenantId,
      deviceId,
      oneway: request.oneway,
      expirationTime: request.expirationTime,
      body: { method: request.method, params: request.params },
      persisted: true,
      retries: request.retries ?? null,
    },
    response: null,
    status,
    additionalInfo: request.additionalInfo ? jsonOrError(request.additionalInfo) : null,
  };
}

function requestOf({ request, additionalInfo }: Rpc): DeviceRpcRequest {
  return {
    id: request.id,
    tenantId: request.tenantId.id,
    deviceId: request.deviceId.id,
    method: request.body.method,
    params: request.body.params ?? 'null',
    oneway: request.oneway,
    expirationTime: request.expirationTime,
    persisted: true,
    ...(request.retries === null ? {} : { retries: request.retries }),
    additionalInfo: additionalInfo === null ? null : JSON.stringify(additionalInfo),
  };
}

/** The value of a JSON text: null when it is blank, `{"error": text}` when it is not JSON. */
export function jsonOrError(text: string): unknown {
  if (text.trim() === '') return null;
  try {
    return parseExactJson(text);
  } catch {
    return { error: text };
  }
}
