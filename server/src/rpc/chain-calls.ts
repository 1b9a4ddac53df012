import type { Logger } from 'pino';
import type { MessageLog } from '../messages/message-log.ts';
import { newEntityId, randomUuid } from '../storage/ids.ts';
import type { UnitOfWork } from '../storage/transaction.ts';
import { whileAway } from '../storage/while-away.ts';
import type { ChainCallStore, StoredChainCall } from './chain-call-store.ts';
import type { CallProgress } from './device-call-queue.ts';
import type { ChainCall, DeviceRpcRequest, DeviceRpcResult } from './device-rpc.ts';

export interface ChainCallsParts {
  store: ChainCallStore;
  deliver: (request: DeviceRpcRequest, progress: CallProgress) => Promise<DeviceRpcResult>;
  messageLog: Pick<MessageLog, 'append'>;
  log: Logger;
}

/** Calls to devices that rule chains make: stored until their chain has gone on with the result. */
export interface ChainCalls {
  send(unit: UnitOfWork, calls: readonly ChainCall[]): Promise<void>;
  /** Takes up the calls that had not ended when the server stopped. */
  open(): Promise<void>;
  /** What has not ended is taken up at the next start. */
  close(): void;
}

export function createChainCalls({ store, deliver, messageLog, log }: ChainCallsParts): ChainCalls {
  let closed = false;
  /** ids of calls under way here */
  const running = new Set<string>();

  async function make(call: StoredChainCall): Promise<void> {
    if (running.has(call.id)) return;
    running.add(call.id);
    try {
      const result = await deliver(call.request, {
        ...(call.requestId === undefined ? {} : { sentAs: call.requestId }),
        onSent(requestId) {
          // One-way calls end with that.
          if (call.request.oneway || call.request.persisted) return;
          store.sent(call.id, requestId).catch((error: unknown) => {
            log.warn({ err: error, deviceId: call.request.deviceId }, 'that a call was sent could not be stored');
          });
        },
      });
      if (closed) return;
      await goOn(call, result);
    } catch (error) {
      log.error({ err: error, deviceId: call.request.deviceId }, 'a call to a device is taken up at the next start');
    } finally {
      running.delete(call.id);
    }
  }

  /** Lets the chain go on with the result, however long the database is away. */
  async function goOn({ id, next }: StoredChainCall, result: DeviceRpcResult): Promise<void> {
    const message = {
      ...next,
      id: randomUuid(),
      ts: Date.now(),
      data: result.error ? JSON.stringify({ error: result.error }) : result.response || '{}',
      relation: result.error ? 'Failure' : 'Success',
    };
    await whileAway(
      () => messageLog.append([message]),
      () => closed,
    );
    await whileAway(
      () => store.remove(id),
      () => closed,
    );
  }

  return {
    async send(unit, calls) {
      const stored = calls.map(({ request, next }): StoredChainCall => {
        const { id, createdTime } = newEntityId();
        return { id, createdTime, request, next, requestId: undefined };
      });
      await store.insert(unit.client, stored);
      unit.afterCommit(() => {
        for (const call of stored) void make(call);
      });
    },
    async open() {
      for (const call of await store.all()) void make(call);
    },
    close() {
      closed = true;
    },
  };
}
