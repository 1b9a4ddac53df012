import type { Rpc, RpcStatus } from '@signalbox/contract/rpc';
import { hasGone, type LiveBus } from '../bus/live-bus.ts';
import { callAt, type LaterCall } from '../config/timers.ts';
import { jsonOrString } from '../values/json-text.ts';
import type { CallReceiver, DeviceCalls } from './device-calls.ts';
import type { DeviceRpcRequest, DeviceRpcResult } from './device-rpc.ts';
import { createPersistentCalls, jsonOrError, type PersistentCallsParts } from './persistent-calls.ts';

/** Most, and default, number of times an unacknowledged call is sent again. */
const MAX_RETRIES = 5;
/** Maximum number of calls that wait for one device; further ones are refused. */
const MAX_PENDING = 5000;

/** A call without a result so far. */
interface PendingCall {
  request: DeviceRpcRequest;
  requestId: number;
  sent: boolean;
  delivered: boolean;
  /** Session it was sent to, unless that has reported a failure. */
  sentTo: CallReceiver | undefined;
  /** How often it went unacknowledged. */
  timeouts: number;
  /** Passes the result to the caller; no effect for persistent calls, which are answered immediately. */
  settle: (result: DeviceRpcResult) => void;
  /** Called with its request id when it was sent to a session. */
  onSent: ((requestId: number) => void) | undefined;
  expiry: LaterCall | undefined;
  /** Resolves when all its states so far are stored. */
  stored: Promise<void>;
}

/** Progress of a call that is not persistent, for callers that keep it over a restart. */
export interface CallProgress {
  /** Called with its request id when the call was sent to a session. */
  onSent?: (requestId: number) => void;
  /** Request id under which the call was sent before the restart: it is not sent again, only its answer is awaited. */
  sentAs?: number;
}

/**
 * Calls of one device and the sessions that take them. Never dropped while the server runs, for the sake of the
 * counter.
 */
interface DeviceQueue {
  nextRequestId: number;
  /** request id → call, in the order they were made */
  pending: Map<number, PendingCall>;
  receivers: Set<CallReceiver>;
}

export interface DeviceCallQueueParts extends PersistentCallsParts {
  liveBus: LiveBus;
}

/** Calls to devices: queued until a session takes them, then answered or timed out. */
export function createDeviceCallQueue({ liveBus, ...parts }: DeviceCallQueueParts) {
  const { directory } = parts;
  const persistent = createPersistentCalls(parts);
  /** device id → its calls */
  const queues = new Map<string, DeviceQueue>();
  /** id of the call → call */
  const byId = new Map<string, PendingCall>();

  function queueOf(deviceId: string): DeviceQueue {
    let queue = queues.get(deviceId);
    if (!queue) {
      queue = { nextRequestId: 0, pending: new Map(), receivers: new Set() };
      queues.set(deviceId, queue);
    }
    return queue;
  }

  /** Stores a state of the call after the states before it; the caller does not wait for that. */
  function setStatus(call: PendingCall, status: RpcStatus, response?: unknown): void {
    const { request } = call;
    if (request.persisted) call.stored = call.stored.then(() => persistent.setStatus(request, status, response));
  }

  function remove(call: PendingCall): void {
    call.expiry?.cancel();
    queues.get(call.request.deviceId)?.pending.delete(call.requestId);
    byId.delete(call.request.id);
  }

  function expire(call: PendingCall): void {
    remove(call);
    setStatus(call, 'EXPIRED');
    call.settle({ error: call.sent ? 'TIMEOUT' : 'NO_ACTIVE_CONNECTION' });
  }

  function send(call: PendingCall, receiver: CallReceiver): void {
    const { request, requestId } = call;
    if (!call.sent) call.onSent?.(requestId);
    call.sent = true;
    call.sentTo = receiver;
    receiver.receive({
      requestId,
      method: request.method,
      // Parameters created by a script of a rule chain need not be JSON.
      params: jsonOrString(request.params),
      oneway: request.oneway,
      persisted: request.persisted,
      expirationTime: request.expirationTime,
    });
    if (!request.oneway || request.persisted) return;
    remove(call);
    call.settle({});
  }

  function enqueue(
    request: DeviceRpcRequest,
    settle: (result: DeviceRpcResult) => void,
    { onSent, sentAs }: CallProgress = {},
  ): void {
    const queue = queueOf(request.deviceId);
    const isSent = sentAs !== undefined && !queue.pending.has(sentAs);
    const requestId = isSent ? sentAs : queue.nextRequestId++;
    queue.nextRequestId = Math.max(queue.nextRequestId, requestId + 1);
    const call: PendingCall = {
      request,
      requestId,
      sent: isSent,
      delivered: isSent,
      onSent,
      sentTo: undefined,
      timeouts: 0,
      settle,
      expiry: undefined,
      stored: Promise.resolve(),
    };
    queue.pending.set(call.requestId, call);
    byId.set(request.id, call);
    call.expiry = callAt(request.expirationTime, () => expire(call));
    if (isSent) return;
    for (const receiver of [...queue.receivers]) send(call, receiver);
  }

  async function deliver(request: DeviceRpcRequest, progress: CallProgress = {}): Promise<DeviceRpcResult> {
    const context = await directory.find(request.deviceId);
    if (!context || context.device.tenantId !== request.tenantId) return { error: 'NOT_FOUND' };
    const expired = request.expirationTime <= Date.now();
    const isFull = (queues.get(request.deviceId)?.pending.size ?? 0) >= MAX_PENDING;
    // A call sent before a restart only waits for its answer, so it is never refused.
    if (isFull && progress.sentAs === undefined) return { error: 'TOO_MANY_CALLS' };
    if (request.persisted) {
      const stored = await persistent.insert(context, request, expired ? 'EXPIRED' : 'QUEUED');
      if (stored === 'taken') return { error: 'ID_TAKEN' };
      if (expired) return { error: 'TIMEOUT' };
      if (stored === 'new') enqueue(request, () => undefined);
      return { response: JSON.stringify({ rpcId: request.id }) };
    }
    if (expired) return { error: 'TIMEOUT' };
    return new Promise((resolve) => enqueue(request, resolve, progress));
  }

  function find(deviceId: string, requestId: number): PendingCall | undefined {
    return queues.get(deviceId)?.pending.get(requestId);
  }

  function notAcknowledged(call: PendingCall): void {
    call.sentTo = undefined;
    const maxRetries = Math.min(call.request.retries ?? MAX_RETRIES, MAX_RETRIES);
    if (call.request.persisted && call.timeouts >= maxRetries) {
      remove(call);
      setStatus(call, 'FAILED', {
        error: `The device acknowledged none of ${maxRetries + 1} attempts to send the call`,
      });
      return;
    }
    call.timeouts++;
    setStatus(call, 'TIMEOUT');
  }

  const deviceCalls: DeviceCalls = {
    subscribe(deviceId, receiver, waiting) {
      const queue = queueOf(deviceId);
      queue.receivers.add(receiver);
      const calls = [...queue.pending.values()].filter((call) => !call.delivered && call.sentTo !== receiver);
      for (const call of waiting === 'first' ? calls.slice(0, 1) : calls) send(call, receiver);
    },

    unsubscribe(deviceId, receiver) {
      const queue = queues.get(deviceId);
      queue?.receivers.delete(receiver);
      for (const call of queue?.pending.values() ?? []) if (call.sentTo === receiver) call.sentTo = undefined;
    },

    delivery(deviceId, requestId, status) {
      const call = find(deviceId, requestId);
      if (!call || call.delivered) return;
      if (status === 'TIMEOUT') {
        notAcknowledged(call);
        return;
      }
      if (status === 'DELIVERED') {
        call.delivered = true;
        if (call.request.oneway) remove(call);
      }
      setStatus(call, status);
    },

    answer(deviceId, requestId, payload) {
      const call = find(deviceId, requestId);
      if (!call || call.request.oneway) return;
      remove(call);
      setStatus(call, 'SUCCESSFUL', jsonOrError(payload));
      call.settle({ response: payload });
    },

    failed(deviceId, requestId, error) {
      const call = find(deviceId, requestId);
      if (!call) return;
      remove(call);
      setStatus(call, 'FAILED', { error });
      call.settle({ response: JSON.stringify({ error }) });
    },
  };

  const stopListening = liveBus.subscribeKinds(['entity'], (change) => {
    if (!hasGone(change) || change.entityId.entityType !== 'DEVICE') return;
    const { id } = change.entityId;
    for (const call of [...(queues.get(id)?.pending.values() ?? [])]) {
      remove(call);
      call.settle({ error: 'NOT_FOUND' });
    }
    queues.delete(id);
  });

  return {
    deviceCalls,
    deliver,

    /** Queues the persistent calls that had not reached their device when the server stopped. */
    async open(): Promise<void> {
      for (const request of await persistent.undelivered()) {
        if (!byId.has(request.id)) enqueue(request, () => undefined);
      }
    },

    /** Removes a deleted persistent call from the queue. */
    async withdraw(rpc: Rpc): Promise<void> {
      const call = byId.get(rpc.id.id);
      if (call) remove(call);
      await persistent.announce(rpc, 'RPC_DELETED');
    },

    /** Ends all pending calls; persistent ones resume at the next start. */
    close(): void {
      persistent.close();
      stopListening();
      for (const call of [...byId.values()]) {
        remove(call);
        call.settle({ error: call.sent ? 'TIMEOUT' : 'NO_ACTIVE_CONNECTION' });
      }
    },
  };
}

export type DeviceCallQueue = ReturnType<typeof createDeviceCallQueue>;
